import { buildCommand } from '@stricli/core'
import { findSession } from '../../../app/lifecycle/find-session.ts'
import { summarizeSession } from '../../../app/lifecycle/session-summary.ts'
import { fact } from '../../../event/define.ts'
import { SessionTagged } from '../../../event/session.ts'
import type { CliContext } from '../../context.ts'
import { checkedTag, jsonFlag, switchFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { shortId } from '../../present/session.ts'

interface SessionTagFlags {
  readonly remove: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: { brief: 'Add or remove session tags' },
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'Session ID, followed by tags', parse: text, placeholder: 'ID TAG' },
      minimum: 2,
    },
    flags: { remove: switchFlag('Remove the tags'), json: jsonFlag },
  },
  async func(this: CliContext, flags: SessionTagFlags, id: string, ...names: readonly string[]) {
    const world = await this.world()
    const { session } = await findSession(world, id)
    const tags = names.map(checkedTag)
    const heading = { id: world.ids.event(), at: world.clock.now() }
    await world.log.append(session, [
      fact(SessionTagged, heading, flags.remove ? { removed: tags } : { added: tags }),
    ])
    const summary = summarizeSession(world, await findSession(world, session))
    printResult(
      this,
      flags,
      { session: summary },
      (value) =>
        `Tags of session ${this.out.style.cyan(shortId(value.session.id))}: ${value.session.tags.join(', ') || 'none'}`,
    )
  },
})
