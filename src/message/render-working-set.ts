import type { CountTokens } from '../text/tokens.ts'
import { cutText } from './shortened.ts'
import type { WorkingSet } from './working-set.ts'

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
