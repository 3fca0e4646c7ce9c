import { branch } from './branch.ts'
import type { ChatCommand } from './command.ts'
import { compact } from './compact.ts'
import { context } from './context.ts'
import { note } from './note.ts'
import { sessions } from './sessions.ts'
import { undo } from './undo.ts'

const retry: ChatCommand = {
  usage: '/retry',
  about: 'ask again for an answer to the last prompt',
  async run({ session, out }) {
    const last = (await session.messages({ last: 1 })).at(-1)
    if (last?.message.role === 'user' || last?.message.role === 'tool') return 'ask'
    out.print('The last prompt has its answer. /undo goes back before it.')
    return undefined
  },
}

const help: ChatCommand = {
  usage: '/help',
  about: 'this list',
  async run({ out }) {
    const lines = [...COMMANDS.values()].map(
      ({ usage, about }) => `  ${out.style.cyan(usage.padEnd(30))} ${about}`,
    )
    const keys =
      '  Ctrl-C stops an answer and empties a line; on an empty one it leaves. Arrow up: earlier prompts.'
    out.print([...lines, out.style.dim(keys)].join('\n'))
    return undefined
  },
}

const exit: ChatCommand = {
  usage: '/exit',
  about: 'leave; the next leftoff chat goes on here',
  run: async () => 'leave',
}

/** By the word that is typed. */
export const COMMANDS: ReadonlyMap<string, ChatCommand> = new Map(
  Object.entries({ sessions, branch, undo, retry, context, compact, note, help, exit }),
)
