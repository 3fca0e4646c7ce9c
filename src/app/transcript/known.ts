import { contentKey, Fingerprints, fingerprint } from '../../agent/transcript/same-event.ts'
import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import type { World } from '../world.ts'

/**
 * What the log holds of a session, small enough for any session: ids, and how often each content is there. Gemini CLI
 * tells its hooks all that was said in a turn in one piece, and writes it down message by message; so its answers are
 * compared line by line.
 */
export class Known {
  readonly #keyById = new Fingerprints()
  readonly #counts = new Fingerprints()
  #isEmpty = true

  readonly #isByLine: boolean

  constructor(agent: string) {
    this.#isByLine = agent === 'gemini-cli'
  }

  static async of(world: World, agent: string, session: SessionId): Promise<Known> {
    const known = new Known(agent)
    const passOver = (): void => {} // what is damaged cannot be compared; verify tells of it
    for await (const event of world.log.read({ session, onDamage: passOver })) known.note(event)
    return known
  }

  note(event: Stored): void {
    this.#isEmpty = false
    const keys = this.#keysOf(event)
    this.#keyById.set(fingerprint(event.id), keys.length === 1 ? (keys[0] ?? CLAIMED) : CLAIMED)
    for (const key of keys) this.#counts.set(key, this.#counts.get(key) + 1)
  }

  /** Whether this very fact is there; if so, its content is accounted for. */
  hasId(id: string): boolean {
    const at = fingerprint(id)
    const key = this.#keyById.get(at)
    if (key === 0) return false
    if (key !== CLAIMED) this.#claim(key)
    this.#keyById.set(at, CLAIMED)
    return true
  }

  /** Whether a fact of this content is there that is not accounted for. */
  hasContent(fact: NewEvent): boolean {
    if (this.#isEmpty) return false
    return this.#keysOf(fact).every((key) => this.#counts.get(key) > 0)
  }

  claimContent(fact: NewEvent): boolean {
    const isThere = this.hasContent(fact)
    if (isThere) for (const key of this.#keysOf(fact)) this.#claim(key)
    return isThere
  }

  #claim(key: number): void {
    this.#counts.set(key, Math.max(0, this.#counts.get(key) - 1))
  }

  #keysOf(event: Stored): readonly number[] {
    const text = event.data?.text
    if (!this.#isByLine || event.type !== 'response.completed' || typeof text !== 'string')
      return [fingerprint(contentKey(event) ?? event.id)]
    const lines = text.split('\n').map((line) => line.replace(/\s+/g, ''))
    return lines.filter((line) => line !== '').map((line) => fingerprint(`line ${line}`))
  }
}

type Stored = Pick<NewEvent, 'id' | 'type'> & { readonly data: NewEvent['data'] | undefined }
/** In the place of a key: the fact is there, and its content is accounted for. */
const CLAIMED = -1
