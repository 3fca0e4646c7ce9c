import { aboutText, shortId } from '../../cli/present/session.ts'
import { table } from '../../cli/present/table.ts'
import { ago, countText } from '../../text/time.ts'
import type { Chat } from '../chat.ts'
import { greeting } from '../text.ts'
import type { ChatCommand } from './command.ts'

const MOST = 15
export const AGENT = 'chat'

/** `/sessions`: lists the sessions of this project and switches between them. */
export const sessions: ChatCommand = {
  usage: '/sessions [N]',
  about: 'list the sessions of this project and switch to one by number',
  async run(talk, rest) {
    const found = (await talk.sessions.list()).filter(({ agent }) => agent === AGENT).slice(0, MOST)
    if (rest === '') talk.out.print(listed(talk, found))
    const number = rest || (await talk.askLine('Number, or Enter to stay: '))
    if (number.trim() === '') return undefined
    const chosen = found[Number(number) - 1]
    if (!chosen)
      talk.out.print(
        `Invalid number ${JSON.stringify(number.slice(0, 20))}; there ${found.length === 1 ? 'is' : 'are'} ${countText(found.length, 'session')}.`,
      )
    else if (chosen.id === talk.session.id) talk.out.print('This is the current session.')
    else await goOn(talk, chosen.id)
    return undefined
  },
}

async function goOn(talk: Chat, id: string): Promise<void> {
  const messages = await talk.goOnIn(await talk.sessions.resume(id, talk.options))
  talk.out.print(greeting(talk.session, messages, talk.out.style))
}

function listed({ session, out }: Chat, found: Awaited<ReturnType<Chat['sessions']['list']>>): string {
  const rows = found.map((one, index) => ({ ...one, number: String(index + 1) }))
  const [head = '', ...lines] = table(
    rows,
    [
      { title: '', of: ({ number }) => number, right: true },
      {
        title: 'ID',
        of: ({ id }) => (id === session.id ? `${shortId(id)} *` : shortId(id)),
        paint: out.style.cyan,
      },
      { title: 'STATE', of: ({ state }) => state },
      { title: 'LAST', of: ({ quietMs }) => ago(quietMs) },
      { title: 'PROMPTS', of: ({ turns }) => String(turns), right: true },
      { title: 'BRANCH OF', of: ({ parent }) => (parent ? shortId(parent.session) : '-') },
      { title: 'ABOUT', of: (one) => aboutText(one) || '-', rest: true, paint: out.style.dim },
    ],
    out.columns,
  )
  return [out.style.bold(head), ...lines].join('\n')
}
