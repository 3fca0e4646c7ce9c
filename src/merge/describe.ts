import { short } from '../session/event-text.ts'
import type { WorkList } from '../session/work.ts'
import type { Conflict } from './conflict.ts'

/** What one thing of a list is called. */
export const ONE_OF: Readonly<Record<WorkList, string>> = {
  decisions: 'decision',
  blockers: 'blocker',
  actions: 'next action',
  tasks: 'task',
  facts: 'fact',
  evidence: 'evidence',
}

/** A conflict as both sides have it, a few words each. */
export interface Described {
  readonly about: string
  readonly ours: string
  readonly theirs: string
}

const MOST = 160

export function described(conflict: Conflict): Described {
  if (conflict.kind !== 'closed') {
    const about = conflict.kind === 'goal' ? 'goal' : 'decision'
    return { about, ours: short(conflict.ours.text, MOST), theirs: short(conflict.theirs.text, MOST) }
  }
  const { list, by, closed, kept } = conflict
  const isDone = `${list === 'facts' ? 'no longer so' : 'done'}: ${short(closed.text, MOST)}`
  const isOpen = short(kept.text, MOST)
  return {
    about: ONE_OF[list],
    ours: by === 'ours' ? isDone : isOpen,
    theirs: by === 'ours' ? isOpen : isDone,
  }
}
