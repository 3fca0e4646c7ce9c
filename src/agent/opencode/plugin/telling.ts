import { fieldOf, textField } from '../../field.ts'
import { onEvent } from './events.ts'
import type { Hooks } from './hook.ts'
import type { Messenger } from './messenger.ts'
import { replyIn } from './notes.ts'
import { outputIn, promptIn } from './trim.ts'

/** What opencode says. */
export function tellingHooks(messenger: Messenger): Hooks {
  const { sessions } = messenger
  const calledAt = new Map<string, number>()
  return {
    async 'command.execute.before'(input) {
      const [session, command] = [textField(input, 'sessionID'), textField(input, 'command')]
      if (!session || !command) return
      sessions.of(session).command = `/${command} ${textField(input, 'arguments') ?? ''}`.trim()
    },

    async 'chat.message'(input, output) {
      const session = textField(input, 'sessionID')
      if (!session || messenger.isSubagent(session)) return
      const notes = sessions.of(session)
      const messageID = textField(fieldOf(output, 'message'), 'id')
      const text = notes.command ?? promptIn(fieldOf(output, 'parts'))
      notes.command = undefined
      notes.prompt = messageID ?? ''
      notes.brief ??= begun(messenger, session, notes.isNew ? 'startup' : 'resume')
      messenger.tell('chat.message', session, { messageID, text })
    },

    async 'tool.execute.before'(input, output) {
      const { session, callID, tool } = callIn(input)
      if (!session || !callID) return
      calledAt.set(callID, Date.now())
      messenger.tell('tool.execute.before', session, { callID, tool, args: fieldOf(output, 'args') })
    },

    async 'tool.execute.after'(input, output) {
      const { session, callID, tool } = callIn(input)
      if (!session || !callID) return
      const since = calledAt.get(callID)
      calledAt.delete(callID)
      const durationMs = since === undefined ? undefined : Math.max(0, Date.now() - since)
      const args = fieldOf(input, 'args')
      messenger.tell('tool.execute.after', session, { callID, tool, args, durationMs, ...outputIn(output) })
    },

    async 'experimental.text.complete'(input, output) {
      const [session, message] = [textField(input, 'sessionID'), textField(input, 'messageID')]
      if (!session || !message) return
      const reply = replyIn(sessions.of(session), message)
      reply.text = [reply.text, textField(output, 'text')].filter(Boolean).join('\n')
    },

    async event(input) {
      onEvent(messenger, fieldOf(input, 'event'))
    },
  }
}

/** Also left in the spool, before the prompt: whoever is first to take that in knows whose it is. */
function begun(messenger: Messenger, session: string, source: string): Promise<string | undefined> {
  messenger.tell('session.start', session, { source })
  return messenger.ask('session.start', session, { source })
}

const callIn = (input: unknown) => ({
  session: textField(input, 'sessionID'),
  callID: textField(input, 'callID'),
  tool: textField(input, 'tool'),
})
