import { NOTE_KINDS } from '../../app/lifecycle/notes.ts'
import { shortId } from '../../cli/present/session.ts'
import { plain } from '../../cli/terminal-safe.ts'
import { textOf } from '../../message/message.ts'
import { type ChatCommand, promptsIn } from '../chat.ts'
import { compactedText, lostText, topic } from '../text.ts'
import { context } from './context.ts'
import { sessions } from './sessions.ts'

const retry: ChatCommand = {
  usage: '/retry',
  about: 'send the last prompt again',
  async run({ session, out }) {
    const last = (await session.messages({ last: 1 })).at(-1)
    if (last?.message.role === 'user' || last?.message.role === 'tool') return 'ask'
    out.print('The last prompt is already answered. Type /undo to return to the state before it.')
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

/** `/branch`: continues in a new session. */
const branch: ChatCommand = {
  usage: '/branch [NAME]',
  about: 'continue in a new branch',
  async run(chat, rest) {
    const { style } = chat.out
    const { id } = chat.session
    const branched = await chat.session.branch(rest === '' ? {} : { name: rest })
    await chat.switchTo(branched)
    const name = rest === '' ? '' : ` ${style.bold(plain(rest))}`
    chat.out.print(
      `Branch ${style.cyan(shortId(branched.id))}${name}. Session ${style.cyan(shortId(id))} is unchanged; /sessions switches back to it.`,
    )
    return undefined
  },
}

/** `/compact`: summarizes older messages. */
const compact: ChatCommand = {
  usage: '/compact [undo]',
  about: 'summarize older messages and list what the summary omits',
  async run({ session, out }, rest) {
    if (rest === 'undo') {
      const isUndone = await session.undoCompaction()
      out.print(isUndone ? 'Restored the summarized messages.' : 'This session has no summary.')
      return undefined
    }
    const compaction = await session.compact()
    if (!compaction) {
      out.print('Nothing to summarize: recent messages are kept (the compaction.keep setting).')
      return undefined
    }
    const lost = lostText(compaction)
    out.print([compactedText(compaction), ...(lost === undefined ? [] : [lost])].join('\n'))
    return undefined
  },
}

/** `/note`: records a note that is part of every later context. */
const note: ChatCommand = {
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

/** `/undo`: branches from before the last prompt. */
const undo: ChatCommand = {
  usage: '/undo',
  about: 'continue in a branch from before the last prompt; nothing is deleted',
  async run(chat) {
    const { style } = chat.out
    const { id } = chat.session
    const { history } = chat
    const last = promptsIn(await chat.session.messages()).at(-1)
    if (!last) {
      chat.out.print('Nothing to undo.')
      return undefined
    }
    const branched = await chat.session.branch({ before: last })
    await chat.switchTo(branched)
    chat.history = history // lets the user recall the prompt with arrow up and edit it
    chat.out.print(
      `Continuing from before ${topic(textOf(last.message))}, in branch ${style.cyan(shortId(branched.id))}. Session ${style.cyan(shortId(id))} is unchanged.`,
    )
    return undefined
  },
}

/** Slash commands by name. */
export const COMMANDS: ReadonlyMap<string, ChatCommand> = new Map(
  Object.entries({ sessions, branch, undo, retry, context, compact, note, help, exit }),
)
