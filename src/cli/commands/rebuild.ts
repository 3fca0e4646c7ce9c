import { buildCommand } from '@stricli/core'
import { countText } from '../../text/time.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag } from '../flags.ts'
import { printResult } from '../out.ts'

export default buildCommand({
  docs: {
    brief: 'Rebuild views and the search index from the log',
    fullDescription:
      'Deletes all views and rebuilds them from the events, in one transaction. Deletes the search index, which is rebuilt when it is next used. Events in the log are not changed.',
  },
  parameters: { flags: { json: jsonFlag } },
  async func(this: CliContext, flags: { readonly json: boolean }) {
    const { log, index } = await this.world()
    index.drop(await log.generation())
    const done = await log.rebuild((events) => this.out.progress(`${countText(events, 'event')} processed`))
    this.out.progress('')
    printResult(
      this,
      flags,
      done,
      ({ sessions, events }) =>
        `Rebuilt the views of ${countText(sessions, 'session')} from ${countText(events, 'event')}.`,
    )
  },
})
