import type { SessionId } from '../../event/identity.ts'
import { understand } from '../../event/understand.ts'
import { markdownOf } from '../../message/markdown.ts'
import type { StoredMessage } from '../../message/message.ts'
import { MessageBuilder } from '../../message/messages.ts'
import { eventsOfLineage } from '../branch/lineage.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import type { World } from '../world.ts'

/** The transcript of a session and of its past for people, turn by turn. What is a secret by now is taken out. */
export async function* readableSession(world: World, session: SessionId): AsyncIterable<string> {
  const seen = await world.log.view(session)
  if (!seen) throw unknownSession(session)
  const { identity, work } = seen.view
  const redact = world.redactIn(identity.checkout)
  const title = identity.branchName ?? work.goal?.text ?? session
  yield `# ${redact(title).text.replaceAll(/\s+/g, ' ')}\n\n${identity.agent} in ${identity.project.name}, session ${session}\n`
  for await (const turn of turnsOf(world, session))
    for (const message of turn) {
      const text = markdownOf(message)
      if (text !== '') yield `\n${redact(text).text}`
    }
}

/** No more than one turn is held. */
async function* turnsOf(world: World, session: SessionId): AsyncIterable<readonly StoredMessage[]> {
  let builder = new MessageBuilder()
  for await (const stored of eventsOfLineage(world, session)) {
    const meaning = understand(stored)
    if (meaning.kind !== 'known') continue
    if (meaning.event.type === 'prompt.submitted') {
      yield builder.messages()
      builder = new MessageBuilder()
    }
    builder.add(meaning.event)
  }
  yield builder.messages()
}
