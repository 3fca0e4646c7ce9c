import { buildCommand } from '@stricli/core'
import { findSession } from '../../app/lifecycle/find-session.ts'
import {
  checkoutsOf,
  erasableSeqs,
  type ForgetAsk,
  type Forgotten,
  forget,
  sessionsOfProjects,
  type Traces,
  traceFinder,
  tracesOf,
  withHeirs,
} from '../../app/maintenance/forget.ts'
import { forgetRules } from '../../app/memory/rules.ts'
import type { World } from '../../app/world.ts'
import { removeHomeCopies } from '../../host/home-copies.ts'
import { Problem } from '../../problem.ts'
import { countText } from '../../text/time.ts'
import type { CliContext } from '../context.ts'
import { count, jsonFlag, optionalId, projectFlag, switchFlag, textFlag } from '../flags.ts'
import { printResult } from '../out.ts'
import { ruleJsonIn } from '../present/memory.ts'
import { askYes, confirmErase, isTerminal } from '../prompt.ts'
import { requireOneProject } from '../select-session.ts'

interface ForgetFlags {
  readonly event?: readonly number[]
  readonly project?: string
  readonly all: boolean
  readonly quarantine: boolean
  readonly reason?: string
  readonly yes: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Permanently erase recorded data',
    fullDescription:
      'Erases the content of a session, single events, a project or the entire log. The content is overwritten on disk, including in the search index, the spool and old copies of the log. A tombstone and hashes remain, so that the log still verifies and later imports do not restore the content. Rules learned from the content are listed. This cannot be undone. Copies and backups that you made elsewhere are not affected.',
  },
  parameters: {
    positional: optionalId,
    flags: {
      event: {
        kind: 'parsed',
        parse: (input: string) => count(input, '--event'),
        brief: 'Only this event of the session, by number (repeatable)',
        placeholder: 'SEQ',
        variadic: true,
        optional: true,
      },
      project: { ...projectFlag, brief: 'All sessions of this project (directory or name)' },
      all: switchFlag('All sessions in the log'),
      quarantine: switchFlag('Also delete quarantined deliveries'),
      reason: textFlag('Reason, recorded in the tombstone', 'TEXT'),
      yes: switchFlag('Skip the confirmation prompt'),
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: ForgetFlags, id?: string) {
    const world = await this.world()
    const ask = await forgetRequest(world, flags, id)
    await confirmErase(contentOf(ask, flags), flags)
    // Copies are removed before the erasure: if the process were killed in between, they could not be found
    // again without the content.
    const before = await removeCopies(this, ask, { until: ask.until })
    const erasedAt = world.clock.now()
    const done = await forget(world, ask)
    const after = await removeCopies(this, ask, { until: erasedAt })
    const copies = {
      deliveries: before.deliveries + after.deliveries,
      copies: [...before.copies, ...after.copies],
    }
    const quarantined = flags.quarantine || flags.all ? await this.spool().purgeQuarantine() : 0
    const result = { ...done, rules: done.rules.map(ruleJsonIn(world)), ...copies, quarantined }
    printResult(this, flags, result, (found) => erasedText(found, ask))
    if (!flags.json) await offerRules(this, world, { rules: done.rules, mayAsk: !flags.yes })
  },
})

interface CopiesResult {
  /** Number of deleted spool files that contained erased content. */
  readonly deliveries: number
  /** Deleted copies of the log and exported documents in the home folder. */
  readonly copies: readonly string[]
}

/** Removes spool files and copies of the log that contain erased content. */
async function removeCopies(
  context: CliContext,
  { traces, isAll }: Pick<ForgetRequest, 'traces' | 'isAll'>,
  { until }: { readonly until: number },
): Promise<CopiesResult> {
  const isErased = traceFinder(traces)
  const isTrace = (text: string): boolean => isAll || isErased(text)
  return {
    deliveries: await context.spool().removeTraces(isTrace, until),
    copies: removeHomeCopies(context.paths().home, traces.sessions),
  }
}

type ErasedResult = Omit<Forgotten, 'rules'> & CopiesResult & { readonly quarantined: number }

