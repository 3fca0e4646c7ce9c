import type { Session } from './session.ts'
import { openItems, type WorkItem } from './work.ts'

export const ESSENTIAL_KINDS = ['goal', 'decision', 'blocker', 'next', 'task', 'fact', 'file'] as const
export type EssentialKind = (typeof ESSENTIAL_KINDS)[number]

/** An item that a summary must not lose. */
export interface Essential {
  readonly kind: EssentialKind
  readonly text: string
  /** Its source event. */
  readonly event?: string
}

const MAX_FILES = 10

/** What an agent must still know after a compaction, most important first. */
export function essentialsOf({ work, craft, talk }: Session): readonly Essential[] {
  const of = (kind: EssentialKind, items: readonly WorkItem[]): readonly Essential[] =>
    items.map(({ id, text }) => ({ kind, text, event: id }))
  const files = [...craft.files].sort((a, b) => a.at - b.at).slice(-MAX_FILES)
  return [
    ...goalEssential(work.goal, talk.firstPrompt),
    ...of('decision', openItems(work.decisions)),
    ...of('blocker', openItems(work.blockers)),
    ...of('next', openItems(work.actions)),
    ...of('task', openItems(work.tasks)),
    ...of('fact', openItems(work.facts)),
    ...files.map(({ path }): Essential => ({ kind: 'file', text: path })),
  ]
}

function goalEssential(set: WorkItem | undefined, asked: string | undefined): readonly Essential[] {
  if (set) return [{ kind: 'goal', text: set.text, event: set.id }]
  return asked === undefined ? [] : [{ kind: 'goal', text: asked }]
}
