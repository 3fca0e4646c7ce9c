import { COLUMNS, countHeld, type FactKind, KINDS, keyFactsOf } from './key-facts.ts'
import type { Method } from './methods.ts'
import type { Point } from './points.ts'

const BUDGETS = [500, 1000, 2000] as const

/** The mean share of facts that a method preserved, by kind. */
interface CompactionRow {
  readonly method: string
  readonly budget: number
  readonly points: number
  readonly tokens: number
  readonly kept: Readonly<Record<FactKind, number>>
  /** The mean over the kinds present at each point. */
  readonly all: number
}

/** Adds up scores point by point, so that sessions need not stay in memory. */
export class CompactionScores {
  readonly #sums = new Map<string, Sum>()
  points = 0
  readonly facts: Record<FactKind, number> = {
    files: 0,
    identifiers: 0,
    commands: 0,
    quantities: 0,
    errors: 0,
    decisions: 0,
    words: 0,
  }

  add(point: Point, methods: readonly Method[], countTokens: (text: string) => number): void {
    const facts = keyFactsOf(point)
    const kinds = KINDS.filter((kind) => facts[kind].size > 0)
    if (kinds.length === 0) return
    this.points += 1
    for (const kind of COLUMNS) this.facts[kind] += facts[kind].size
    for (const budget of BUDGETS)
      for (const method of methods) {
        const text = method.summary(point, budget)
        if (text === undefined) continue
        const count = countHeld(text, facts)
        const there = COLUMNS.filter((kind) => facts[kind].size > 0)
        const shares = there.map((kind) => [kind, count[kind] / facts[kind].size] as const)
        this.#sum(method.name, budget).add(shares, countTokens(text))
      }
  }

  rows(): readonly CompactionRow[] {
    return [...this.#sums.values()].map((sum) => sum.row())
  }

  #sum(method: string, budget: number): Sum {
    const key = `${budget} ${method}`
    const sum = this.#sums.get(key) ?? new Sum(method, budget)
    this.#sums.set(key, sum)
    return sum
  }
}

class Sum {
  readonly method: string
  readonly budget: number
  readonly #kinds = new Map<FactKind, { sum: number; times: number }>()
  #all = 0
  #tokens = 0
  #points = 0

  constructor(method: string, budget: number) {
    this.method = method
    this.budget = budget
  }

  add(shares: readonly (readonly [FactKind, number])[], tokens: number): void {
    this.#points += 1
    this.#tokens += tokens
    const counted = shares.filter(([kind]) => kind !== 'words').map(([, share]) => share)
    this.#all += counted.reduce((sum, share) => sum + share, 0) / counted.length
    for (const [kind, share] of shares) {
      const known = this.#kinds.get(kind) ?? { sum: 0, times: 0 }
      this.#kinds.set(kind, { sum: known.sum + share, times: known.times + 1 })
    }
  }

  row(): CompactionRow {
    const mean = (kind: FactKind): number => {
      const { sum, times } = this.#kinds.get(kind) ?? { sum: 0, times: 1 }
      return sum / times
    }
    return {
      method: this.method,
      budget: this.budget,
      points: this.#points,
      tokens: this.#tokens / this.#points,
      all: this.#all / this.#points,
      kept: {
        files: mean('files'),
        identifiers: mean('identifiers'),
        commands: mean('commands'),
        quantities: mean('quantities'),
        errors: mean('errors'),
        decisions: mean('decisions'),
        words: mean('words'),
      },
    }
  }
}

export function asTable(title: string, measured: CompactionScores): string {
  const facts = COLUMNS.map((kind) => `${measured.facts[kind]} ${kind}`).join(', ')
  const head = ['budget', 'method', 'tokens', ...KINDS, 'all', 'all per 1,000 tokens', 'words']
  const rows = measured
    .rows()
    .map(({ budget, method, tokens, kept, all }) => [
      String(budget),
      method,
      String(Math.round(tokens)),
      ...KINDS.map((kind) => share(kept[kind])),
      share(all),
      tokens === 0 ? '' : ((all / tokens) * 1000).toFixed(3),
      share(kept.words),
    ])
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [`## ${title}: ${measured.points} points`, '', `Key facts: ${facts}.`, '', ...lines, ''].join('\n')
}

const share = (value: number): string => value.toFixed(3).replace(/^0/, '')
