import { buildCommand } from '@stricli/core'
import {
  type MergeAsk,
  type Merged,
  type MergePlan,
  merge,
  planMerge,
  type Resolve,
} from '../../../app/branch/merge.ts'
import { findSession } from '../../../app/lifecycle/find-session.ts'
import { isSessionId } from '../../../event/identity.ts'
import type { Viewed } from '../../../log/event-log.ts'
import { Problem } from '../../../problem.ts'
import { describeConflict, ITEM_NAMES } from '../../../session/merge/resolve.ts'
import type { ConflictChoice, MergeConflict, TakenItem } from '../../../session/merge/three-way.ts'
import type { Session } from '../../../session/session.ts'
import { countText } from '../../../text/time.ts'
import { truncateLine } from '../../../text/truncate.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, switchFlag, text, textFlag } from '../../flags.ts'
import { printResult, type Style } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import type { TerminalKeys } from '../../prompt.ts'
import { terminalKeys } from '../../prompt.ts'
import { plain } from '../../terminal-safe.ts'

interface SessionMergeFlags {
  readonly into?: string
  readonly ours: boolean
  readonly theirs: boolean
  readonly both: boolean
  readonly note?: string
  readonly dryRun: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Merge a related session into this one',
    fullDescription:
      'Merges decisions, facts, tasks, blockers, next actions and evidence of FROM into the session it branched off, or into --into. Any two sessions with a common ancestor can be merged. Changes made on one side only are merged automatically. Conflicts are resolved interactively; without a terminal use --ours, --theirs or --both, otherwise nothing is merged. Both histories are kept.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Session to merge from', parse: text, placeholder: 'FROM' }],
    },
    flags: {
      into: textFlag('Session to merge into (default: the parent of FROM)', 'ID'),
      ours: switchFlag("Resolve all conflicts with the target session's version"),
      theirs: switchFlag("Resolve all conflicts with FROM's version"),
      both: switchFlag('Resolve all conflicts by keeping both versions'),
      note: textFlag('Note to record with the merge', 'TEXT'),
      dryRun: switchFlag('Show what would be merged, without merging'),
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: SessionMergeFlags, name: string) {
    const world = await this.world()
    const from = await findSession(world, name)
    const ask = { from: from.session, into: await intoOf(this, from, flags.into) }
    const chosen = choiceOf(flags)
    const tell = <T extends Parameters<typeof mergeJson>[0]>(value: T): void =>
      printResult(this, flags, flags.json ? mergeJson(value) : value, () => mergeText(value, this.out.style))
    if (flags.dryRun) return tell({ kind: 'planned', plan: await planMerge(world, ask) })
    const resolve = chosen ?? (flags.json ? undefined : await askForChoices(this, ask))
    tell(await merge(world, { ...ask, ...(resolve && { resolve }), ...(flags.note && { note: flags.note }) }))
  },
})

async function intoOf(context: CliContext, from: Viewed<Session>, name: string | undefined) {
  const { parent } = from.view.identity
  const wanted = name ?? (parent !== undefined && isSessionId(parent) ? parent : undefined)
  if (wanted !== undefined) return (await findSession(await context.world(), wanted)).session
  throw new Problem({
    code: 'merge-unclear',
    message: `session ${from.session} has no parent session to merge into`,
    fix: `leftoff session merge ${from.session} --into ID`,
    outcome: 'usage',
  })
}

function choiceOf({ ours, theirs, both }: SessionMergeFlags): 'ours' | 'theirs' | 'both' | undefined {
  if (Number(ours) + Number(theirs) + Number(both) > 1)
    throw new Problem({
      code: 'usage',
      message: '--ours, --theirs and --both cannot be combined',
      fix: 'use one of them',
      outcome: 'usage',
    })
  if (ours) return 'ours'
  if (theirs) return 'theirs'
  return both ? 'both' : undefined
}

/** Asks at the terminal. Returns undefined if there is no terminal or no conflict. */
async function askForChoices(context: CliContext, ask: MergeAsk): Promise<Resolve | undefined> {
  const { conflicts } = await planMerge(await context.world(), ask)
  const keys = conflicts.length > 0 ? terminalKeys(context.out) : undefined
  if (!keys) return undefined
  const decided = await decideConflicts(conflicts, { keys, style: context.out.style })
  keys.close()
  return decided && (({ id }) => decided.get(id))
}

