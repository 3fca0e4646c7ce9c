import { sessionIdOf } from '../../agent/event-draft.ts'
import { label } from '../../agent/stored-text.ts'
import { type Format, formatOf, itemsUntil } from '../../agent/transcript/formats.ts'
import type { About, TranscriptFile, TranscriptReader } from '../../agent/transcript/reader.ts'
import type { Item } from '../../agent/transcript/records.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionEnded, SessionResumed, SessionStarted } from '../../event/session.ts'
import type { ProjectLocation } from '../../integrations/project.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isOpen } from '../../session/state.ts'
import type { World } from '../world.ts'
import { ImportCount, type Imported, type Progress } from './import-count.ts'
import { headOf, type Plan, sessionNamedBy, takeIn, understood } from './import-transcript.ts'
import { isAtWork, isCompared } from './reconcile.ts'

interface ImportAsk {
  /** The transcript of a session before those of its helpers. */
  readonly files: readonly TranscriptFile[]
  /** Only sessions of this agent. */
  readonly agent?: string | undefined
  /** Whose sessions they are, whatever the transcripts say. */
  readonly project?: ProjectLocation | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Takes the transcripts of other times into the log: every record once, however often and however it was interrupted. */
export async function importTranscripts(world: World, ask: ImportAsk): Promise<Imported> {
  const count = new ImportCount(ask)
  for (const file of ask.files) {
    try {
      await importFile(world, file, { ask, count })
    } catch (error) {
      if (!isFiles(error)) throw error
      count.unreadable(file, error.message)
    }
    count.next(file)
  }
  return count.imported()
}

/** What reading one file failed with; the log's own errors are problems, and end the import. */
const isFiles = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'code' in error

interface Errand {
  readonly ask: ImportAsk
  readonly count: ImportCount
}

async function importFile(world: World, file: TranscriptFile, { ask, count }: Errand): Promise<void> {
  const head = headOf(file)
  const format = formatOf(head)
  if (!format) return count.unreadable(file, 'no transcript of an agent that is known here')
  const known = await seenIn(
    world,
    format.reader(sessionNamedBy(file.path)),
    itemsUntil(format.items(), head),
  )
  if (known && isCompared(known.view, file)) return count.unchanged(format)
  const taken = await takeIn(world, {
    file,
    format,
    plan: (about) => planned(world, { about, file, format, ask, count }),
    onBytes: (bytes) => count.read(bytes),
  })
  count.taken(format, taken)
}

/** The session that the beginning of a file speaks of, as the log has it. */
async function seenIn(
  world: World,
  reader: TranscriptReader,
  items: Iterable<Item>,
): Promise<Viewed<Session> | undefined> {
  for (const item of items) {
    if (item.kind !== 'record') continue
    understood(reader, item.value)
    const [session] = reader.sessions()
    if (session) return world.log.view(sessionIdOf(reader.about(session).agent, session))
  }
  return undefined
}

interface Found extends Errand {
  readonly about: About
  readonly file: TranscriptFile
  readonly format: Format
}

async function planned(world: World, found: Found): Promise<Plan | undefined> {
  const { about, file, ask, count } = found
  if (ask.agent && about.agent !== ask.agent) return undefined
  const seen = await world.log.view(sessionIdOf(about.agent, about.session))
  if (seen && isFromElsewhere(seen.view, found)) return undefined
  if (seen?.view.capture.isHeard) {
    if (!isAtWork(world, seen.view))
      return { ...filling(about, file, seen.view.identity.checkout), via: 'transcript' }
    count.atWork()
    return undefined
  }
  const place = ask.project ?? world.placeAt(about.directory ?? file.folder)
  return {
    ...filling(about, file, place.checkout),
    via: 'import',
    ...(!seen && { first: () => startedFact(about, { file, place }) }),
    last: (whole, filled) => lastFacts(whole, seen?.view, { file, filled }),
  }
}

const filling = (about: About, file: TranscriptFile, directory: string) => ({
  agent: about.agent,
  clientSession: about.session,
  directory,
  fallbackAt: about.startedAt ?? file.modifiedAt,
})

/** SpecStory retells sessions without the ids of their tools: beside the original they would be told twice. */
function isFromElsewhere({ capture }: Session, { file, format }: Found): boolean {
  const others = capture.compared.filter(({ source }) => source !== file.path)
  if (capture.isHeard) return format.name === 'specstory'
  const isRetold = (source: string): boolean => source.endsWith('.md')
  return others.some(({ source }) => isRetold(source) !== (format.name === 'specstory'))
}

function startedFact(
  about: About,
  { file, place }: { readonly file: TranscriptFile; readonly place: ProjectLocation },
): NewEvent {
  const { agent, session, version, branch, directory } = about
  return fact(
    SessionStarted,
    { id: derivedId('evt', agent, session, SessionStarted.type), at: about.startedAt ?? file.modifiedAt },
    {
      trigger: 'import',
      agent: label(agent),
      agentSession: label(session),
      project: { id: label(place.project.id), name: label(place.project.name) },
      checkout: label(place.checkout),
      directory: label(directory ?? place.directory),
      transcript: label(file.path),
      via: 'import',
      ...(version && { agentVersion: label(version) }),
      ...(branch && { branch: label(branch) }),
    },
  )
}

/** An imported session is over. One that was imported before and has gone on since was resumed. */
function lastFacts(
  about: About,
  before: Session | undefined,
  { file, filled }: { readonly file: TranscriptFile; readonly filled: number },
): readonly NewEvent[] {
  const at = about.lastAt ?? file.modifiedAt
  const idOf = (type: string) => derivedId('evt', about.agent, about.session, type, 'import', String(at))
  const ended = fact(
    SessionEnded,
    { id: idOf(SessionEnded.type), at },
    { trigger: 'exit', reason: 'import', via: 'import' },
  )
  if (!before || isOpen(before.life.state)) return [ended]
  if (filled === 0 || at <= (before.life.endedAt ?? at)) return []
  const heading = { id: idOf(SessionResumed.type), at }
  return [fact(SessionResumed, heading, { trigger: 'activity', via: 'import' }), ended]
}
