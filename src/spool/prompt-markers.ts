import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type SessionId, storedSessionId } from '../event/identity.ts'
import { writeOwnFile } from '../host/regular-file.ts'
import { attempt } from '../problem.ts'
import { isAgentName, type PromptMarkers } from './spool.ts'

/**
 * One file per marked session, and one flag file per agent, which exists while any session of the agent is
 * marked. The shell checks the flag file, because it does not know the session. If a marker is lost, text for
 * the agent is only delayed.
 */
export class PromptMarkerFiles implements PromptMarkers {
  readonly #folder: string

  constructor(spoolFolder: string) {
    this.#folder = join(spoolFolder, 'pending')
  }

  /** Ignores a full or read-only disk: the answer is delayed, and the error is reported when events are stored. */
  set(agent: string, session: SessionId): void {
    if (!isAgentName(agent)) return
    attempt(() => {
      mkdirSync(this.#sessions(agent), { recursive: true, mode: 0o700 })
      touch(join(this.#sessions(agent), session))
      if (!existsSync(join(this.#folder, agent))) touch(join(this.#folder, agent))
    })
  }

  clear(agent: string, session: SessionId): void {
    if (!isAgentName(agent) || !existsSync(join(this.#folder, agent))) return
    attempt(() => {
      rmSync(join(this.#sessions(agent), session), { force: true })
      if (this.marked(agent).length > 0) return
      rmSync(join(this.#folder, agent), { force: true })
      // Another process may have marked a session between the two steps.
      if (this.marked(agent).length > 0) touch(join(this.#folder, agent))
    })
  }

  marked(agent: string): readonly { readonly session: SessionId; readonly at: number }[] {
    const folder = this.#sessions(agent)
    const names = attempt(() => readdirSync(folder)) ?? []
    return names.flatMap((name) => {
      const at = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs
      return at === undefined ? [] : [{ session: storedSessionId(name), at }]
    })
  }

  #sessions(agent: string): string {
    return join(this.#folder, `${agent}.sessions`)
  }
}

const touch = (path: string): void => writeOwnFile(path, '')
