import { type Terms, termsIn } from '../text/terms.ts'
import type { SessionFacts, Trace } from './facts.ts'

/**
 * What is kept of a session for the search: computed once from its facts, looked up by term and by file. Postings of
 * different sessions know nothing of each other, so those of one can be replaced while its session goes on.
 */
export interface Postings {
  readonly session: string
  readonly startedAt: number
  readonly lastAt: number
  readonly branch?: string | undefined
  /** The weights of all terms together. */
  readonly length: number
  readonly terms: Terms
  /** What it edited or read. */
  readonly files: ReadonlyMap<string, Trace>
  readonly named: ReadonlySet<string>
}

/** What somebody asked says more about a session than what was answered. */
const PROMPT = 2
const ANSWER = 1
const EDIT = 1

export function postingsOf({ prompts, answers, files, ...session }: SessionFacts): Postings {
  const terms = new Map<string, number>()
  for (const text of prompts) termsIn(text, PROMPT, terms)
  for (const text of answers) termsIn(text, ANSWER, terms)
  for (const [path, { edits }] of files) if (edits > 0) termsIn(path, EDIT * edits, terms)
  return { ...session, terms, files, length: [...terms.values()].reduce((sum, weight) => sum + weight, 0) }
}
