import { fieldOf, textField } from '../../field.ts'
import type { Hooks } from './hook.ts'
import type { Messenger } from './messenger.ts'
import type { Notes } from './notes.ts'

/** What the model reads. */
export const readingHooks = (messenger: Messenger): Hooks => ({
  /** Before every request: what is not added again is not read again. */
  async 'experimental.chat.system.transform'(input, output) {
    const session = textField(input, 'sessionID')
    const system = fieldOf(output, 'system')
    if (!session || !Array.isArray(system) || messenger.isSubagent(session) || isForTitle(system)) return
    const notes = messenger.sessions.of(session)
    if (isOfCompaction(notes)) return
    if (notes.compaction === 'done') askAgain(messenger, session, notes)
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

/** The first request after a compaction began is that of the summary. */
function isOfCompaction(notes: Notes): boolean {
  if (notes.compaction !== 'summarising') return false
  notes.compaction = 'done'
  return true
}

/** Where there is nothing new to read, the old is read on. */
function askAgain(messenger: Messenger, session: string, notes: Notes): void {
  const before = notes.brief
  notes.compaction = 'none'
  notes.brief = messenger.ask('session.start', session, { source: 'compact' }).then((text) => text ?? before)
}

/** The request that finds a name for a session has no mark but the words that it begins with. */
const isForTitle = (system: readonly unknown[]): boolean =>
  typeof system[0] === 'string' && /^\W*you are a title generator/i.test(system[0])
