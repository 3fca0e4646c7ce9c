import { describeConflict } from '../session/merge/resolve.ts'
import type { Choice, Conflict } from '../session/merge/three-way.ts'
import type { Style } from './out.ts'
import type { Keys } from './review.ts'
import { plain } from './terminal-safe.ts'

const HELP = '[o] ours  [t] theirs  [b] both  [s] skip and ask again next time  [q] quit without merging'
const CHOICE_OF: Readonly<Record<string, Choice>> = { o: 'ours', t: 'theirs', b: 'both', s: 'skip' }

/** Asks for every conflict, one key each. Returns undefined when the user quits. */
export async function decideConflicts(
  conflicts: readonly Conflict[],
  { keys, style }: { readonly keys: Pick<Keys, 'show' | 'key'>; readonly style: Style },
): Promise<ReadonlyMap<string, Choice> | undefined> {
  const decided = new Map<string, Choice>()
  for (const [index, conflict] of conflicts.entries()) {
    keys.show(card(conflict, `${index + 1}/${conflicts.length}`, style))
    const choice = await chosen(keys)
    if (!choice) return undefined
    decided.set(conflict.id, choice)
  }
  return decided
}

async function chosen(keys: Pick<Keys, 'show' | 'key'>): Promise<Choice | undefined> {
  for (;;) {
    const key = (await keys.key()).toLowerCase()
    const choice = Object.hasOwn(CHOICE_OF, key) ? CHOICE_OF[key] : undefined
    if (choice || key === 'q' || key === '\u0003' || key === '') return choice
    keys.show(HELP)
  }
}

function card(conflict: Conflict, place: string, style: Style): string {
  const { about, ours, theirs } = describeConflict(conflict)
  return [
    '',
    `${style.dim(place)}  ${style.bold(about)}`,
    `     ours    ${plain(ours)}`,
    `     theirs  ${plain(theirs)}`,
    `     ${style.dim(HELP)}`,
  ].join('\n')
}
