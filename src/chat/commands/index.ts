import { branch } from './branch.ts'
import type { ChatCommand } from './command.ts'
import { compact } from './compact.ts'
import { context } from './context.ts'
import { note } from './note.ts'
import { sessions } from './sessions.ts'
import { undo } from './undo.ts'

const retry: ChatCommand = {
  usage: '/retry',
  about: 'send the last prompt again',
  async run({ session, out }) {
    const last = (await session.messages({ last: 1 })).at(-1)
    if (last?.message.role === 'user' || last?.message.role === 'tool') return 'ask'
    out.print('The last prompt is already answered. Type /undo to go back before it.')
    return undefined
  },
}

const help: ChatCommand = {
  usage: '/help',
  about: 'show this list',
  async run({ out }) {
    const lines = [...COMMANDS.values()].map(
      ({ usage, about }) => `  ${out.style.cyan(usage.padEnd(30))} ${about}`,
    )
    const keys =
      '  Ctrl-C stops an answer or clears the line; on an empty line it quits. Arrow up recalls earlier prompts.'
    out.print([...lines, out.style.dim(keys)].join('\n'))
    return undefined
  },
}

const exit: ChatCommand = {
  usage: '/exit',
  about: 'quit; the next leftoff chat continues here',
  run: async () => 'leave',
}

/** By the word that is typed. */
export const COMMANDS: ReadonlyMap<string, ChatCommand> = new Map(
  Object.entries({ sessions, branch, undo, retry, context, compact, note, help, exit }),
)
