import { buildCommand } from '@stricli/core'
import { crashedSessions } from '../../app/lifecycle/crashed.ts'
import { idNamed } from '../../app/lifecycle/find-session.ts'
import { discard, type Recovered, recover } from '../../app/lifecycle/recover.ts'
import { type Summary, summaryOf } from '../../app/lifecycle/session-summary.ts'
import { heldIn } from '../../app/lifecycle/unfinished-work.ts'
import type { World } from '../../app/world.ts'
import { leftBy } from '../../brief/left.ts'
import { systemTranscripts } from '../../machine/transcripts.ts'
import { Problem } from '../../problem.ts'
import { ago } from '../../text/time.ts'
import { answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { jsonFlag, limitFlag, optionalId } from '../flags.ts'
import { allRecoveredText, crashedTable, type RecoveredTold, recoveredText } from '../present/recovered.ts'
import { shortId } from '../present/session.ts'

interface Flags {
  readonly list: boolean
  readonly all: boolean
  readonly discard: boolean
  readonly limit?: number
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Recover sessions that crashed',
    fullDescription:
      'Recovers a session that crashed: takes in what waits in the spool, fills in from the transcript of its agent what no hook has told, and says what there is. The next start in its project does this by itself. --list shows the crashed sessions of all projects that still wait; ID --discard puts one into the archive unrecovered: nothing is deleted, it is only no longer offered. Recovering twice, or being killed on the way, does no harm.',
  },
  parameters: {
    positional: optionalId,
    flags: {
      list: {
        kind: 'boolean',
        brief: 'List those that wait, and change nothing',
        default: false,
        withNegated: false,
      },
      all: { kind: 'boolean', brief: 'All that wait, in every project', default: false, withNegated: false },
      discard: {
        kind: 'boolean',
        brief: 'Put it into the archive instead',
        default: false,
        withNegated: false,
      },
      limit: limitFlag,
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags, id?: string) {
    requireClear(flags, id)
    const world = { ...(await this.world()), transcripts: systemTranscripts(this.env) }
    if (flags.list) return showWaiting(this, world, flags)
    if (id === undefined) return recoverAll(this, world, flags)
    if (flags.discard) return discardOne(this, world, { id, json: flags.json })
    const session = await idNamed(world, id)
    const told = toldOf(world, await recover(world, session, { isNamed: true }))
    answer(this, flags, told, (value) => recoveredText(value, this.out.style))
  },
})

/** One thing at a time. */
function requireClear({ list, all, discard: isDiscard }: Flags, id: string | undefined): void {
  const chosen = [list, all, id !== undefined].filter(Boolean).length
  if (chosen === 1 && (!isDiscard || id !== undefined)) return
  throw new Problem({
    code: 'usage',
    message: isDiscard
      ? 'say which session to discard: they are set aside one by one'
      : 'say what to recover: one session, or all that wait',
    fix: isDiscard
      ? 'leftoff recover ID --discard'
      : 'leftoff recover --list   or   leftoff recover ID   or   leftoff recover --all',
    outcome: 'usage',
  })
}

async function showWaiting(context: Context, world: World, flags: Flags): Promise<void> {
  const sessions = await crashedSessions(world, flags.limit === undefined ? {} : { limit: flags.limit })
  answer(context, flags, { sessions }, (value) => crashedTable(value.sessions, context.out))
}

async function recoverAll(context: Context, world: World, flags: Flags): Promise<void> {
  const waiting = await crashedSessions(world, flags.limit === undefined ? {} : { limit: flags.limit })
  const recovered: RecoveredTold[] = []
  for (const [index, { id }] of waiting.entries()) {
    context.out.progress(`recovering ${index + 1} of ${waiting.length}: ${shortId(id)}`)
    const done = await recover(world, id)
    // Its agent may have come back to it in this very moment.
    if (done.kind !== 'not-crashed') recovered.push(toldOf(world, done))
  }
  context.out.progress('')
  answer(context, flags, { recovered }, (value) => allRecoveredText(value.recovered, context.out.style))
}

function toldOf(world: World, { kind, seen }: Recovered): RecoveredTold {
  const session = summaryOf(world, seen)
  if (kind === 'not-crashed') throw notCrashed(session)
  const { view } = seen
  return {
    outcome: kind,
    session,
    note: view.life.recoveryNote ?? '',
    held: heldIn(world, view),
    left: leftBy(view),
  }
}

async function discardOne(
  context: Context,
  world: World,
  { id, json }: { readonly id: string; readonly json: boolean },
): Promise<void> {
  const { kind, seen } = await discard(world, await idNamed(world, id))
  const session = summaryOf(world, seen)
  if (kind === 'not-crashed') throw notCrashed(session)
  if (kind === 'recovered') throw alreadyRecovered(session)
  const name = shortId(session.id)
  const words = kind === 'discarded' ? 'Discarded' : 'Discarded before:'
  answer(
    context,
    { json },
    { outcome: kind, session },
    () =>
      `${words} session ${context.out.style.cyan(name)}: it is in the archive and no longer offered. Nothing was deleted.\nIt can still be read and recovered: leftoff session show ${name}, leftoff recover ${name}. To erase it: leftoff forget ${name}`,
  )
}

function notCrashed(session: Summary): Problem {
  const name = shortId(session.id)
  const how: Readonly<Record<string, string>> = {
    active: `it is at work, last active ${ago(session.quietMs)}`,
    idle: `it is idle, last active ${ago(session.quietMs)}`,
    suspended: 'it was suspended, and waits to be resumed',
    ended: `it ended ${ago(session.quietMs)}${session.completed ? ' and is complete' : ''}`,
    none: 'it was forgotten, and nothing of it is left',
  }
  return new Problem({
    code: 'session-not-crashed',
    message: `session ${name} did not crash: ${how[session.state] ?? `it is ${session.state}`}. There is nothing to recover`,
    fix: `leftoff brief --session ${name}   shows what there is of it`,
  })
}

const alreadyRecovered = (session: Summary): Problem =>
  new Problem({
    code: 'session-recovered',
    message: `session ${shortId(session.id)} was recovered before: there is nothing to discard`,
    fix: `leftoff session complete ${shortId(session.id)}   so that it is no longer offered`,
  })
