import type { CrashedSession } from '../app/lifecycle/crashed-sessions.ts'
import type { World } from '../app/world.ts'
import type { Session } from '../session/session.ts'
import { ago, countText } from '../text/time.ts'
import { type Finding, note, ok } from './finding.ts'

export interface LastActivity {
  readonly agent: string
  readonly at: number
  readonly session: string
}

/** The last activity of each agent, newest first. */
export async function lastActivityByAgent(world: World): Promise<readonly LastActivity[]> {
  const latest = new Map<string, LastActivity>()
  for (const { session, view } of await world.log.views({ limit: MAX_SESSIONS })) {
    const { agent } = view.identity
    if (!latest.has(agent)) latest.set(agent, { agent, at: view.life.lastActivityAt, session })
  }
  return [...latest.values()]
}
const MAX_SESSIONS = 500

export function activityFinding(
  last: LastActivity | undefined,
  isInstalled: boolean,
  now: number,
): readonly Finding[] {
  if (last)
    return [ok(`last activity ${ago(Math.max(0, now - last.at))} (session ${last.session.slice(4, 12)})`)]
  return isInstalled ? [note('no activity recorded yet', 'start it once, then run leftoff doctor again')] : []
}

/** The results of comparing an agent's latest sessions with its transcripts. */
export async function gapFindings(world: World, agent: string): Promise<readonly Finding[]> {
  const views = await world.log.views({ limit: MAX_SESSIONS })
  const captured = views.filter(({ view }) => view.identity.agent === agent && view.capture.isHeard)
  const compared = captured.slice(0, MAX_COMPARED).filter(({ view }) => view.capture.compared.length > 0)
  if (compared.length === 0) return []
  const withGaps = compared.filter(({ view }) => unreadableRecords(view) > 0)
  const gone = compared.filter(({ view }) => view.capture.compared.every(({ missing }) => missing))
  const filled = compared.reduce((sum, { view }) => sum + view.capture.filled, 0)
  return [
    ok(
      `${countText(compared.length, 'session')} compared with transcripts, ${countText(filled, 'missing event')} added`,
    ),
    ...withGaps.map(({ session, view }) =>
      note(
        `session ${session.slice(4, 12)}: ${countText(unreadableRecords(view), 'unreadable transcript record')}`,
        `leftoff session show ${session.slice(4, 12)}`,
      ),
    ),
    ...(gone.length > 0
      ? [note(`${countText(gone.length, 'session')} without a transcript; only hook events are available`)]
      : []),
  ]
}
const MAX_COMPARED = 20

const unreadableRecords = ({ capture }: Session): number =>
  capture.compared.reduce((sum, { skipped }) => sum + skipped, 0)

/** Reports crashed sessions in projects without a newer session. */
export const crashedFindings = (waiting: readonly CrashedSession[]): readonly Finding[] =>
  waiting.length === 0
    ? []
    : [
        note(
          `${countText(waiting.length, 'crashed session')} to recover; the next session in the project does this`,
          'leftoff recover --list',
        ),
      ]
