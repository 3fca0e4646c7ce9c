import {
  isCall,
  type Message,
  outputText,
  type StoredMessage,
  type ToolResultPart,
} from '../../message/message.ts'
import type { Speaker } from '../statement.ts'

/** A message's text. */
export interface SpokenPiece {
  readonly kind: 'words'
  /** Index of the message. */
  readonly index: number
  readonly speaker: Speaker
  readonly text: string
  /** Whether the message is the last answer before the next prompt. */
  readonly isFinal: boolean
}

export interface CallPiece extends PairedCall {
  readonly kind: 'called'
  readonly index: number
}

export interface ResultPiece {
  readonly kind: 'returned'
  readonly index: number
  readonly call: string
  readonly tool: string
  readonly isFailed: boolean
  readonly text: string
}

export type Piece = SpokenPiece | CallPiece | ResultPiece

/** Only the beginning and the end of longer text are read, to save time. */
const MOST_READ = 24_000

/** The messages as text, calls and results, in order. System messages are skipped. */
export function piecesOf(messages: readonly StoredMessage[]): readonly Piece[] {
  const finals = finalAnswers(messages)
  return messages.flatMap(({ message }, index) => piecesIn(message, { index, isFinal: finals.has(index) }))
}

interface At {
  readonly index: number
  readonly isFinal: boolean
}

function piecesIn(message: Message, at: At): readonly Piece[] {
  switch (message.role) {
    case 'system':
      return []
    case 'user':
      return words(message, at)
    case 'assistant':
      return [...words(message, at), ...called(message, at.index)]
    case 'tool':
      return message.content.map((part) => returned(part, at.index))
  }
}

/** The last answer with text before each prompt. */
function finalAnswers(messages: readonly StoredMessage[]): ReadonlySet<number> {
  const finals = new Set<number>()
  let last: number | undefined
  for (const [index, { message }] of messages.entries()) {
    if (message.role === 'assistant' && saidIn(message) !== '') last = index
    if (message.role !== 'user') continue
    if (last !== undefined) finals.add(last)
    last = undefined
  }
  if (last !== undefined) finals.add(last)
  return finals
}

function words(message: Message, at: At): SpokenPiece[] {
  const text = bounded(saidIn(message))
  const speaker = message.role === 'user' ? 'user' : 'assistant'
  return text.trim() === '' ? [] : [{ kind: 'words', speaker, text, ...at }]
}

/** The text of a message, without reasoning, images and calls. */
function saidIn({ content }: Message): string {
  if (typeof content === 'string') return content
  return content
    .flatMap((part) => (part.type === 'text' && 'text' in part ? [String(part.text)] : []))
    .join('\n')
}

const called = ({ content }: Message, index: number): readonly CallPiece[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part): readonly CallPiece[] => {
        const call = callOf(part)
        return call ? [{ kind: 'called', index, ...call }] : []
      })

function returned({ toolCallId, toolName, output }: ToolResultPart, index: number): ResultPiece {
  return {
    kind: 'returned',
    index,
    call: String(toolCallId),
    tool: String(toolName),
    isFailed: output.type === 'error-text' || output.type === 'error-json',
    text: bounded(outputText(output)),
  }
}

const bounded = (text: string): string =>
  text.length <= MOST_READ ? text : `${text.slice(0, MOST_READ / 2)}\n${text.slice(-MOST_READ / 2)}`

interface PairedCall {
  readonly id: string
  readonly tool: string
  /** The shell command, if the call runs one. */
  readonly command?: string
  /** Files named in the input. */
  readonly files: readonly string[]
  readonly isChange: boolean
  /** All strings in the input. */
  readonly text: string
}

function callOf(part: { readonly type: string }): PairedCall | undefined {
  if (!isCall(part)) return undefined
  const given = [...stringsIn(part.input)]
  const command = given.find(({ key }) => COMMAND.test(key))?.text
  const files = given.filter(({ key }) => FILE.test(key)).map(({ text }) => text)
  return {
    id: part.toolCallId,
    tool: String(part.toolName),
    ...(command !== undefined && { command: command.slice(0, MOST_TEXT) }),
    files: files.filter((file) => file.length > 0 && file.length <= MOST_PATH),
    isChange: CHANGES.test(String(part.toolName)),
    text: given
      .map(({ text }) => text)
      .join('\n')
      .slice(0, MOST_TEXT),
  }
}

const COMMAND = /^(?:command|cmd|script)$/i
const FILE = /^(?:file|path|file_?path|notebook_?path|filename|target_?file|absolute_?path|relative_?path)$/i
const CHANGES = /edit|write|create|patch|replace|insert|rename|delete|remove/i
const MOST_TEXT = 8000
const MOST_PATH = 300
const MOST_STRINGS = 60
const DEEPEST = 4

interface Given {
  readonly key: string
  readonly text: string
}

/** The strings in an input with their keys. */
function* stringsIn(input: unknown): Iterable<Given> {
  let left = MOST_STRINGS
  for (const given of walk(input, '', 0)) {
    yield given
    left -= 1
    if (left === 0) return
  }
}

function* walk(value: unknown, key: string, depth: number): Iterable<Given> {
  if (typeof value === 'string') yield { key, text: value }
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return
  for (const [name, inner] of Object.entries(value))
    yield* walk(inner, Array.isArray(value) ? key : name, depth + 1)
}
