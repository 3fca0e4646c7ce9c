import { fieldOf, textField } from '../../field.ts'
import { onEvent, outputIn, promptIn } from './events.ts'
import { Messenger, type PluginPaths } from './messenger.ts'
import { replyIn, type SessionNotes } from './sessions.ts'

/** The plugin. opencode loads it once per directory. */
export const pluginOf =
  (paths: PluginPaths) =>
  async (context: unknown): Promise<PluginHooks> => {
    const directory = textField(context, 'directory')
    const running = directoriesOfThisProcess()
    if (running.has(directory)) return {}
    running.add(directory)
    const messenger = new Messenger(paths, directory, (text) => showToast(context, text))
    const dispose = async (): Promise<void> => {
      running.delete(directory)
      for (const session of messenger.sessions.prompted()) messenger.send('dispose', session, {})
    }
    return withoutErrors({ ...reportingHooks(messenger), ...contextHooks(messenger), dispose })
  }

/** Shows a toast in the terminal interface. If there is none, as in `opencode run`, opencode drops the toast. */
async function showToast(context: unknown, message: string): Promise<void> {
  try {
    const tui = fieldOf(fieldOf(context, 'client'), 'tui')
    const show = fieldOf(tui, 'showToast')
    if (typeof show === 'function') await show.call(tui, { body: { message, variant: 'info' } })
  } catch {
    // the session works without it
  }
}

/** Prevents duplicates when the plugin is installed both for the user and for the project. */
function directoriesOfThisProcess(): Set<unknown> {
  const key = Symbol.for('leftoff.opencode.directories')
  const existing: unknown = Reflect.get(globalThis, key)
  if (existing instanceof Set) return existing
  const created = new Set()
  Reflect.set(globalThis, key, created)
  return created
}

/** Keeps errors away from opencode: a failure in leftoff must not break the session. */
function withoutErrors(hooks: PluginHooks): PluginHooks {
  const guarded = Object.entries(hooks).map(([name, hook]): [string, PluginHook] => [
    name,
    async (input, output) => {
      try {
        await hook(input, output)
      } catch {
        // the event is lost; the session continues
      }
    },
  ])
  return Object.fromEntries(guarded)
}

/** Hooks that report to leftoff. */
function reportingHooks(messenger: Messenger): PluginHooks {
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
      notes.brief ??= startSession(messenger, session, notes.isNew ? 'startup' : 'resume')
      messenger.send('chat.message', session, { messageID, text })
    },

    async 'tool.execute.before'(input, output) {
      const { session, callID, tool } = callIn(input)
      if (!session || !callID) return
      calledAt.set(callID, Date.now())
      messenger.send('tool.execute.before', session, { callID, tool, args: fieldOf(output, 'args') })
    },

    async 'tool.execute.after'(input, output) {
      const { session, callID, tool } = callIn(input)
      if (!session || !callID) return
      const since = calledAt.get(callID)
      calledAt.delete(callID)
      const durationMs = since === undefined ? undefined : Math.max(0, Date.now() - since)
      const args = fieldOf(input, 'args')
      messenger.send('tool.execute.after', session, { callID, tool, args, durationMs, ...outputIn(output) })
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

/** Also spools the message ahead of the prompt, so that any process that drains the spool can start the session. */
function startSession(messenger: Messenger, session: string, source: string): Promise<string | undefined> {
  messenger.send('session.start', session, { source })
  return messenger.ask('session.start', session, { source })
}

const callIn = (input: unknown) => ({
  session: textField(input, 'sessionID'),
  callID: textField(input, 'callID'),
  tool: textField(input, 'tool'),
})

/** Hooks that add text to what the model receives. */
const contextHooks = (messenger: Messenger): PluginHooks => ({
  /** Runs before every request, because opencode rebuilds the system prompt each time. */
  async 'experimental.chat.system.transform'(input, output) {
    const session = textField(input, 'sessionID')
    const system = fieldOf(output, 'system')
    if (!session || !Array.isArray(system) || isForTitle(system)) return
    if (messenger.isSubagent(session)) {
      // A sub-agent follows the same rules as the session that started it.
      const inherited = await messenger.sessions.of(messenger.sessions.rootOf(session)).brief
      if (inherited) system.push(inherited)
      return
    }
    const notes = messenger.sessions.of(session)
    if (isSummaryRequest(notes)) return
    if (notes.compaction === 'done') requestNewBrief(messenger, session, notes)
    const text = await notes.brief
    if (text) system.push(text)
  },

  async 'experimental.session.compacting'(input, output) {
    const session = textField(input, 'sessionID')
    if (!session || messenger.isSubagent(session)) return
    const notes = messenger.sessions.of(session)
    notes.compaction = 'summarising'
    const text = await messenger.ask('session.compacting', session, { trigger: notes.trigger })
    const context = fieldOf(output, 'context')
    if (text && Array.isArray(context)) context.push(text)
  },
})

/** The first request after a compaction starts is the summary request. */
function isSummaryRequest(notes: SessionNotes): boolean {
  if (notes.compaction !== 'summarising') return false
  notes.compaction = 'done'
  return true
}

/** Keeps the old brief if there is no new one. */
function requestNewBrief(messenger: Messenger, session: string, notes: SessionNotes): void {
  const before = notes.brief
  notes.compaction = 'none'
  notes.brief = messenger.ask('session.start', session, { source: 'compact' }).then((text) => text ?? before)
}

/** The title request can be recognized only by its first words. */
const isForTitle = (system: readonly unknown[]): boolean =>
  typeof system[0] === 'string' && /^\W*you are a title generator/i.test(system[0])

/** A plugin hook. It receives an input and an output, which it may modify. */
type PluginHook = (input: unknown, output?: unknown) => Promise<void>
export type PluginHooks = Record<string, PluginHook>
