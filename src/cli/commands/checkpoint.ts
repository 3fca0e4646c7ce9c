import { existsSync } from 'node:fs'
import { buildCommand } from '@stricli/core'
import { restoreLastCheckpoint, takeCheckpoint } from '../../app/context/checkpoint.ts'
import { OPEN_STATES } from '../../app/lifecycle/find-session.ts'
import type { CheckpointDocument } from '../../event/document.ts'
import { Problem } from '../../problem.ts'
import type { RestoredCheckpoint } from '../../session/checkpoint.ts'
import { ago, countText } from '../../text/time.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag, sessionFlag, switchFlag } from '../flags.ts'
import { printResult } from '../out.ts'
import { shortId } from '../present/session.ts'
import { requireLatestSession, requireSession } from '../select-session.ts'
import { plain } from '../terminal-safe.ts'

interface CheckpointFlags {
  readonly session?: string
  readonly last: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Save a checkpoint of a session',
    fullDescription:
      'Saves a checkpoint of the current session: critical state that must survive a compaction (such as the goal and the confidence) and, unless the context is nearly full, extended state (files, commands, errors). Hooks take a checkpoint before every compaction. --last shows the last checkpoint instead: its critical state and, for one hour, its extended state without deleted files.',
  },
  parameters: {
    flags: {
      session: sessionFlag,
      last: switchFlag('Show the last checkpoint instead of saving one'),
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: CheckpointFlags) {
    if (flags.last) return showLast(this, flags)
    const world = await this.world()
    const seen = await requireSession(this, flags.session, OPEN_STATES)
    const { checkpoint, stored } = await takeCheckpoint(world, seen, { occasion: 'command' })
    if (stored === 'spooled')
      this.out.talk('The log is busy. The checkpoint is in the spool; the next command will store it.')
    printResult(this, flags, checkpoint, (taken) => checkpointText(taken, this.out.style.cyan))
  },
})

async function showLast(context: CliContext, flags: CheckpointFlags): Promise<void> {
  const { clock } = await context.world()
  const seen = await requireLatestSession(context, flags.session, {
    to: 'show',
    command: 'leftoff checkpoint --last',
  })
  const now = clock.now()
  const taken = seen.view.carry.checkpoint
  const restored = restoreLastCheckpoint(seen, { now, isThere: existsSync })
  if (!taken || !restored) throw noCheckpoint(seen.session)
  if (restored.kind === 'refused') throw unusableCheckpoint(seen.session, restored.reason)
  const { occasion, phase, at } = taken
  const { kind: _, ...state } = restored
  printResult(context, flags, { session: seen.session, at, occasion, phase, ...state }, () =>
    [`Checkpoint ${ago(Math.max(0, now - at))} (${occasion}, ${phase})`, ...restoredLines(restored)].join(
      '\n',
    ),
  )
}

/** One line per field, grouped by tier. Values other than strings are printed as JSON. */
function restoredLines(state: Extract<RestoredCheckpoint, { kind: 'restored' }>): readonly string[] {
  const fields = (tier: object | undefined): string[] =>
    Object.entries(tier ?? {}).map(([name, value]) =>
      plain(`  ${name.padEnd(22)} ${typeof value === 'string' ? value : JSON.stringify(value)}`).slice(
        0,
        MAX_LINE,
      ),
    )
  return [
    ...['critical', ...fields(state.critical)],
    ...(state.extended ? ['extended', ...fields(state.extended)] : []),
    ...(state.dropped.length > 0 ? ['dropped', ...state.dropped.map((reason) => plain(`  ${reason}`))] : []),
  ]
}

const MAX_LINE = 300

const noCheckpoint = (session: string): Problem =>
  new Problem({
    code: 'no-checkpoint',
    message: `session ${session} has no checkpoint`,
    fix: 'run leftoff checkpoint while the session is open',
    outcome: 'notFound',
  })

const unusableCheckpoint = (session: string, reason: string): Problem =>
  new Problem({
    code: 'checkpoint-refused',
    message: `the last checkpoint of session ${session} is not usable: ${reason}`,
    fix: `leftoff session show ${session}   (shows its events)`,
  })

function checkpointText(
  { session, phase, state }: CheckpointDocument,
  paint: (id: string) => string,
): string {
  const { critical, extended } = state
  const fields = `${countText(Object.keys(critical).length, 'critical field')}, ${Object.keys(extended ?? {}).length} extended`
  const goal = critical.original_goal ? `: ${critical.original_goal}` : ''
  return `Saved checkpoint of session ${paint(shortId(session))} (${phase}, ${fields})${goal}`
}
