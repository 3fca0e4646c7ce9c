import { buildCommand } from '@stricli/core'
import { cleanup } from '../../../app/maintenance/cleanup.ts'
import { countText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { durationParser, jsonFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'

interface SessionCleanupFlags {
  readonly olderThan?: number
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Archive old sessions and update the states of all others',
    fullDescription:
      'Ends sessions whose process is gone or that timed out, archives sessions whose last activity is older than --older-than (default: the session.expiry setting), quarantines incomplete deliveries, and deletes deliveries that were quarantined more than 30 days ago. No session is deleted; use leftoff forget for that.',
  },
  parameters: {
    flags: {
      olderThan: {
        kind: 'parsed',
        parse: durationParser('--older-than'),
        brief: 'Archive sessions without activity for this long, such as 30d',
        placeholder: 'AGE',
        optional: true,
      },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: SessionCleanupFlags) {
    const world = await this.world()
    const done = await cleanup(world, flags.olderThan === undefined ? {} : { olderThanMs: flags.olderThan })
    printResult(this, flags, done, ({ settled, archived, swept, quarantined }) =>
      [
        `Archived ${countText(archived, 'session')}, updated ${settled}.`,
        ...(swept > 0
          ? [`Quarantined ${countText(swept, 'incomplete delivery', 'incomplete deliveries')}.`]
          : []),
        ...(quarantined > 0
          ? [
              `${countText(quarantined, 'delivery', 'deliveries')} in quarantine. Run leftoff verify for the reasons.`,
            ]
          : []),
      ].join('\n'),
    )
  },
})
