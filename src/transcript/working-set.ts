import { type StoredMessage, textOf } from './message.ts'

/** What a working set is made of, as plain values. */
export interface WorkingValues {
  readonly summary: string
  readonly facts: readonly string[]
  readonly decisions: readonly string[]
  readonly tasks: readonly string[]
  readonly files: readonly string[]
  readonly messages: readonly StoredMessage[]
  readonly used: number
  readonly limit: number
}

/** The working set as other programs read it. This shape is public: `session export --format working-set`. */
export interface ExportedWorkingSet {
  readonly summary: string
  readonly pinned_facts: readonly string[]
  readonly decisions: readonly string[]
  readonly open_tasks: readonly string[]
  readonly files_touched: readonly string[]
  readonly recent_messages: readonly {
    readonly role: string
    readonly content: string
    readonly at: number
  }[]
  readonly token_budget: { readonly used: number; readonly limit: number }
}

export const exportedWorkingSet = (values: WorkingValues): ExportedWorkingSet => ({
  summary: values.summary,
  pinned_facts: values.facts,
  decisions: values.decisions,
  open_tasks: values.tasks,
  files_touched: values.files,
  recent_messages: values.messages.map(({ message, at }) => ({
    role: message.role,
    content: textOf(message),
    at,
  })),
  token_budget: { used: values.used, limit: values.limit },
})
