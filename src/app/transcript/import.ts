import { sessionIdOf } from '../../agent/event-draft.ts'
import { toLabel } from '../../agent/stored-text.ts'
import { type Format, type FormatName, formatOf, itemsUntil } from '../../agent/transcript/formats.ts'
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
import {
  headOf,
  importTranscript,
  readRecord,
  type SessionPlan,
  sessionIdInPath,
  type TranscriptResult,
} from './import-transcript.ts'
import { isAtWork, isCompared } from './reconcile.ts'

interface ImportOptions {
  /** Main transcripts must come before those of their sub-agents. */
  readonly files: readonly TranscriptFile[]
  /** Limits the import to sessions of this agent. */
  readonly agent?: string | undefined
  /** Overrides the project named in the transcripts. */
  readonly project?: ProjectLocation | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Imports existing transcripts. Each record is stored once, even if the import is repeated or interrupted. */
export async function importTranscripts(world: World, options: ImportOptions): Promise<ImportReport> {
  const count = new ImportCount(options)
  for (const file of options.files) {
    try {
      await importFile(world, file, { options, count })
    } catch (error) {
      if (!isFileError(error)) throw error
      count.addUnreadable(file, error.message)
    }
    count.finishFile(file)
  }
  return count.report()
}

/** Whether the error comes from reading one file. An error in the log ends the import. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'code' in error

interface ImportContext {
  readonly options: ImportOptions
  readonly count: ImportCount
}

async function importFile(
  world: World,
  file: TranscriptFile,
  { options, count }: ImportContext,
): Promise<void> {
  const head = headOf(file)
  const format = formatOf(head)
  if (!format) return count.addUnreadable(file, 'not a transcript from a supported agent')
  const viewed = await viewOfFirstSession(
    world,
    format.reader(sessionIdInPath(file.path)),
    itemsUntil(format.items(), head),
  )
  if (viewed && isCompared(viewed.view, file)) return count.addUnchanged(format)
  const result = await importTranscript(world, {
    file,
    format,
    plan: (about) => planSession(world, { about, file, format, options, count }),
    onBytes: (bytes) => count.addBytes(bytes),
  })
  count.addResult(format, result)
}

/** The session named at the beginning of a file, if the log has it. */
async function viewOfFirstSession(
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

interface SessionImport extends ImportContext {
  readonly about: TranscriptSession
  readonly file: TranscriptFile
  readonly format: Format
}

async function planSession(world: World, source: SessionImport): Promise<SessionPlan | undefined> {
  const { about, file, options, count } = source
  if (options.agent && about.agent !== options.agent) return undefined
  const viewed = await world.log.view(sessionIdOf(about.agent, about.session))
  if (viewed && isCopy(viewed.view, source)) return undefined
  if (viewed?.view.capture.isHeard) {
    if (!isAtWork(world, viewed.view))
      return { ...fillOptions(about, file, viewed.view.identity.checkout), via: 'transcript' }
    count.addActive()
    return undefined
  }
  const place = options.project ?? world.placeAt(about.directory ?? file.folder)
  return {
    ...fillOptions(about, file, place.checkout),
    via: 'import',
    ...(!viewed && { first: () => startedFact(about, { file, place }) }),
    last: (whole, filled) => lastFacts(whole, viewed?.view, { file, filled }),
  }
}

const fillOptions = (about: TranscriptSession, file: TranscriptFile, directory: string) => ({
  agent: about.agent,
  clientSession: about.session,
  directory,
  fallbackAt: about.startedAt ?? file.modifiedAt,
})

/** SpecStory copies have no tool ids, so they would duplicate the original's events. */
function isCopy({ capture }: Session, { file, format }: SessionImport): boolean {
  const others = capture.compared.filter(({ source }) => source !== file.path)
  if (capture.isHeard) return format.name === 'specstory'
  const isMarkdown = (source: string): boolean => source.endsWith('.md')
  return others.some(({ source }) => isMarkdown(source) !== (format.name === 'specstory'))
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

/** An imported session counts as ended. If it has grown since an earlier import, it was also resumed. */
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

export interface Progress {
  readonly files: number
  readonly ofFiles: number
  readonly bytes: number
  readonly ofBytes: number
  readonly events: number
}

/** Result for one transcript format. Public: `--json` prints it. */
export interface FormatCount {
  readonly files: number
  /** The number of files that have not changed since the last import. */
  readonly unchanged: number
  readonly records: number
  readonly skipped: number
  readonly events: number
}

export interface ImportReport {
  readonly files: number
  readonly bytes: number
  readonly sessions: number
  readonly events: number
  readonly formats: Partial<Record<FormatName, FormatCount>>
  /** Active sessions. They are compared after they end. */
  readonly atWork: number
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[]
}

interface CountOptions {
  readonly files: readonly TranscriptFile[]
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Running totals of an import. */
class ImportCount {
  readonly #options: CountOptions
  readonly #formats: Partial<Record<FormatName, Mutable<FormatCount>>> = {}
  readonly #unreadable: { readonly path: string; readonly reason: string }[] = []
  readonly #sessions = new Set<string>()
  readonly #ofBytes: number
  #files = 0
  #before = 0
  #bytes = 0
  #events = 0
  #atWork = 0

  constructor(options: CountOptions) {
    this.#options = options
    this.#ofBytes = options.files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
    this.#reportProgress()
  }

  /** Called after each file, even if it was skipped. */
  finishFile(file: TranscriptFile): void {
    this.#files += 1
    this.#before += file.bytes
    this.#bytes = this.#before
    this.#reportProgress()
  }

  addUnchanged(format: Format): void {
    this.#of(format).files += 1
    this.#of(format).unchanged += 1
  }

  addResult(format: Format, { records, skipped, filled }: TranscriptResult): void {
    const count = this.#of(format)
    const events = [...filled.values()].reduce((sum, n) => sum + n, 0)
    count.files += 1
    count.records += records
    count.skipped += skipped
    count.events += events
    this.#events += events
    for (const session of filled.keys()) this.#sessions.add(session)
  }

  addActive(): void {
    this.#atWork += 1
  }

  addUnreadable({ path }: TranscriptFile, reason: string): void {
    this.#unreadable.push({ path, reason })
  }

  report(): ImportReport {
    return {
      files: this.#files,
      bytes: this.#ofBytes,
      sessions: this.#sessions.size,
      events: this.#events,
      formats: this.#formats,
      atWork: this.#atWork,
      unreadable: this.#unreadable,
    }
  }

  #of({ name }: Format): Mutable<FormatCount> {
    const count = this.#formats[name] ?? { files: 0, unchanged: 0, records: 0, skipped: 0, events: 0 }
    this.#formats[name] = count
    return count
  }

  #reportProgress(): void {
    this.#options.onProgress?.({
      files: this.#files,
      ofFiles: this.#options.files.length,
      bytes: this.#bytes,
      ofBytes: this.#ofBytes,
      events: this.#events,
    })
  }
}
