import type { CountTokens } from '../text/tokens.ts'
import type { Message } from './message.ts'
import { cutText } from './message-tokens.ts'

/** What a session has come to, in so few words that the next answer can be given from it. */
export interface WorkingSet {
  readonly goal?: string
  /** What was said before the recent messages. */
  readonly summary: string
  readonly pinnedFacts: readonly string[]
  readonly decisions: readonly string[]
  readonly openTasks: readonly string[]
  readonly filesTouched: readonly string[]
  readonly recentMessages: readonly Message[]
  readonly tokenBudget: { readonly used: number; readonly limit: number }
}

/** As other programs read and write it. */
export interface ExportedWorkingSet {
  readonly summary: string
  readonly pinned_facts: readonly string[]
  readonly decisions: readonly string[]
  readonly open_tasks: readonly string[]
  readonly files_touched: readonly string[]
  readonly recent_messages: readonly Message[]
  readonly token_budget: { readonly used: number; readonly limit: number }
}

export const exportedWorkingSet = (set: WorkingSet): ExportedWorkingSet => ({
  summary: set.summary,
  pinned_facts: set.pinnedFacts,
  decisions: set.decisions,
  open_tasks: set.openTasks,
  files_touched: set.filesTouched,
  recent_messages: set.recentMessages,
  token_budget: set.tokenBudget,
})

type Stated = Omit<WorkingSet, 'recentMessages' | 'tokenBudget'>

/** The most telling first: what comes last is cut first. */
const SECTIONS: readonly (readonly [string, (set: Stated) => readonly string[]])[] = [
  ['Goal', ({ goal }) => (goal === undefined ? [] : [goal])],
  ['Facts', ({ pinnedFacts }) => pinnedFacts],
  ['Decisions', ({ decisions }) => decisions.toReversed()],
  ['Open tasks', ({ openTasks }) => openTasks],
]

/** Some of it stays for the summary, however much was noted. */
const NOTED_SHARE = 0.6
const MOST_ITEM = 120

/** The working set as a model reads it, in at most so many tokens; empty where there is nothing to say. */
export function renderWorkingSet(set: Stated, budget: number, count: CountTokens): string {
  const page = new Page(count)
  const most = set.summary === '' ? budget : budget * NOTED_SHARE
  for (const [title, items] of SECTIONS) page.section(title, items(set), most)
  page.text('So far', set.summary, budget)
  page.text('Files touched', set.filesTouched.toReversed().join(', '), budget)
  return page.said()
}

class Page {
  readonly #count: CountTokens
  #said = ''

  constructor(count: CountTokens) {
    this.#count = count
  }

  said(): string {
    return this.#said
  }

  /** As many items as there is room for; how many there was none for is said where that fits too. */
  section(title: string, items: readonly string[], most: number): void {
    let written = 0
    for (const item of items) {
      const line = `- ${cutText(item, MOST_ITEM, this.#count).replaceAll(/\s+/g, ' ')}`
      if (!this.#write(written === 0 ? `## ${title}\n${line}` : line, { most, isNew: written === 0 })) break
      written += 1
    }
    const missing = items.length - written
    if (written > 0 && missing > 0) this.#write(`- (${missing} more)`, { most, isNew: false })
  }

  text(title: string, text: string, most: number): void {
    if (text === '') return
    const head = `## ${title}\n`
    const room = most - this.#count(`${this.#said}\n\n${head}`) - 8
    const cut = room > 0 ? cutText(text, room, this.#count) : ''
    if (cut !== '') this.#write(head + cut, { most, isNew: true })
  }

  #write(text: string, { most, isNew }: { readonly most: number; readonly isNew: boolean }): boolean {
    const next = this.#said === '' ? text : `${this.#said}${isNew ? '\n\n' : '\n'}${text}`
    if (this.#count(next) > most) return false
    this.#said = next
    return true
  }
}
