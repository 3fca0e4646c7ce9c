import { sweepSpool } from '../app/ingest/drain-spool.ts'
import { archiveDue } from '../app/maintenance/cleanup.ts'
import { listConflicts, rulesOf } from '../app/memory/rules.ts'
import type { World } from '../app/world.ts'
import type { Rule } from '../session/rulebook.ts'
import { countText, durationText } from '../text/time.ts'
import { type Finding, note, ok } from './finding.ts'

const DAY = 86_400_000
/** A rule that no session got, followed or broke for this long is probably obsolete. */
const UNUSED_MS = 180 * DAY

/** The state of the rules: how many apply, and what the user should decide. */
export async function ruleFindings(world: World): Promise<readonly Finding[]> {
  const rules = await rulesOf(world)
  const counted = (state: Rule['state']): number => rules.filter((rule) => rule.state === state).length
  const proposed = counted('proposed')
  const conflicts = (await listConflicts(world)).length
  const unused = rules.filter((rule) => isUnused(rule, world.clock.now()))
  const [first] = unused
  return [
    ok(`${countText(counted('approved'), 'approved rule')}`),
    ...(proposed > 0
      ? [note(`${countText(proposed, 'proposed rule')} to review`, 'leftoff memory review')]
      : []),
    ...(conflicts > 0
      ? [note(`${countText(conflicts, 'conflict')} between rules`, 'leftoff memory conflicts')]
      : []),
    ...(first
      ? [
          note(
            `${countText(unused.length, 'rule')} not used for ${durationText(UNUSED_MS)}`,
            `leftoff memory show ${first.id}`,
          ),
        ]
      : []),
  ]
}

const isUnused = ({ state, at, decidedAt = 0, usedAt = 0 }: Rule, now: number): boolean =>
  state === 'approved' && now - Math.max(at, decidedAt, usedAt) > UNUSED_MS

/** Archives expired sessions and removes scratch files of dead hooks, and reports both. */
export async function scratchFindings(
  world: World,
  unfinished: readonly string[],
): Promise<readonly Finding[]> {
  const archived = await archiveDue(world)
  const swept = await sweepSpool(world)
  return [
    ok(
      archived > 0 ? `archived ${countText(archived, 'expired session')}` : 'no expired sessions to archive',
    ),
    swept > 0
      ? note(
          `moved ${countText(swept, 'unfinished delivery', 'unfinished deliveries')} of dead hooks to quarantine`,
        )
      : ok('no scratch files of dead hooks'),
    ...unfinished.map((name) =>
      note(`unfinished: ${CHORES[name] ?? name}`, 'leftoff verify, while no agent is running'),
    ),
  ]
}

const CHORES: Readonly<Record<string, string>> = {
  scrub: 'forgotten content must still be removed from the log file',
}
