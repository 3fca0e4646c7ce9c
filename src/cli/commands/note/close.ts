import { buildCommand } from '@stricli/core'
import { record } from '../../../app/ingest/record.ts'
import { findSession, sessionsHere } from '../../../app/lifecycle/find-session.ts'
import { type Closing, closeItem } from '../../../app/lifecycle/notes.ts'
import { withPending } from '../../../app/lifecycle/open-items.ts'
import type { World } from '../../../app/world.ts'
import { terminalProcess } from '../../../host/process.ts'
import type { Viewed } from '../../../log/event-log.ts'
import type { Session } from '../../../session/session.ts'
import { isOpen, STATES } from '../../../session/state.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, sessionFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { shortId } from '../../present/session.ts'

interface NoteCloseFlags {
  readonly session?: string
  readonly json: boolean
}

const closeCommand = (closing: Closing, brief: string) =>
  buildCommand({
    docs: {
      brief,
      fullDescription:
        'The item can be named by its ID, an ID prefix or its text. leftoff searches the current session first, then earlier sessions of this project.',
    },
    parameters: {
      positional: {
        kind: 'array',
        parameter: { brief: 'ID or text of the item', parse: text, placeholder: 'ID|TEXT' },
        minimum: 1,
      },
      flags: { session: sessionFlag, json: jsonFlag },
    },
    async func(this: CliContext, flags: NoteCloseFlags, ...words: readonly string[]) {
      const world = await this.world()
      const sessions = flags.session
        ? [await findSession(world, flags.session)]
        : await sessionsLikely(this, world)
      const { session, event, item } = closeItem(world, sessions, { closing, name: words.join(' ') })
      const owner = sessions.find((seen) => seen.session === session)
      // Closing an item of an earlier session must not reopen that session.
      if (owner && isOpen(owner.view.life.state)) await record(world, session, [event])
      else await world.log.append(session, [event])
      const value = { id: event.id, session, closed: item.id, text: item.text, as: closing }
      printResult(
        this,
        flags,
        value,
        (closed) =>
          `${this.out.style.green(closing === 'done' ? 'Done' : 'Cleared')}: ${closed.text} (session ${shortId(closed.session)})`,
      )
    },
  })

/** Lists the session from LEFTOFF_SESSION first. */
async function sessionsLikely({ env }: CliContext, world: World): Promise<readonly Viewed<Session>[]> {
  const named = env.LEFTOFF_SESSION ? [await findSession(world, env.LEFTOFF_SESSION)] : []
  const here = await withPending(
    world,
    await sessionsHere(world, { terminal: terminalProcess(), states: STATES }),
  )
  return [...named, ...here.filter(({ session }) => session !== named[0]?.session)]
}

export default {
  done: closeCommand('done', 'Mark a next step or task as done'),
  cleared: closeCommand('cleared', 'Mark a blocker as cleared'),
}
