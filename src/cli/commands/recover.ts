import { buildCommand } from '@stricli/core'
import {
  type CrashedSession,
  crashedSessions,
  describeUnfinished,
  NOTHING_UNFINISHED,
  type UnfinishedWork,
  unfinishedWork,
} from '../../app/lifecycle/crashed-sessions.ts'
import { findSessionId } from '../../app/lifecycle/find-session.ts'
import { discard, type RecoveryResult, recover } from '../../app/lifecycle/recover.ts'
import { type Summary, summarizeSession } from '../../app/lifecycle/session-summary.ts'
import type { World } from '../../app/world.ts'
import { agentTranscripts } from '../../bootstrap/agent-transcripts.ts'
import { type Leftover, leftoverOf } from '../../brief/leftover.ts'
import { Problem } from '../../problem.ts'
import { ago, countText, shortDuration } from '../../text/time.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag, limitFlag, optionalId, switchFlag } from '../flags.ts'
import { type Out, printResult, type Style } from '../out.ts'
import { openItemLines, shortId } from '../present/session.ts'
import { table } from '../present/table.ts'
import { plain } from '../terminal-safe.ts'

interface RecoverFlags {
  readonly list: boolean
  readonly all: boolean
  readonly discard: boolean
  readonly limit?: number
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Recover crashed sessions',
    fullDescription:
      "Recovers a crashed session: ingests the spool, fills gaps from the agent's transcript, and prints the result. This also happens automatically at the next session start in the project. --list shows crashed sessions in all projects that have not been recovered yet, and inactive sessions whose process is unknown. ID --discard archives a session without recovering it; nothing is deleted. The command is safe to repeat or interrupt.",
  },
  parameters: {
    positional: optionalId,
    flags: {
      list: switchFlag('List crashed sessions that have not been recovered yet'),
      all: switchFlag('Recover all crashed sessions in all projects'),
      discard: switchFlag('Archive the session instead of recovering it'),
      limit: { ...limitFlag, brief: 'Maximum number of sessions' },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: RecoverFlags, id?: string) {
    requireOneTarget(flags, id)
    const world = { ...(await this.world()), transcripts: agentTranscripts(this.env) }
    if (flags.list) return showWaiting(this, world, flags)
    if (id === undefined) return recoverAll(this, world, flags)
    if (flags.discard) return discardOne(this, world, { id, json: flags.json })
    const session = await findSessionId(world, id)
    const result = await recoveryResult(world, await recover(world, session, { isNamed: true }))
    printResult(this, flags, result, (value) => recoveredText(value, this.out.style))
  },
})

/** Requires exactly one of --list, --all and ID, and requires ID if --discard is given. */
function requireOneTarget({ list, all, discard: isDiscard }: RecoverFlags, id: string | undefined): void {
  const chosen = [list, all, id !== undefined].filter(Boolean).length
  if (chosen === 1 && (!isDiscard || id !== undefined)) return
  throw new Problem({
    code: 'usage',
    message: isDiscard ? 'specify the session to discard' : 'specify what to recover: a session ID or --all',
    fix: isDiscard
      ? 'leftoff recover ID --discard'
      : 'leftoff recover --list   or   leftoff recover ID   or   leftoff recover --all',
    outcome: 'usage',
  })
}

async function showWaiting(context: CliContext, world: World, flags: RecoverFlags): Promise<void> {
  const sessions = await crashedSessions(world, flags.limit === undefined ? {} : { limit: flags.limit })
  printResult(context, flags, { sessions }, (value) => crashedTable(value.sessions, context.out))
}

async function recoverAll(context: CliContext, world: World, flags: RecoverFlags): Promise<void> {
  const waiting = await crashedSessions(world, flags.limit === undefined ? {} : { limit: flags.limit })
  const recovered: RecoveryOutput[] = []
  for (const [index, { id }] of waiting.entries()) {
    context.out.progress(`recovering ${index + 1} of ${waiting.length}: ${shortId(id)}`)
    const done = await recover(world, id, { isNamed: true })
    // The agent may have resumed the session in the meantime.
    if (done.kind !== 'not-crashed') recovered.push(await recoveryResult(world, done))
  }
  context.out.progress('')
  printResult(context, flags, { recovered }, (value) => allRecoveredText(value.recovered, context.out.style))
}

async function recoveryResult(world: World, { kind, seen }: RecoveryResult): Promise<RecoveryOutput> {
  const session = summarizeSession(world, seen)
  if (kind === 'not-crashed') throw notCrashed(session)
  const { view } = seen
  return {
    outcome: kind,
    session,
    note: view.life.recoveryNote ?? '',
    held: await unfinishedWork(world, view),
    left: leftoverOf(view),
  }
}

