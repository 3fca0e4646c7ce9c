import type { CountTokens } from '../text/tokens.ts'
import type { Message } from './message.ts'
import { cutText } from './message-tokens.ts'

/** The compact state of a session from which a model can continue. */
export interface WorkingSet {
  readonly goal?: string
  /** Summary of the messages before the recent ones. */
  readonly summary: string
  readonly pinnedFacts: readonly string[]
  readonly decisions: readonly string[]
  readonly openTasks: readonly string[]
  readonly filesTouched: readonly string[]
  /** The last twenty names in prompts: files, symbols, packages, issues, products. */
  readonly entities: readonly string[]
  /** The last ten tools. */
  readonly recentTools: readonly string[]
  readonly recentMessages: readonly Message[]
  readonly tokenBudget: { readonly used: number; readonly limit: number }
}

/** The working set with snake_case field names, for other programs. */
export interface ExportedWorkingSet {
  readonly summary: string
  readonly pinned_facts: readonly string[]
  readonly decisions: readonly string[]
  readonly open_tasks: readonly string[]
  readonly files_touched: readonly string[]
  readonly entities: readonly string[]
  readonly recent_tools: readonly string[]
  readonly recent_messages: readonly Message[]
  readonly token_budget: { readonly used: number; readonly limit: number }
}

export const exportedWorkingSet = (set: WorkingSet): ExportedWorkingSet => ({
  summary: set.summary,
  pinned_facts: set.pinnedFacts,
  decisions: set.decisions,
  open_tasks: set.openTasks,
  files_touched: set.filesTouched,
  entities: set.entities,
  recent_tools: set.recentTools,
  recent_messages: set.recentMessages,
  token_budget: set.tokenBudget,
})

export type WorkingSetNotes = Omit<WorkingSet, 'entities' | 'recentTools' | 'recentMessages' | 'tokenBudget'>

/** Most important sections first. If the budget is too small, later sections are truncated before earlier ones. */
const SECTIONS: readonly (readonly [string, (set: WorkingSetNotes) => readonly string[]])[] = [
  ['Goal', ({ goal }) => (goal === undefined ? [] : [goal])],
  ['Facts', ({ pinnedFacts }) => pinnedFacts],
  ['Decisions', ({ decisions }) => decisions.toReversed()],
  ['Open tasks', ({ openTasks }) => openTasks],
]

/** The rest of the budget is reserved for the summary. */
const NOTES_SHARE = 0.6
const MAX_ITEM_TOKENS = 120
/** Longer lists of files say little, so the remaining files are only counted. */
const MAX_LISTED = 30

/** Renders the working set as text for a model, within the budget. Empty if there is nothing to report. */
export function renderWorkingSet(set: WorkingSetNotes, budget: number, count: CountTokens): string {
  const page = new Page(count)
  const most = set.summary === '' ? budget : budget * NOTES_SHARE
  for (const [title, items] of SECTIONS) page.section(title, items(set), most)
  page.text('So far', set.summary, budget)
  page.list('Files touched', set.filesTouched.toReversed(), budget)
  return page.toText()
}

class Page {
  readonly #count: CountTokens
  #text = ''

  constructor(count: CountTokens) {
    this.#count = count
  }

  toText(): string {
    return this.#text
  }

  /** Adds as many items as fit, and the number of omitted ones if that fits too. */
  section(title: string, items: readonly string[], most: number): void {
    let written = 0
    for (const item of items) {
      const line = `- ${cutText(item, MAX_ITEM_TOKENS, this.#count).replaceAll(/\s+/g, ' ')}`
      if (!this.#write(written === 0 ? `## ${title}\n${line}` : line, { most, isNew: written === 0 })) break
      written += 1
    }
    const missing = items.length - written
    if (written > 0 && missing > 0) this.#write(`- (${missing} more)`, { most, isNew: false })
  }

  /** One line with as many of the first items as fit, and the number of the others. */
  list(title: string, items: readonly string[], most: number): void {
    for (let shown = Math.min(items.length, MAX_LISTED); shown > 0; shown = Math.floor(shown * 0.8)) {
      const more = items.length - shown
      const text = `${items.slice(0, shown).join(', ')}${more > 0 ? ` (${more} more)` : ''}`
      if (this.#write(`## ${title}\n${text}`, { most, isNew: true })) return
    }
  }

  text(title: string, text: string, most: number): void {
    if (text === '') return
    const head = `## ${title}\n`
    const room = most - this.#count(`${this.#text}\n\n${head}`) - 8
    const cut = room > 0 ? cutText(text, room, this.#count) : ''
    if (cut !== '') this.#write(head + cut, { most, isNew: true })
  }

  #write(text: string, { most, isNew }: { readonly most: number; readonly isNew: boolean }): boolean {
    const next = this.#text === '' ? text : `${this.#text}${isNew ? '\n\n' : '\n'}${text}`
    if (this.#count(next) > most) return false
    this.#text = next
    return true
  }
}
