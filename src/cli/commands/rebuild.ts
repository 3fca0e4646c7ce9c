import { buildCommand } from '@stricli/core'
import { answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { jsonFlag } from '../flags.ts'

export default buildCommand({
  docs: {
    brief: 'Derive every view from the log again',
    fullDescription:
      'Deletes every view and folds it again from the events, in one transaction, and the index, which is made again when it is needed. The log itself is not touched.',
  },
  parameters: { flags: { json: jsonFlag } },
  async func(this: Context, flags: { readonly json: boolean }) {
    const { log, index } = await this.world()
    index.drop()
    const done = await log.rebuild((events) => this.out.progress(`${events} events folded`))
    this.out.progress('')
    answer(
      this,
      flags,
      done,
      ({ sessions, events }) => `Rebuilt the views of ${sessions} sessions from ${events} events.`,
    )
  },
})
