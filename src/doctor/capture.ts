import type { CrashedSession } from '../app/lifecycle/crashed.ts'
import type { World } from '../app/world.ts'
import type { Session } from '../session/session.ts'
import { ago, counted } from '../text/time.ts'
import { type Finding, note, ok } from './finding.ts'

export interface Heard {
  readonly agent: string
  readonly at: number
  readonly session: string
}

/** When each agent was last heard of, the latest first. */
export async function lastHeard(world: World): Promise<readonly Heard[]> {
  const latest = new Map<string, Heard>()
  for (const { session, view } of await world.log.views({ limit: MOST_SESSIONS })) {
    const { agent } = view.identity
    if (!latest.has(agent)) latest.set(agent, { agent, at: view.life.lastActivityAt, session })
  }
  return [...latest.values()]
}
const MOST_SESSIONS = 500

export function heardFinding(heard: Heard | undefined, isWired: boolean, now: number): readonly Finding[] {
  if (heard)
    return [ok(`last heard ${ago(Math.max(0, now - heard.at))} (session ${heard.session.slice(4, 12)})`)]
  return isWired ? [note('nothing was heard of it yet', 'start it once, then run leftoff doctor again')] : []
}

/** How the last sessions of an agent compare with its own transcripts. */
export async function gapFindings(world: World, agent: string): Promise<readonly Finding[]> {
  const views = await world.log.views({ limit: MOST_SESSIONS })
  const heard = views.filter(({ view }) => view.identity.agent === agent && view.capture.isHeard)
  const compared = heard.slice(0, MOST_COMPARED).filter(({ view }) => view.capture.compared.length > 0)
  if (compared.length === 0) return []
  const withGaps = compared.filter(({ view }) => unreadable(view) > 0)
  const gone = compared.filter(({ view }) => view.capture.compared.every(({ missing }) => missing))
  const filled = compared.reduce((sum, { view }) => sum + view.capture.filled, 0)
  return [
    ok(
      `${counted(compared.length, 'session')} compared with transcripts, ${counted(filled, 'event')} filled in from them`,
    ),
    ...withGaps.map(({ session, view }) =>
      note(
        `session ${session.slice(4, 12)}: ${unreadable(view)} records of its transcript cannot be read`,
        `leftoff session show ${session.slice(4, 12)}`,
      ),
    ),
    ...(gone.length > 0
      ? [note(`${gone.length} sessions have no transcript any more; only what hooks told is known`)]
      : []),
  ]
}
const MOST_COMPARED = 20

const unreadable = ({ capture }: Session): number =>
  capture.compared.reduce((sum, { skipped }) => sum + skipped, 0)

/** Sessions whose projects nobody has begun in since they crashed. */
export const crashedFindings = (waiting: readonly CrashedSession[]): readonly Finding[] =>
  waiting.length === 0
    ? []
    : [
        note(
          `${counted(waiting.length, 'crashed session waits', 'crashed sessions wait')} to be recovered; the next start in the project does it`,
          'leftoff recover --list',
        ),
      ]