function erasedText(
  { events, sessions, heirs, deliveries, copies, quarantined }: ErasedResult,
  ask: ForgetRequest,
): string {
  const nothing =
    ask.sessions.length > 0 || ask.isAll
      ? ['Nothing to erase: there is no content, or it was already erased.']
      : []
  const lines = [
    ...(events > 0
      ? [
          `Erased ${countText(events, 'event')} from ${countText(sessions, 'session')}. Their content is no longer on disk.`,
        ]
      : nothing),
    ...(heirs.length > 0
      ? [
          `${countText(heirs.length, 'session')} still ${heirs.length === 1 ? 'has' : 'have'} copies from a branch or merge: ${heirs.join(', ')}`,
        ]
      : []),
    ...(deliveries > 0 ? [`Deleted ${countText(deliveries, 'spool file')} with the same content.`] : []),
    ...copies.map((path) => `Deleted a copy: ${path}`),
    ...(quarantined > 0
      ? [`Deleted ${countText(quarantined, 'quarantined delivery', 'quarantined deliveries')}.`]
      : []),
  ]
  return lines.length > 0 ? lines.join('\n') : 'The quarantine is empty.'
}

interface RuleOffer {
  readonly rules: Forgotten['rules']
  readonly mayAsk: boolean
}

/** Rules are not erased with the messages that they came from, so the user decides about them. */
async function offerRules(context: CliContext, world: World, { rules, mayAsk }: RuleOffer): Promise<void> {
  if (rules.length === 0) return
  const { out } = context
  out.print(`${countText(rules.length, 'rule')} learned from the erased content:`)
  for (const { id, text } of rules) out.print(`  ${id}  ${text}`)
  const ids = rules.map(({ id }) => id)
  if (!mayAsk || !isTerminal()) return out.print(`Erase: leftoff memory forget ${ids.join(' ')}`)
  if (!(await askYes(`Erase ${rules.length === 1 ? 'it' : 'them'} too?`))) return
  await eraseRules(context, world, ids)
  out.print(`Erased ${countText(rules.length, 'rule')}.`)
}

/** Erases rules and their copies. The messages that the rules came from stay. */
export async function eraseRules(context: CliContext, world: World, ids: readonly string[]): Promise<void> {
  const request = {
    traces: { ids, sessions: ids, texts: [], checkouts: { gone: [], all: [] } },
    isAll: false,
  }
  await removeCopies(context, request, { until: world.clock.now() })
  await forgetRules(world, ids)
}

interface ForgetRequest extends ForgetAsk {
  readonly traces: Traces
  /** The time of the request. Files that arrive later are kept. */
  readonly until: number
  readonly isAll: boolean
}

async function forgetRequest(
  world: World,
  flags: ForgetFlags,
  id: string | undefined,
): Promise<ForgetRequest> {
  const until = world.clock.now()
  const chosen = await chooseSessions(world, flags, id)
  const ask = { ...chosen, ...(flags.reason && { reason: flags.reason }) }
  return { ...ask, until, isAll: flags.all, traces: await tracesOf(world, ask) }
}

async function chooseSessions(world: World, flags: ForgetFlags, id: string | undefined): Promise<ForgetAsk> {
  const chosen = [id !== undefined, flags.project !== undefined, flags.all].filter(Boolean).length
  if (chosen > 1 || (flags.event && id === undefined)) throw unclear()
  if (id !== undefined) {
    const { session } = await findSession(world, id)
    if (!flags.event) return { sessions: [session] }
    return { sessions: [session], seqs: await erasableSeqs(world, session, flags.event) }
  }
  if (flags.project !== undefined) {
    const sessions = await sessionsOfProjects(world, await requireOneProject(world, flags.project))
    if (sessions.length === 0) throw emptyProject(flags.project)
    const checkouts = await checkoutsOf(world, sessions)
    return { sessions: await withHeirs(world, sessions), checkouts, withHeirs: true }
  }
  if (flags.all) return { sessions: await sessionsOfProjects(world, undefined), withHeirs: true }
  if (flags.quarantine) return { sessions: [] }
  throw unclear()
}

function contentOf({ seqs, sessions }: ForgetAsk, { quarantine }: ForgetFlags): string {
  if (seqs) return `the content of ${countText(seqs.length, 'event')}`
  if (sessions.length === 0 && quarantine) return 'all quarantined deliveries'
  return `the content of ${countText(sessions.length, 'session')}`
}

const emptyProject = (name: string): Problem =>
  new Problem({
    code: 'project-unknown',
    message: `no sessions with content are recorded for ${JSON.stringify(name.slice(0, 60))}, so nothing was erased`,
    fix: 'run leftoff session list --all to see all projects',
    outcome: 'notFound',
  })

const unclear = (): Problem =>
  new Problem({
    code: 'usage',
    message: 'specify what to erase: a session, a project, or everything',
    fix: 'leftoff forget ID [--event SEQ]   or   leftoff forget --project NAME   or   leftoff forget --all',
    outcome: 'usage',
  })
