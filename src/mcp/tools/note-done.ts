import { recordOrSpool } from '../../app/ingest/store-or-spool.ts'
import { sessionsHere } from '../../app/lifecycle/find-session.ts'
import { closeItem } from '../../app/lifecycle/notes.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isOpen, STATES } from '../../session/state.ts'
import type { CallContext } from '../call-queue.ts'
import { tool, WRITES } from '../tool.ts'
import { noteAnswer, noteText } from './notes.ts'

export const noteDone = tool({
  name: 'note_done',
  title: 'Mark an action as done',
  description: 'Mark a next action or task of this project as done. It may come from an earlier session.',
  input: { item: noteText('The ID shown by session_status, or the text of the item') },
  annotations: WRITES,
  async run(call, { item: name }) {
    const { world } = call
    const sessions = await likeliestFirst(call)
    const { session, event, item } = closeItem(world, sessions, { closing: 'done', name })
    const owner = sessions.find((seen) => seen.session === session)
    const heading = { what: 'done', id: item.id, session, isNew: false }
    if (owner && isOpen(owner.view.life.state))
      return noteAnswer({ ...heading, stored: await recordOrSpool(world, session, event) })
    // Closing an item of an earlier session must not reopen that session.
    await world.log.append(session, [event])
    return noteAnswer({ ...heading, stored: 'logged' })
  },
})

async function likeliestFirst(call: CallContext): Promise<readonly Viewed<Session>[]> {
  const own = await call.currentSession()
  const here = await sessionsHere(call.world, { states: STATES })
  return own ? [own, ...here.filter(({ session }) => session !== own.session)] : here
}
