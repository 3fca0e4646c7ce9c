import { NOTE_KINDS } from '../../app/lifecycle/notes.ts'
import { plain } from '../../cli/terminal-safe.ts'
import type { ChatCommand } from './command.ts'

/** `/note`: records a note that is part of every later context. */
export const note: ChatCommand = {
  usage: '/note decision|fact|task TEXT',
  about: 'record a note that the model gets with every prompt',
  async run({ session, out }, rest) {
    const [, word = '', text = ''] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? []
    const kind = NOTE_KINDS.find((known) => known === word)
    if (!kind || text === '') {
      out.print(`Usage: /note KIND TEXT, where KIND is one of ${NOTE_KINDS.join(', ')}.`)
      return undefined
    }
    await session.note(kind, text)
    out.print(`Recorded ${kind}: ${plain(text)}`)
    return undefined
  },
}
