import { buildCommand } from '@stricli/core'
import { cleanup } from '../../../app/maintenance/cleanup.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { durationParser, jsonFlag } from '../../flags.ts'

interface Flags {
  readonly olderThan?: number
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Archive old sessions and bring the rest up to date',
    fullDescription:
      'Records what time and dead processes have ended, archives sessions whose last activity is older than the given age (default: the setting session.expiry), and sets aside torn deliveries. Nothing is deleted: leftoff forget does that.',
  },
  parameters: {
    flags: {
      olderThan: {
        kind: 'parsed',
        parse: durationParser('--older-than'),
        brief: 'Archive what was last active longer ago',
        placeholder: 'AGE',
        optional: true,
      },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    const world = await this.world()
    const olderThanMs = flags.olderThan ?? world.settings['session.expiry']
    const done = await cleanup(world, { olderThanMs })
    answer(this, flags, done, ({ settled, archived, swept, quarantined }) =>
      [
        `${archived} sessions archived, ${settled} brought up to date.`,
        ...(swept > 0 ? [`${swept} unfinished deliveries were set aside.`] : []),
        ...(quarantined > 0
          ? [`${quarantined} deliveries lie in quarantine: leftoff verify tells why.`]
          : []),
      ].join('\n'),
    )
  },
})
