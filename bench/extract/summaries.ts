import { statementsIn } from '../../src/extract/statements.ts'
import { keywordsOf } from '../../src/text/words.ts'
import type { Message } from './messages.ts'

interface Summary {
  readonly session_id: string
  readonly summary: { readonly open_items?: readonly string[] }
}

/** How much of an open item must be found in one statement. */
const ENOUGH = 0.4

/**
 * A weak check by others: of the open items that another tool's model wrote down for a session, the share whose words
 * are in one of our statements. What the model concluded from what was not said cannot be found by anybody who reads
 * only what was said.
 */
export function coverage(json: string, sessions: readonly (readonly Message[])[]): string {
  const summaries: readonly Summary[] = JSON.parse(json)
  const items = summaries.flatMap(({ session_id, summary }) => {
    const session = sessions.find(([first]) => first?.file.includes(session_id.slice(0, 8)))
    const ours = session?.flatMap(statedIn) ?? []
    return session ? (summary.open_items ?? []).map((item) => isCovered(item, ours)) : []
  })
  const covered = items.filter(Boolean).length
  return `open items of another tool whose words we hold: ${covered} of ${items.length}`
}

const statedIn = (message: Message): readonly ReadonlySet<string>[] =>
  statementsIn(message)
    .filter(({ kind }) => kind === 'next' || kind === 'blocker' || kind === 'question' || kind === 'decision')
    .map(({ text, why }) => new Set(keywordsOf(`${text} ${why ?? ''}`)))

function isCovered(item: string, ours: readonly ReadonlySet<string>[]): boolean {
  const words = keywordsOf(item)
  return ours.some((said) => words.filter((word) => said.has(word)).length >= words.length * ENOUGH)
}
