import { buildCommand } from '@stricli/core'
import { findSession } from '../../app/lifecycle/find-session.ts'
import { type ForgetAsk, forget, sessionsOfProjects } from '../../app/maintenance/forget.ts'
import { Problem } from '../../problem.ts'
import { countText } from '../../text/time.ts'
import type { CliContext } from '../context.ts'
import { count, jsonFlag, optionalId, projectFlag, text } from '../flags.ts'
import { printResult } from '../out.ts'
import { confirmErase } from '../prompt.ts'
import { projectIdsFor } from '../select-session.ts'

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
    brief: 'Permanently erase recorded data',
    fullDescription:
      'Erases the content of a session, single events, a project or the entire log, and overwrites it on disk. A tombstone remains so that the log still verifies. This cannot be undone. Copies and backups that you made are not affected.',
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
      all: { kind: 'boolean', brief: 'All sessions in the log', default: false, withNegated: false },
      quarantine: {
        kind: 'boolean',
        brief: 'Also delete quarantined deliveries',
        default: false,
        withNegated: false,
      },
      reason: {
        kind: 'parsed',
        parse: text,
        brief: 'Reason, recorded in the tombstone',
        placeholder: 'TEXT',
        optional: true,
      },
      yes: { kind: 'boolean', brief: 'Skip the confirmation prompt', default: false, withNegated: false },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: Flags, id?: string) {
    const ask = await forgetRequest(this, flags, id)
    await confirmErase(contentOf(ask), flags)
    const world = await this.world()
    const done = await forget(world, ask)
    const purged = flags.quarantine || flags.all ? await this.spool().purgeQuarantine() : 0
    printResult(this, flags, { ...done, quarantined: purged }, ({ events, sessions, heirs, quarantined }) =>
      [
        `Erased ${countText(events, 'event')} of ${countText(sessions, 'session')}. Their content is no longer on disk.`,
        ...(heirs.length > 0
          ? [
              `${countText(heirs.length, 'session')} still ${heirs.length === 1 ? 'has' : 'have'} copies from a branch or merge: ${heirs.join(', ')}`,
            ]
          : []),
        ...(quarantined > 0
          ? [`Deleted ${countText(quarantined, 'quarantined delivery', 'quarantined deliveries')}.`]
          : []),
      ].join('\n'),
    )
  },
})

async function forgetRequest(context: CliContext, flags: Flags, id: string | undefined): Promise<ForgetAsk> {
  const world = await context.world()
  const reason = flags.reason ? { reason: flags.reason } : {}
  const chosen = [id !== undefined, flags.project !== undefined, flags.all].filter(Boolean).length
  if (chosen > 1 || (flags.event && id === undefined)) throw unclear()
  if (id !== undefined) {
    const { session } = await findSession(world, id)
    return { sessions: [session], ...reason, ...(flags.event && { seqs: flags.event }) }
  }
  if (flags.project !== undefined) {
    return { sessions: await sessionsOfProjects(world, await projectIdsFor(world, flags.project)), ...reason }
  }
  if (flags.all) return { sessions: await sessionsOfProjects(world, undefined), ...reason }
  if (flags.quarantine) return { sessions: [], ...reason }
  throw unclear()
}

function contentOf({ seqs, sessions }: ForgetAsk): string {
  if (seqs) return `the content of ${countText(seqs.length, 'event')}`
  return `the content of ${countText(sessions.length, 'session')}`
}

const unclear = (): Problem =>
  new Problem({
    code: 'usage',
    message: 'specify what to erase: a session, a project, or everything',
    fix: 'leftoff forget ID [--event SEQ]   or   leftoff forget --project NAME   or   leftoff forget --all',
    outcome: 'usage',
  })
