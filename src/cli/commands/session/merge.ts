import { buildCommand } from '@stricli/core'
import { type MergeAsk, merge, planMerge, type Resolve } from '../../../app/branch/merge.ts'
import { findSession } from '../../../app/lifecycle/find-session.ts'
import { isSessionId } from '../../../event/identity.ts'
import type { Viewed } from '../../../log/event-log.ts'
import { Problem } from '../../../problem.ts'
import type { Session } from '../../../session/session.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { decideConflicts } from '../../decide-conflicts.ts'
import { jsonFlag, text } from '../../flags.ts'
import { mergeJson, mergeText } from '../../present/merge.ts'
import { terminalKeys } from '../../terminal-keys.ts'

interface Flags {
  readonly into?: string
  readonly ours: boolean
  readonly theirs: boolean
  readonly both: boolean
  readonly note?: string
  readonly dryRun: boolean
  readonly json: boolean
}

const choiceFlag = (brief: string) =>
  ({ kind: 'boolean', brief, default: false, withNegated: false }) as const

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
      into: {
        kind: 'parsed',
        parse: text,
        brief: 'Session to merge into (default: the parent of FROM)',
        placeholder: 'ID',
        optional: true,
      },
      ours: choiceFlag('Resolve all conflicts with the version of the target session'),
      theirs: choiceFlag('Resolve all conflicts with the version of FROM'),
      both: choiceFlag('Resolve all conflicts by keeping both versions'),
      note: {
        kind: 'parsed',
        parse: text,
        brief: 'Note to record with the merge',
        placeholder: 'TEXT',
        optional: true,
      },
      dryRun: choiceFlag('Show the merge without doing it'),
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags, name: string) {
    const world = await this.world()
    const from = await findSession(world, name)
    const ask = { from: from.session, into: await intoOf(this, from, flags.into) }
    const chosen = choiceOf(flags)
    const tell = <T extends Parameters<typeof mergeJson>[0]>(value: T): void =>
      answer(this, flags, flags.json ? mergeJson(value) : value, () => mergeText(value, this.out.style))
    if (flags.dryRun) return tell({ kind: 'planned', plan: await planMerge(world, ask) })
    const resolve = chosen ?? (flags.json ? undefined : await askForChoices(this, ask))
    tell(await merge(world, { ...ask, ...(resolve && { resolve }), ...(flags.note && { note: flags.note }) }))
  },
})

async function intoOf(context: Context, from: Viewed<Session>, name: string | undefined) {
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

function choiceOf({ ours, theirs, both }: Flags): 'ours' | 'theirs' | 'both' | undefined {
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

/** Asks at the terminal; undefined without a terminal or without conflicts. */
async function askForChoices(context: Context, ask: MergeAsk): Promise<Resolve | undefined> {
  const { conflicts } = await planMerge(await context.world(), ask)
  const keys = conflicts.length > 0 ? terminalKeys(context.out) : undefined
  if (!keys) return undefined
  const decided = await decideConflicts(conflicts, { keys, style: context.out.style })
  keys.close()
  return decided && (({ id }) => decided.get(id))
}
