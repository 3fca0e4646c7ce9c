import { shortId } from '../../cli/present/session.ts'
import { plain } from '../../cli/terminal-safe.ts'
import type { ChatCommand } from './command.ts'

/** `/branch`: what is said from here on is said in another session. */
export const branch: ChatCommand = {
  usage: '/branch [NAME]',
  about: 'go on in a branch from here',
  async run(talk, rest) {
    const { style } = talk.out
    const { id } = talk.session
    const branched = await talk.session.branch(rest === '' ? {} : { name: rest })
    await talk.goOnIn(branched)
    const name = rest === '' ? '' : ` ${style.bold(plain(rest))}`
    talk.out.print(
      `Branch ${style.cyan(shortId(branched.id))}${name}: session ${style.cyan(shortId(id))} stays as it is. /sessions goes back to it.`,
    )
    return undefined
  },
}
