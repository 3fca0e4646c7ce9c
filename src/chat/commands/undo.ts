import { shortId } from '../../cli/present/session.ts'
import { textOf } from '../../message/message.ts'
import { promptsIn } from '../talk.ts'
import { topic } from '../words.ts'
import type { ChatCommand } from './command.ts'

/** `/undo`: goes back before the last prompt. */
export const undo: ChatCommand = {
  usage: '/undo',
  about: 'continue in a branch from before the last prompt; nothing is deleted',
  async run(talk) {
    const { style } = talk.out
    const { id } = talk.session
    const { history } = talk
    const last = promptsIn(await talk.session.messages()).at(-1)
    if (!last) {
      talk.out.print('Nothing to undo.')
      return undefined
    }
    const branched = await talk.session.branch({ before: last })
    await talk.goOnIn(branched)
    talk.history = history // so that arrow up recalls the prompt for editing
    talk.out.print(
      `Back before ${topic(textOf(last.message))}, in branch ${style.cyan(shortId(branched.id))}. Session ${style.cyan(shortId(id))} is unchanged.`,
    )
    return undefined
  },
}
