import { existsSync } from 'node:fs'
import { buildCommand } from '@stricli/core'
import { sessionProjection } from '../../app/projection.ts'
import { systemClock } from '../../host/clock.ts'
import type { Damage } from '../../log/event-log.ts'
import { type Salvaged, salvage } from '../../log/sqlite/salvage.ts'
import { Problem } from '../../problem.ts'
import type { Quarantined } from '../../spool/spool.ts'
import type { Context } from '../context.ts'
import { jsonFlag } from '../flags.ts'

interface Flags {
  readonly salvage: boolean
  readonly json: boolean
}

interface Verified {
  readonly ok: boolean
  readonly events: number
  readonly sessions: number
  readonly damage: readonly Damage[]
  readonly spool: { readonly waiting: number; readonly quarantined: readonly Quarantined[] }
  readonly salvaged?: Salvaged
}

export default buildCommand({
  docs: {
    brief: 'Check every event of the log',
    fullDescription:
      'Reads everything, checks every event against its hash and its chain, every view against the fold of its events, and says what is damaged. With --salvage it builds a log of all intact events, puts it in the place of the damaged one, and keeps that beside it. Exit code 4 when something is damaged.',
  },
  parameters: {
    flags: {
      salvage: {
        kind: 'boolean',
        brief: 'Save what is intact into a new log',
        default: false,
        withNegated: false,
      },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    const salvaged = flags.salvage ? rescue(this) : undefined
    const verified = await verifiedLog(this, salvaged)
    if (flags.json) this.out.json(verified)
    else this.out.print(verifiedText(verified, this))
    if (!verified.ok) throw damagedLog(this, verified.damage)
  },
})

function rescue(context: Context): Salvaged {
  const path = context.paths().log
  if (existsSync(path)) return salvage(path, sessionProjection, systemClock.now())
  throw new Problem({
    code: 'log-missing',
    message: 'there is no log to salvage',
    where: path,
    fix: 'check LEFTOFF_HOME',
    outcome: 'notFound',
  })
}

async function verifiedLog(context: Context, salvaged: Salvaged | undefined): Promise<Verified> {
  const log = context.log()
  const damage: Damage[] = []
  const told = (done: number): void => context.out.progress(`${done} events checked`)
  for await (const one of log.verify(told)) damage.push(one)
  context.out.progress('')
  if (damage.length === 0) {
    await context.world() // a whole log can take in what waits
    await log.tidy()
  }
  const counts = await log.size()
  const spool = context.spool()
  const quarantined = await spool.quarantined()
  return {
    ok: damage.length === 0,
    ...counts,
    damage,
    spool: { waiting: (await spool.waiting()).length, quarantined },
    ...(salvaged && { salvaged }),
  }
}

const MOST = 50

function verifiedText({ ok, events, sessions, damage, spool, salvaged }: Verified, context: Context): string {
  const { style } = context.out
  return [
    ...(salvaged
      ? [
          `Salvaged ${salvaged.kept} events, ${salvaged.lost} were lost. The damaged log is kept: ${salvaged.damaged}`,
        ]
      : []),
    ok
      ? `${style.green('Whole')}: ${events} events of ${sessions} sessions match their hashes, their order and their views.`
      : `${style.red('Damaged')}: ${damage.length} problems in ${events} events of ${sessions} sessions.`,
    ...damage
      .slice(0, MOST)
      .map((one) => `  ${style.red(one.kind.padEnd(10))} ${placeOf(one)}: ${one.detail}`),
    ...(damage.length > MOST ? [`  and ${damage.length - MOST} more (--json lists all)`] : []),
    ...(spool.waiting > 0 ? [`${spool.waiting} deliveries wait in the spool.`] : []),
    ...(spool.quarantined.length > 0 ? [`${spool.quarantined.length} deliveries in quarantine:`] : []),
    ...spool.quarantined
      .slice(0, MOST)
      .map(({ name, bytes, reason }) => `  ${name} (${bytes} bytes): ${reason}`),
  ].join('\n')
}

const placeOf = ({ session, seq, position }: Damage): string => {
  if (session !== undefined) return seq === undefined ? session : `event ${seq} of ${session}`
  return position === undefined ? 'database' : `position ${position}`
}

function damagedLog(context: Context, damage: readonly Damage[]): Problem {
  const onlyViews = damage.every(({ kind }) => kind === 'view')
  return new Problem({
    code: onlyViews ? 'views-damaged' : 'log-damaged',
    message: onlyViews
      ? 'some views are not what their events say'
      : `${damage.length} places of the log are damaged; all other events are intact`,
    where: context.paths().log,
    fix: onlyViews
      ? 'leftoff rebuild'
      : 'leftoff verify --salvage   (close your agents first; the damaged file is kept)',
    outcome: 'damaged',
  })
}
