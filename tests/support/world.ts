import { join } from 'node:path'
import { agents } from '../../src/agent/agents.ts'
import { type StartAsk, start } from '../../src/app/lifecycle/start.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import { defaultSettings, type Settings } from '../../src/app/settings.ts'
import type { World } from '../../src/app/world.ts'
import type { NewEvent, StoredEvent } from '../../src/event/define.ts'
import { derivedId, type EventId, type SessionId } from '../../src/event/identity.ts'
import { countTokens } from '../../src/host/tokenizer.ts'
import { integrations } from '../../src/integrations/integrations.ts'
import type { ProjectLocation } from '../../src/integrations/project.ts'
import { workingTree } from '../../src/integrations/working-tree.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { createRedactor } from '../../src/redact/redact.ts'
import { MemoryIndex } from '../../src/search/sqlite/sqlite-index.ts'
import type { Session } from '../../src/session/session.ts'
import type { ProcessEvidence } from '../../src/session/state.ts'
import { Maildir } from '../../src/spool/maildir.ts'
import { collect, eventOfType } from './events.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Monday, 16 November 2026, noon UTC. */
export const NOON = Date.UTC(2026, 10, 16, 12)

/** A world with a settable clock, process evidence and location. */
export class TestWorld implements World {
  readonly log: EventLog<Session>
  readonly spool: Maildir
  readonly spoolFolder: string
  time = NOON
  evidence: ProcessEvidence = 'unknown'
  /** Evidence for particular processes. */
  readonly evidenceByPid = new Map<number, ProcessEvidence>()
  place: ProjectLocation
  settings: Settings = defaultSettings
  readonly clock = { now: (): number => this.time }
  readonly processes: World['processes'] = {
    evidence: (process) => (process ? (this.evidenceByPid.get(process.pid) ?? this.evidence) : 'unknown'),
    running: (pid) => ({ ...PROCESS, pid }),
  }
  /** Values that count as secrets everywhere. */
  secrets: readonly string[] = []
  readonly places = new Map<string, ProjectLocation>()
  readonly placeAt = (directory: string): ProjectLocation => this.places.get(directory) ?? this.place
  readonly treeAt: World['treeAt'] = (checkout, elsewhere = []) => workingTree({ checkout, elsewhere })
  integrations: World['integrations'] = { ...integrations, writtenRules: () => [] } // ignores the user's own secrets
  readonly redactIn: World['redactIn'] = () => createRedactor(this.secrets)
  readonly agents = agents
  readonly index = new MemoryIndex()
  readonly countTokens = countTokens
  readonly #name: string
  #made = 0
  readonly ids = {
    session: (): SessionId => derivedId('ses', this.#name, this.#next()),
    event: (): EventId => derivedId('evt', this.#name, this.#next()),
  }

  constructor(options: { readonly log?: EventLog<Session>; readonly name?: string } = {}) {
    const folder = temporaryFolder()
    this.#name = options.name ?? folder
    this.spoolFolder = join(folder, 'spool')
    this.spool = new Maildir(this.spoolFolder)
    this.log = options.log ?? new MemoryLog(sessionProjection)
    this.place = locationNamed('app')
  }

  #next(): string {
    this.#made += 1
    return String(this.#made)
  }

  /** The world of another process, with the same log, spool, time and location, but its own ids. */
  otherProcess(name: string): TestWorld {
    const other = new TestWorld({ log: this.log, name })
    return Object.assign(other, { spool: this.spool, time: this.time, place: this.place })
  }

  advance(ms: number): this {
    this.time += ms
    return this
  }

  set(changed: Partial<Settings>): this {
    this.settings = { ...this.settings, ...changed }
    return this
  }

  /** Starts a session and returns its id. */
  async startSession(ask: Partial<StartAsk> = {}): Promise<SessionId> {
    const { session } = await start(this, { agent: 'claude-code', trigger: 'hook', ...ask })
    return session.id
  }

  async events(session: SessionId): Promise<readonly StoredEvent[]> {
    return collect(this.log.read({ session }))
  }

  async types(session: SessionId): Promise<readonly string[]> {
    return (await this.events(session)).map(({ type }) => type)
  }

  async view(session: SessionId): Promise<Session> {
    const seen = await this.log.view(session)
    if (!seen) throw new Error(`no session ${session}`)
    return seen.view
  }

  /** A prompt event, by default at the current time. */
  prompt(text: string, at: number = this.time): NewEvent {
    return eventOfType('prompt.submitted', { text }, at)
  }
}

export const sqliteWorld = (): TestWorld =>
  new TestWorld({
    log: new SqliteLog({ path: join(temporaryFolder(), 'log.db'), projection: sessionProjection }),
  })

/** A checkout of a project. Checkouts of the same project differ only in the folder. */
export const locationNamed = (name: string, folder = `/work/${name}`): ProjectLocation => ({
  project: { id: `remote:example.org/${name}`, name },
  projectIds: [`remote:example.org/${name}`, `repository:${folder}/.git`],
  checkout: folder,
  directory: folder,
  branch: 'main',
  language: undefined,
})

export const PROCESS = { pid: 4711, started: 'boot:1', machine: 'here' }
