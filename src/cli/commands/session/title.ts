import { buildCommand } from '@stricli/core'
import { redactEvents } from '../../../app/ingest/redact-events.ts'
import { findSession } from '../../../app/lifecycle/find-session.ts'
import { summarizeSession } from '../../../app/lifecycle/session-summary.ts'
import { fact } from '../../../event/define.ts'
import { SessionTitled } from '../../../event/session.ts'
import { oneLine } from '../../../text/truncate.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import { plain } from '../../terminal-safe.ts'

export default buildCommand({
  docs: { brief: 'Set the title of a session' },
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'Session ID, followed by the title', parse: text, placeholder: 'ID TITLE' },
      minimum: 2,
    },
    flags: { json: jsonFlag },
  },
  async func(this: CliContext, flags: { readonly json: boolean }, id: string, ...words: readonly string[]) {
    const world = await this.world()
    const { session, view } = await findSession(world, id)
    const heading = { id: world.ids.event(), at: world.clock.now() }
    const titled = fact(SessionTitled, heading, { title: oneLine(words.join(' ')), by: 'user' })
    await world.log.append(session, redactEvents(world, [titled], view.identity.checkout))
    const summary = summarizeSession(world, await findSession(world, session))
    printResult(
      this,
      flags,
      { session: summary },
      (value) =>
        `Title of session ${this.out.style.cyan(shortId(value.session.id))}: ${plain(value.session.title ?? '')}`,
    )
  },
})
