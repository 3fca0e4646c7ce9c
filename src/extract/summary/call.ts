import { isCall } from '../../message/message.ts'

/** What an agent asked a tool for, as far as it tells anything. */
export interface Call {
  readonly id: string
  readonly tool: string
  /** The line for the shell, where it is one. */
  readonly command?: string
  /** The files that it was about. */
  readonly files: readonly string[]
  readonly isChange: boolean
  /** Everything that was given, as words. */
  readonly text: string
}

export function callOf(part: { readonly type: string }): Call | undefined {
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

/** The texts of an input under the names that they were given. */
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
