import { aboutText, shortId } from '../../cli/present/session.ts'
import { table } from '../../cli/present/table.ts'
import { ago, countText } from '../../text/time.ts'
import type { ChatCommand, ChatState } from '../chat.ts'
import { greeting } from '../text.ts'

const MAX_LISTED = 15
export const AGENT = 'chat'

/** `/sessions`: lists the sessions of this project and switches between them. */
export const sessions: ChatCommand = {
  usage: '/sessions [N]',
  about: 'list the sessions of this project and switch to one by number',
  async run(chat, rest) {
    const found = (await chat.sessions.list()).filter(({ agent }) => agent === AGENT).slice(0, MAX_LISTED)
    if (rest === '') chat.out.print(listText(chat, found))
    const number = rest || (await chat.askLine('Number, or Enter to stay: '))
    if (number.trim() === '') return undefined
    const chosen = found[Number(number) - 1]
    if (!chosen)
      chat.out.print(
        `Invalid number ${JSON.stringify(number.slice(0, 20))}; there ${found.length === 1 ? 'is' : 'are'} ${countText(found.length, 'session')}.`,
      )
    else if (chosen.id === chat.session.id) chat.out.print('This is the current session.')
    else await switchTo(chat, chosen.id)
    return undefined
  },
}

async function switchTo(chat: ChatState, id: string): Promise<void> {
  const messages = await chat.switchTo(await chat.sessions.resume(id, chat.options))
  chat.out.print(greeting(chat.session, messages, chat.out.style))
}

function listText(
  { session, out }: ChatState,
  found: Awaited<ReturnType<ChatState['sessions']['list']>>,
): string {
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
