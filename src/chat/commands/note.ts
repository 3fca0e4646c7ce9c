import { NOTE_KINDS } from '../../app/lifecycle/notes.ts'
import { plain } from '../../cli/terminal-safe.ts'
import type { ChatCommand } from './command.ts'

/** `/note`: what the model shall know however long the session becomes. */
export const note: ChatCommand = {
  usage: '/note decision|fact|task TEXT',
  about: 'note something that the model is told with every prompt',
  async run({ session, out }, rest) {
    const [, word = '', text = ''] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? []
    const kind = NOTE_KINDS.find((known) => known === word)
    if (!kind || text === '') {
      out.print(`Say what kind and what: /note KIND TEXT, where KIND is one of ${NOTE_KINDS.join(', ')}.`)
      return undefined
    }
    await session.note(kind, text)
    out.print(`Noted as ${kind}: ${plain(text)}`)
    return undefined
  },
}
