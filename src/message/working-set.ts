import type { Message } from './message.ts'

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