async function discardOne(
  context: CliContext,
  world: World,
  { id, json }: { readonly id: string; readonly json: boolean },
): Promise<void> {
  const { kind, seen } = await discard(world, await findSessionId(world, id))
  const session = summarizeSession(world, seen)
  if (kind === 'not-crashed') throw notCrashed(session)
  if (kind === 'recovered') throw alreadyRecovered(session)
  const name = shortId(session.id)
  const words = kind === 'discarded' ? 'Discarded' : 'Already discarded:'
  printResult(
    context,
    { json },
    { outcome: kind, session },
    () =>
      `${words} session ${context.out.style.cyan(name)}. It is archived and will not appear in briefs. Nothing was deleted.\nShow it: leftoff session show ${name}   Recover it: leftoff recover ${name}   Erase it: leftoff forget ${name}`,
  )
}

function notCrashed(session: Summary): Problem {
  const name = shortId(session.id)
  const how: Readonly<Record<string, string>> = {
    active: `it is active, last activity ${ago(session.quietMs)}`,
    idle: `it is idle, last activity ${ago(session.quietMs)}`,
    suspended: 'it is suspended and can be resumed',
    ended: `it ended ${ago(session.quietMs)}${session.completed ? ' and is complete' : ''}`,
    none: 'it was erased',
  }
  return new Problem({
    code: 'session-not-crashed',
    message: `session ${name} did not crash: ${how[session.state] ?? `it is ${session.state}`}`,
    fix: `leftoff brief --session ${name}   (shows its brief)`,
  })
}

const alreadyRecovered = (session: Summary): Problem =>
  new Problem({
    code: 'session-recovered',
    message: `session ${shortId(session.id)} is already recovered and cannot be discarded`,
    fix: `leftoff session complete ${shortId(session.id)}   (removes it from briefs)`,
  })

/** The result of `leftoff recover` for one session. */
interface RecoveryOutput {
  /** `already`: it was recovered earlier, or another process recovered it at the same time. */
  readonly outcome: 'recovered' | 'already'
  readonly session: Summary
  readonly note: string
  readonly held: UnfinishedWork
  readonly left: Leftover
}

const CAUSES = { 'process-gone': 'process gone', quiet: 'inactive' } as const

function crashedTable(sessions: readonly CrashedSession[], out: Out): string {
  if (sessions.length === 0) return 'No crashed sessions to recover.'
  const { style } = out
  const [head = '', ...rows] = table(
    sessions,
    [
      { title: 'ID', of: ({ id }) => shortId(id), paint: style.cyan },
      { title: 'AGENT', of: ({ agent }) => agent },
      { title: 'PROJECT', of: ({ project }) => project.name },
      { title: 'BRANCH', of: ({ branch }) => branch ?? '-' },
      { title: 'AGE', of: ({ quietMs }) => shortDuration(quietMs), right: true },
      { title: 'CAUSE', of: ({ knownBy }) => CAUSES[knownBy] },
      {
        title: 'CONTENT',
        of: ({ held }) => describeUnfinished(held).join(', ') || NOTHING_UNFINISHED,
        rest: true,
      },
    ],
    out.columns,
  )
  const [first] = sessions
  const id = first ? shortId(first.id) : 'ID'
  const hint = `Recover one: leftoff recover ${id}   Recover all: leftoff recover --all   Archive one: leftoff recover ${id} --discard`
  return [style.bold(head), ...rows, '', hint].join('\n')
}

function recoveredText(result: RecoveryOutput, style: Style): string {
  const { session, outcome, note, left } = result
  const id = shortId(session.id)
  const verb = outcome === 'recovered' ? style.green('Recovered') : 'Already recovered:'
  return [
    `${verb} session ${style.cyan(id)} by ${session.agent} in ${session.project.name}, last active ${ago(session.quietMs)}: ${plain(note)}.`,
    ...openItemLines(left, style),
    `Show its brief: leftoff brief --session ${id}   (the next session in ${session.project.name} gets it automatically)`,
  ].join('\n')
}

function allRecoveredText(all: readonly RecoveryOutput[], style: Style): string {
  if (all.length === 0) return 'No crashed sessions to recover.'
  const lines = all.map(
    ({ session, note }) =>
      `  ${style.cyan(shortId(session.id))}  ${session.agent} in ${session.project.name}, last active ${ago(session.quietMs)}: ${plain(note)}`,
  )
  return [
    `${style.green('Recovered')} ${countText(all.length, 'session')}:`,
    ...lines,
    'Show a brief: leftoff brief --session ID',
  ].join('\n')
}
