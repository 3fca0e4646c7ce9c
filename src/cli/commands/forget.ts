import { buildCommand } from '@stricli/core'
import { sessionNamed } from '../../app/lifecycle/find-session.ts'
import { type ForgetAsk, forget, sessionsOf } from '../../app/maintenance/forget.ts'
import { Problem } from '../../problem.ts'
import { answer } from '../answer.ts'
import { confirmErasing } from '../confirm.ts'
import type { Context } from '../context.ts'
import { count, jsonFlag, optionalId, projectFlag, text } from '../flags.ts'
import { projectIdsOf } from '../here.ts'

interface Flags {
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
    brief: 'Erase what was recorded',
    fullDescription:
      'Erases the content of a session, of some of its events, of a project or of everything, from the log and from the bytes of its files. A tombstone remains, so that the log still verifies. This cannot be undone, and it does not reach copies that you made.',
  },
  parameters: {
    positional: optionalId,
    flags: {
      event: {
        kind: 'parsed',
        parse: (input: string) => count(input, '--event'),
        brief: 'Only this event of the session, by its number; may be repeated',
        placeholder: 'SEQ',
        variadic: true,
        optional: true,
      },
      project: projectFlag,
      all: { kind: 'boolean', brief: 'Everything in the log', default: false, withNegated: false },
      quarantine: {
        kind: 'boolean',
        brief: 'Also deliveries that could not be read',
        default: false,
        withNegated: false,
      },
      reason: { kind: 'parsed', parse: text, brief: 'Why; it is kept', placeholder: 'TEXT', optional: true },
      yes: { kind: 'boolean', brief: 'Do not ask', default: false, withNegated: false },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags, id?: string) {
    const ask = await asked(this, flags, id)
    await confirmErasing(contentOf(ask), flags)
    const world = await this.world()
    const done = await forget(world, ask)
    const purged = flags.quarantine || flags.all ? await this.spool().purgeQuarantine() : 0
    answer(this, flags, { ...done, quarantined: purged }, ({ events, sessions, heirs, quarantined }) =>
      [
        `Forgot ${events} events of ${sessions} sessions. Their bytes are gone from the log.`,
        ...(heirs.length > 0
          ? [
              `What ${heirs.length === 1 ? 'a session' : 'sessions'} took from it by a branch or a merge is still there: ${heirs.join(', ')}`,
            ]
          : []),
        ...(quarantined > 0 ? [`Deleted ${quarantined} unreadable deliveries.`] : []),
      ].join('\n'),
    )
  },
})

async function asked(context: Context, flags: Flags, id: string | undefined): Promise<ForgetAsk> {
  const world = await context.world()
  const reason = flags.reason ? { reason: flags.reason } : {}
  const chosen = [id !== undefined, flags.project !== undefined, flags.all].filter(Boolean).length
  if (chosen > 1 || (flags.event && id === undefined)) throw unclear()
  if (id !== undefined) {
    const { session } = await sessionNamed(world, id)
    return { sessions: [session], ...reason, ...(flags.event && { seqs: flags.event }) }
  }
  if (flags.project !== undefined) {
    return { sessions: await sessionsOf(world, await projectIdsOf(world, flags.project)), ...reason }
  }
  if (flags.all) return { sessions: await sessionsOf(world, undefined), ...reason }
  if (flags.quarantine) return { sessions: [], ...reason }
  throw unclear()
}

function contentOf({ seqs, sessions }: ForgetAsk): string {
  if (seqs) return `the content of ${seqs.length} events`
  return `the content of ${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}`
}

const unclear = (): Problem =>
  new Problem({
    code: 'usage',
    message: 'say what to forget: one session, a project, or everything',
    fix: 'leftoff forget ID [--event SEQ]   or   leftoff forget --project NAME   or   leftoff forget --all',
    outcome: 'usage',
  })
