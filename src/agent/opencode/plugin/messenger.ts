import { ask } from './ask.ts'
import { deliver } from './deliver.ts'
import { Sessions } from './notes.ts'

export interface Places {
  readonly spool: string
  readonly command: string
}
/** What is told of a session besides which hook told it. */
export type PluginMessage = Readonly<Record<string, unknown>>

/** Carries what opencode says to leftoff, and what leftoff says back. */
export class Messenger {
  readonly sessions = new Sessions()
  readonly #places: Places
  readonly #directory: string | undefined

  constructor(places: Places, directory: string | undefined) {
    this.#places = places
    this.#directory = directory
  }

  isSubagent(session: string): boolean {
    return this.sessions.rootOf(session) !== session
  }

  /** Leaves it in the spool. */
  tell(hook: string, session: string, telling: PluginMessage): void {
    const { at, payload } = this.#envelope(hook, session, telling)
    deliver(this.#places.spool, at, payload)
  }

  /**
   * What is not answered in time is left in the spool: told twice it is still one thing. It never rejects, because the
   * answer may come when nobody waits for it.
   */
  async ask(hook: string, session: string, telling: PluginMessage): Promise<string | undefined> {
    try {
      const { at, payload } = this.#envelope(hook, session, telling)
      const answer = await ask(this.#places.command, payload, { directory: this.#directory })
      if (answer.kind === 'answered') return answer.text
      deliver(this.#places.spool, at, payload)
      return undefined
    } catch {
      return undefined // nothing to read then; the session goes on
    }
  }

  #envelope(hook: string, session: string, telling: PluginMessage) {
    const sessionID = this.sessions.rootOf(session)
    const subagent = sessionID === session ? undefined : session
    const { version, kind } = this.sessions.of(session)
    const at = Date.now()
    const [directory, pid] = [this.#directory, process.pid]
    const said = { hook, sessionID, subagent, directory, pid, version, kind, at, ...telling }
    return { at, payload: JSON.stringify(said) }
  }
}