const HELP = '[o] ours  [t] theirs  [b] both  [s] skip and ask again next time  [q] quit without merging'
const CHOICE_OF: Readonly<Record<string, ConflictChoice>> = { o: 'ours', t: 'theirs', b: 'both', s: 'skip' }

export async function decideConflicts(
  conflicts: readonly MergeConflict[],
  { keys, style }: { readonly keys: Pick<TerminalKeys, 'show' | 'key'>; readonly style: Style },
): Promise<ReadonlyMap<string, ConflictChoice> | undefined> {
  const decided = new Map<string, ConflictChoice>()
  for (const [index, conflict] of conflicts.entries()) {
    keys.show(card(conflict, `${index + 1}/${conflicts.length}`, style))
    const choice = await readChoice(keys)
    if (!choice) return undefined
    decided.set(conflict.id, choice)
  }
  return decided
}

async function readChoice(keys: Pick<TerminalKeys, 'show' | 'key'>): Promise<ConflictChoice | undefined> {
  for (;;) {
    const key = (await keys.key()).toLowerCase()
    const choice = Object.hasOwn(CHOICE_OF, key) ? CHOICE_OF[key] : undefined
    if (choice || key === 'q' || key === '\u0003' || key === '') return choice
    keys.show(HELP)
  }
}

function card(conflict: MergeConflict, place: string, style: Style): string {
  const { about, ours, theirs } = describeConflict(conflict)
  return [
    '',
    `${style.dim(place)}  ${style.bold(about)}`,
    `     ours    ${plain(ours)}`,
    `     theirs  ${plain(theirs)}`,
    `     ${style.dim(HELP)}`,
  ].join('\n')
}

/** The shape that --json prints. */
const mergeJson = ({ plan, kind, resolved }: Merged | Planned): object => {
  const { into, from, base, upTo, taken, conflicts } = plan
  return {
    kind,
    into,
    from,
    base,
    upTo,
    taken: taken.map((one) => ({ what: one.kind, of: kindOf(one), id: one.item.id, text: one.item.text })),
    conflicts: conflicts.map((one) => ({ id: one.id, kind: one.kind, ...describeConflict(one) })),
    resolved: resolved ?? [],
  }
}

interface Planned {
  readonly kind: 'planned'
  readonly plan: MergePlan
  readonly resolved?: Merged['resolved']
}

function mergeText(merged: Merged | Planned, style: Style): string {
  const { kind, plan, resolved = [] } = merged
  const [from, into] = [style.cyan(shortId(plan.from)), style.cyan(shortId(plan.into))]
  if (kind === 'nothing') return `Already up to date: ${into} has all changes from ${from}.`
  const choices = new Map(resolved.map(({ conflict, choice }) => [conflict, choice]))
  return [
    kind === 'planned'
      ? `Would merge ${from} into ${into}:`
      : `${style.green('Merged')} ${from} into ${into}:`,
    ...plan.taken.map(
      (one) => `  ${style.bold(verbOf(one).padEnd(9))} ${plain(truncateLine(one.item.text, 160))}`,
    ),
    ...(plan.taken.length === 0 ? ['  no changes except conflicts'] : []),
    ...(plan.conflicts.length > 0 ? [`${countText(plan.conflicts.length, 'conflict')}:`] : []),
    ...plan.conflicts.flatMap((conflict) => {
      const { about, ours, theirs } = describeConflict(conflict)
      const choice = choices.get(conflict.id)
      return [
        `  ${style.bold(about)}${choice ? `: ${choice}` : ''}`,
        `    ours    ${plain(ours)}`,
        `    theirs  ${plain(theirs)}`,
      ]
    }),
  ].join('\n')
}

const kindOf = (one: TakenItem): string => (one.kind === 'goal' ? 'goal' : ITEM_NAMES[one.list])

function verbOf(one: TakenItem): string {
  if (one.kind === 'goal') return 'goal'
  const isDone = one.kind === 'closed' || one.item.closedAt !== undefined
  if (!isDone) return ADDED[one.list]
  if (one.list === 'facts') return 'unpinned'
  if (one.list === 'blockers') return 'cleared'
  return one.list === 'decisions' || one.list === 'evidence' ? 'withdrawn' : 'done'
}

const ADDED = {
  decisions: 'decided',
  blockers: 'blocked',
  actions: 'next',
  tasks: 'task',
  facts: 'fact',
  evidence: 'evidence',
} as const
