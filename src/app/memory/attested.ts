import type { SessionId } from '../../event/identity.ts'
import type { Rule } from '../../session/rulebook.ts'
import type { World } from '../world.ts'

/** A message that a rule comes from. Of one whose session was erased, or is not looked through yet, only its id is left. */
export interface Attested {
  readonly message: string
  readonly session?: SessionId
  readonly at?: number
  /** What the user said, in their words, shortened. */
  readonly said?: string
}

/** Tells of any rule which messages it comes from, the oldest first. */
export function attestedIn(world: World): (rule: Rule) => readonly Attested[] {
  const known = new Map(
    world.index
      .corrections()
      .flatMap(({ session, corrections }) =>
        corrections.map(({ message, at, said }) => [message, { message, session, at, said }] as const),
      ),
  )
  return ({ evidence }) =>
    evidence
      .map((message): Attested => known.get(message) ?? { message })
      .sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
}
