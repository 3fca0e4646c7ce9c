import type { StoredMessage } from '../../message/message.ts'
import { SimilarTexts } from './line.ts'
import { type Census, namesIn } from './names.ts'
import type { FailedCall } from './tool-lines.ts'

/** How many items of a kind the summary omits, and the first of them. */
interface Missing {
  readonly count: number
  readonly some: readonly string[]
}

/** What a summary omits of the messages it replaces. */
export interface Loss {
  readonly messages: number
  readonly prompts: number
  readonly toolResults: number
  readonly files: Missing
  readonly names: Missing
  readonly decisions: Missing
  readonly errors: Missing
}

interface Known {
  readonly messages: readonly StoredMessage[]
  readonly census: Census
  readonly decisions: readonly string[]
  readonly failures: readonly FailedCall[]
}

const MOST = 20

export function lossOf(summary: string, { messages, census, decisions, failures }: Known): Loss {
  const told = new Set(namesIn(summary).map(({ key }) => key))
  const missing = [...census.values()].filter(({ name }) => !told.has(name.key))
  const named = (kind: string): Missing =>
    missingOf(missing.flatMap(({ name }) => (name.kind === kind ? [name.text] : [])))
  const count = (role: string): number => messages.filter(({ message }) => message.role === role).length
  const says = new SimilarTexts(summary.split('\n'))
  return {
    messages: messages.length,
    prompts: count('user'),
    toolResults: resultsIn(messages),
    files: named('file'),
    names: named('name'),
    decisions: missingOf(decisions.filter((one) => !says.has(one))),
    errors: missingOf(failures.map(({ said }) => said).filter((said) => said !== '' && !says.has(said))),
  }
}

const missingOf = (all: readonly string[]): Missing => ({ count: all.length, some: all.slice(0, MOST) })

const resultsIn = (messages: readonly StoredMessage[]): number =>
  messages.reduce((sum, { message }) => sum + (message.role === 'tool' ? message.content.length : 0), 0)
