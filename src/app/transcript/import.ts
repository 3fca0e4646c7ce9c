import { sessionIdOf } from '../../agent/event-draft.ts'
import { toLabel } from '../../agent/stored-text.ts'
import { type Format, formatOf, itemsUntil } from '../../agent/transcript/formats.ts'
import type { TranscriptFile, TranscriptReader, TranscriptSession } from '../../agent/transcript/reader.ts'
import type { TranscriptItem } from '../../agent/transcript/records.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionEnded, SessionResumed, SessionStarted } from '../../event/session.ts'
import type { ProjectLocation } from '../../integrations/project.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isOpen } from '../../session/state.ts'
import type { World } from '../world.ts'
import { ImportCount, type Imported, type Progress } from './import-count.ts'
import {
  headOf,
  importTranscript,
  readRecord,
  type SessionPlan,
  sessionNamedBy,
} from './import-transcript.ts'
import { isAtWork, isCompared } from './reconcile.ts'

interface ImportAsk {
  /** Main transcripts come before those of their sub-agents. */
  readonly files: readonly TranscriptFile[]
  /** Only sessions of this agent. */
  readonly agent?: string | undefined
  /** Overrides the project named in the transcripts. */
  readonly project?: ProjectLocation | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Imports existing transcripts. Each record is stored once, even if the import is repeated or interrupted. */
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

/** The error of reading one file. Errors of the log end the import. */
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
  const taken = await importTranscript(world, {
    file,
    format,
    plan: (about) => planned(world, { about, file, format, ask, count }),
    onBytes: (bytes) => count.read(bytes),
  })
  count.taken(format, taken)
}

/** The session named at the beginning of a file, if the log has it. */
async function seenIn(
  world: World,
  reader: TranscriptReader,
  items: Iterable<TranscriptItem>,
): Promise<Viewed<Session> | undefined> {
  for (const item of items) {
    if (item.kind !== 'record') continue
    readRecord(reader, item.value)
    const [session] = reader.sessions()
    if (session) return world.log.view(sessionIdOf(reader.about(session).agent, session))
  }
  return undefined
}

interface Found extends Errand {
  readonly about: TranscriptSession
  readonly file: TranscriptFile
  readonly format: Format
}

async function planned(world: World, found: Found): Promise<SessionPlan | undefined> {
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

const filling = (about: TranscriptSession, file: TranscriptFile, directory: string) => ({
  agent: about.agent,
  clientSession: about.session,
  directory,
  fallbackAt: about.startedAt ?? file.modifiedAt,
})

/** SpecStory copies have no tool ids, so they would duplicate the events of the original. */
function isFromElsewhere({ capture }: Session, { file, format }: Found): boolean {
  const others = capture.compared.filter(({ source }) => source !== file.path)
  if (capture.isHeard) return format.name === 'specstory'
  const isRetold = (source: string): boolean => source.endsWith('.md')
  return others.some(({ source }) => isRetold(source) !== (format.name === 'specstory'))
}

function startedFact(
  about: TranscriptSession,
  { file, place }: { readonly file: TranscriptFile; readonly place: ProjectLocation },
): NewEvent {
  const { agent, session, version, branch, directory } = about
  return fact(
    SessionStarted,
    { id: derivedId('evt', agent, session, SessionStarted.type), at: about.startedAt ?? file.modifiedAt },
    {
      trigger: 'import',
      agent: toLabel(agent),
      agentSession: toLabel(session),
      project: { id: toLabel(place.project.id), name: toLabel(place.project.name) },
      checkout: toLabel(place.checkout),
      directory: toLabel(directory ?? place.directory),
      transcript: toLabel(file.path),
      via: 'import',
      ...(version && { agentVersion: toLabel(version) }),
      ...(branch && { branch: toLabel(branch) }),
    },
  )
}

/** An imported session has ended. If it was imported before and continued since, it was resumed. */
function lastFacts(
  about: TranscriptSession,
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
