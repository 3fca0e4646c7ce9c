import { buildCommand } from '@stricli/core'
import { type MergeAsk, merge, planMerge, type Resolve } from '../../../app/branch/merge.ts'
import { sessionNamed } from '../../../app/lifecycle/find-session.ts'
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
    brief: 'Take in what another session of the same origin has come to',
    fullDescription:
      'Takes decisions, facts, tasks, blockers, next actions and evidence of a session into the one that it branched off, or into the one that is named; any two that have a past in common can be merged. What only one side did is taken. Where both did something that does not go together, a terminal asks, one key each; elsewhere say --ours, --theirs or --both, else nothing is merged. Both histories stay.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Which session is taken in', parse: text, placeholder: 'FROM' }],
    },
    flags: {
      into: {
        kind: 'parsed',
        parse: text,
        brief: 'Which session takes it in; default: the one that FROM branched off',
        placeholder: 'ID',
        optional: true,
      },
      ours: choiceFlag('Conflicts: as the session has it that takes in'),
      theirs: choiceFlag('Conflicts: as FROM has it'),
      both: choiceFlag('Conflicts: keep both'),
      note: { kind: 'parsed', parse: text, brief: 'What for', placeholder: 'TEXT', optional: true },
      dryRun: choiceFlag('Only show what would be done'),
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags, name: string) {
    const world = await this.world()
    const from = await sessionNamed(world, name)
    const ask = { from: from.session, into: await intoOf(this, from, flags.into) }
    const chosen = choiceOf(flags)
    const tell = <T extends Parameters<typeof mergeJson>[0]>(value: T): void =>
      answer(this, flags, flags.json ? mergeJson(value) : value, () => mergeText(value, this.out.style))
    if (flags.dryRun) return tell({ kind: 'planned', plan: await planMerge(world, ask) })
    const resolve = chosen ?? (flags.json ? undefined : await asked(this, ask))
    tell(await merge(world, { ...ask, ...(resolve && { resolve }), ...(flags.note && { note: flags.note }) }))
  },
})

async function intoOf(context: Context, from: Viewed<Session>, name: string | undefined) {
  const { parent } = from.view.identity
  const wanted = name ?? (parent !== undefined && isSessionId(parent) ? parent : undefined)
  if (wanted !== undefined) return (await sessionNamed(await context.world(), wanted)).session
  throw new Problem({
    code: 'merge-unclear',
    message: `session ${from.session} branched off no other one`,
    fix: `leftoff session merge ${from.session} --into ID`,
    outcome: 'usage',
  })
}

function choiceOf({ ours, theirs, both }: Flags): 'ours' | 'theirs' | 'both' | undefined {
  if (Number(ours) + Number(theirs) + Number(both) > 1)
    throw new Problem({
      code: 'usage',
      message: '--ours, --theirs and --both exclude each other',
      fix: 'say one of them',
      outcome: 'usage',
    })
  if (ours) return 'ours'
  if (theirs) return 'theirs'
  return both ? 'both' : undefined
}

/** By whoever sits at the terminal; undefined where nobody does, or where there is nothing to ask. */
async function asked(context: Context, ask: MergeAsk): Promise<Resolve | undefined> {
  const { conflicts } = await planMerge(await context.world(), ask)
  const keys = conflicts.length > 0 ? terminalKeys(context.out) : undefined
  if (!keys) return undefined
  const decided = await decideConflicts(conflicts, { keys, style: context.out.style })
  keys.close()
  return decided && (({ id }) => decided.get(id))
}
