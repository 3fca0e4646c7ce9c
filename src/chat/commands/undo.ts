import { shortId } from '../../cli/present/session.ts'
import { textOf } from '../../message/message.ts'
import { promptsIn } from '../talk.ts'
import { topic } from '../words.ts'
import type { ChatCommand } from './command.ts'

/** `/undo`: as if the last prompt had not been said. */
export const undo: ChatCommand = {
  usage: '/undo',
  about: 'go on in a branch from before the last prompt; nothing is deleted',
  async run(talk) {
    const { style } = talk.out
    const { id } = talk.session
    const { history } = talk
    const last = promptsIn(await talk.session.messages()).at(-1)
    if (!last) {
      talk.out.print('Nothing was said yet.')
      return undefined
    }
    const branched = await talk.session.branch({ before: last })
    await talk.goOnIn(branched)
    talk.history = history // the arrow up brings the prompt back, to be said otherwise
    talk.out.print(
      `Back before ${topic(textOf(last.message))}, in branch ${style.cyan(shortId(branched.id))}: session ${style.cyan(shortId(id))} keeps it.`,
    )
    return undefined
  },
}
