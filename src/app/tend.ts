import type { KnownEvent } from '../event/catalogue.ts'
import type { SessionId } from '../event/identity.ts'
import { understand } from '../event/understand.ts'
import { type Gist, gistAfter, noGist } from '../fold/gist.ts'
import { detect } from '../learn/detect.ts'
import { factsOf } from '../search/facts.ts'
import { relativeTo } from '../search/paths.ts'
import { postingsOf } from '../search/postings.ts'
import { turnsIn } from './turns.ts'
import type { World } from './world.ts'

export interface TendBounds {
  readonly withinMs?: number
  /** Only these; all that are behind when absent. */
  readonly projects?: readonly string[]
}

/**
 * Looks through what has happened since the last time and keeps in the index what takes long to find: the terms and
 * files by which sessions are found again, and the gist of what was said. Answers how many sessions were looked through.
 */
export async function tend(
  world: World,
  { withinMs = Number.POSITIVE_INFINITY, projects }: TendBounds = {},
): Promise<number> {
  const deadline = world.clock.now() + withinMs
  const known = world.index.standing()
  const heads = await world.log.heads(projects ? { projects } : {})
  let tended = 0
  for (const { session, seq } of heads) {
    if (known.get(session) === seq) continue
    if (world.clock.now() > deadline) break
    if (!(await indexed(world, session))) break
    tended += 1
  }
  return tended
}

/** False where it cannot be kept: another process is at it, the disk is full. The index is nobody's loss. */
export async function indexed(world: World, session: SessionId): Promise<boolean> {
  const seen = await world.log.view(session)
  if (!seen) return true
  const { identity } = seen.view
  const before = world.index.gists([session]).get(session)
  const events: KnownEvent[] = []
  for await (const stored of world.log.read({ session, onDamage: () => {} })) {
    const meaning = understand(stored)
    if (meaning.kind !== 'known') continue
    events.push(slim(meaning.event))
  }
  const entry = {
    project: identity.project.id,
    seq: seen.seq,
    postings: postingsOf(factsOf(events, relativeTo([identity.checkout]))),
    gist: { ...gistOf(events, before), seq: seen.seq },
    lessons: detect(turnsIn(events)),
  }
  try {
    world.index.put(entry)
    return true
  } catch {
    return false
  }
}

function gistOf(events: readonly KnownEvent[], before: Gist = noGist): Gist {
  const messages = events.filter(({ type }) => type === 'prompt.submitted' || type === 'response.completed')
  return messages.reduce((gist, event, index) => {
    if (event.seq <= before.seq) return gist
    return gistAfter(gist, event, { isFinal: messages[index + 1]?.type !== 'response.completed' })
  }, before)
}

/** Of what tools printed only the beginning is looked at: a long session must not fill the memory. */
const MOST_OUTPUT = 20_000

const slim = (event: KnownEvent): KnownEvent =>
  event.type === 'tool.returned' && event.output !== undefined && event.output.length > MOST_OUTPUT
    ? { ...event, output: event.output.slice(0, MOST_OUTPUT) }
    : event
