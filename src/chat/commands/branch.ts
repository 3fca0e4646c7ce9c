import { shortId } from '../../cli/present/session.ts'
import { plain } from '../../cli/terminal-safe.ts'
import type { ChatCommand } from './command.ts'

/** `/branch`: continues in a new session. */
export const branch: ChatCommand = {
  usage: '/branch [NAME]',
  about: 'continue in a new branch',
  async run(talk, rest) {
    const { style } = talk.out
    const { id } = talk.session
    const branched = await talk.session.branch(rest === '' ? {} : { name: rest })
    await talk.goOnIn(branched)
    const name = rest === '' ? '' : ` ${style.bold(plain(rest))}`
    talk.out.print(
      `Branch ${style.cyan(shortId(branched.id))}${name}. Session ${style.cyan(shortId(id))} is unchanged; /sessions switches back to it.`,
    )
    return undefined
  },
}
