import { recordOrSpool } from '../../app/ingest/store-or-spool.ts'
import { sessionsHere } from '../../app/lifecycle/find-session.ts'
import { type Closing, closeItem } from '../../app/lifecycle/notes.ts'
import { withPending } from '../../app/lifecycle/open-items.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isOpen, STATES } from '../../session/state.ts'
import type { CallContext } from '../call-queue.ts'
import { type Tool, tool, WRITES } from '../tool.ts'
import { noteAnswer, noteText } from './notes.ts'

interface ClosingSpec {
  readonly name: string
  readonly closing: Closing
  readonly title: string
  readonly description: string
}

/** A tool that closes an open item of this project, from any session. */
const closingTool = ({ name, closing, title, description }: ClosingSpec): Tool =>
  tool({
    name,
    title,
    description,
    input: { item: noteText('The ID shown by session_status, or the text of the item') },
    annotations: WRITES,
    async run(call, { item: wanted }) {
      const { world } = call
      const sessions = await likeliestFirst(call)
      const { session, event, item } = closeItem(world, sessions, { closing, name: wanted })
      const owner = sessions.find((seen) => seen.session === session)
      const heading = { what: closing, id: item.id, session, isNew: false }
      if (owner && isOpen(owner.view.life.state))
        return noteAnswer({ ...heading, stored: await recordOrSpool(world, session, event) })
      // Closing an item of an earlier session must not reopen that session.
      await world.log.append(session, [event])
      return noteAnswer({ ...heading, stored: 'logged' })
    },
  })

export const noteDone = closingTool({
  name: 'note_done',
  closing: 'done',
  title: 'Mark an action as done',
  description: 'Mark a next action or task of this project as done. It may come from an earlier session.',
})

export const clearBlocker = closingTool({
  name: 'clear_blocker',
  closing: 'cleared',
  title: 'Clear a blocker',
  description: 'Mark a blocker of this project as gone. It may come from an earlier session.',
})

async function likeliestFirst(call: CallContext): Promise<readonly Viewed<Session>[]> {
  const own = await call.currentSession()
  const here = await withPending(call.world, await sessionsHere(call.world, { states: STATES }))
  return own ? [own, ...here.filter(({ session }) => session !== own.session)] : here
}
