import type { Session } from './session.ts'
import { type Item, open } from './work.ts'

export const ESSENTIAL_KINDS = ['goal', 'decision', 'blocker', 'next', 'task', 'fact', 'file'] as const
export type EssentialKind = (typeof ESSENTIAL_KINDS)[number]

/** An item that a summary must not lose. */
export interface Essential {
  readonly kind: EssentialKind
  readonly text: string
  /** Its source event. */
  readonly event?: string
}

const MOST_FILES = 10

/** What an agent must still know after a compaction, most important first. */
export function essentialsOf({ work, craft, talk }: Session): readonly Essential[] {
  const of = (kind: EssentialKind, items: readonly Item[]): readonly Essential[] =>
    items.map(({ id, text }) => ({ kind, text, event: id }))
  const files = [...craft.files].sort((a, b) => a.at - b.at).slice(-MOST_FILES)
  return [
    ...goal(work.goal, talk.firstPrompt),
    ...of('decision', open(work.decisions)),
    ...of('blocker', open(work.blockers)),
    ...of('next', open(work.actions)),
    ...of('task', open(work.tasks)),
    ...of('fact', open(work.facts)),
    ...files.map(({ path }): Essential => ({ kind: 'file', text: path })),
  ]
}

function goal(set: Item | undefined, asked: string | undefined): readonly Essential[] {
  if (set) return [{ kind: 'goal', text: set.text, event: set.id }]
  return asked === undefined ? [] : [{ kind: 'goal', text: asked }]
}
