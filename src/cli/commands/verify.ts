import { existsSync } from 'node:fs'
import { buildCommand } from '@stricli/core'
import { sessionProjection } from '../../app/projection.ts'
import { systemClock } from '../../host/clock.ts'
import type { Damage } from '../../log/event-log.ts'
import { type Salvaged, salvage } from '../../log/sqlite/salvage.ts'
import { Problem } from '../../problem.ts'
import type { QuarantinedDelivery } from '../../spool/spool.ts'
import { countText } from '../../text/time.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag, switchFlag } from '../flags.ts'

interface VerifyFlags {
  readonly salvage: boolean
  readonly json: boolean
}

interface VerifyResult {
  readonly ok: boolean
  readonly events: number
  readonly sessions: number
  readonly damage: readonly Damage[]
  readonly spool: { readonly waiting: number; readonly quarantined: readonly QuarantinedDelivery[] }
  readonly salvaged?: Salvaged
}

export default buildCommand({
  docs: {
    brief: 'Check the integrity of the log',
    fullDescription:
      'Checks every event against its hash and the hash chain, and every view against its events, and lists the damage. With --salvage, replaces a damaged log with a new one that contains all intact events and keeps the damaged file next to it. Exits with 4 if the log is damaged.',
  },
  parameters: {
    flags: {
      salvage: switchFlag('Replace the log with a new one that contains all intact events'),
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: VerifyFlags) {
    const salvaged = flags.salvage ? salvageLog(this) : undefined
    const verified = await verifyLog(this, salvaged)
    if (flags.json) this.out.json(verified)
    else this.out.print(verifyText(verified, this))
    if (!verified.ok) throw damagedLog(this, verified.damage)
  },
})

function salvageLog(context: CliContext): Salvaged {
  const path = context.paths().log
  if (existsSync(path)) return salvage(path, sessionProjection, systemClock.now())
  throw new Problem({
    code: 'log-missing',
    message: 'no log to salvage',
    where: path,
    fix: 'check LEFTOFF_HOME',
    outcome: 'notFound',
  })
}

async function verifyLog(context: CliContext, salvaged: Salvaged | undefined): Promise<VerifyResult> {
  const log = context.log()
  const damage: Damage[] = []
  const onProgress = (done: number): void => context.out.progress(`${countText(done, 'event')} checked`)
  for await (const one of log.verify(onProgress)) damage.push(one)
  context.out.progress('')
  if (damage.length === 0) {
    const { index } = await context.world() // ingests the spool, which is safe only on an intact log
    if (await log.tidy()) index.drop(await log.generation())
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

const MAX_LISTED = 50

function verifyText(
  { ok, events, sessions, damage, spool, salvaged }: VerifyResult,
  context: CliContext,
): string {
  const { style } = context.out
  return [
    ...(salvaged
      ? [
          `Salvaged ${countText(salvaged.kept, 'event')}, lost ${salvaged.lost}. The damaged log is kept at ${salvaged.damaged}`,
        ]
      : []),
    ok
      ? `${style.green('OK')}: ${countText(events, 'event')} in ${countText(sessions, 'session')} verified.`
      : `${style.red('Damaged')}: ${countText(damage.length, 'problem')} in ${countText(events, 'event')} of ${countText(sessions, 'session')}.`,
    ...damage
      .slice(0, MAX_LISTED)
      .map((one) => `  ${style.red(one.kind.padEnd(10))} ${placeOf(one)}: ${one.detail}`),
    ...(damage.length > MAX_LISTED ? [`  and ${damage.length - MAX_LISTED} more (--json lists all)`] : []),
    ...(spool.waiting > 0
      ? [`${countText(spool.waiting, 'delivery', 'deliveries')} waiting in the spool.`]
      : []),
    ...(spool.quarantined.length > 0
      ? [`${countText(spool.quarantined.length, 'delivery', 'deliveries')} in quarantine:`]
      : []),
    ...spool.quarantined
      .slice(0, MAX_LISTED)
      .map(({ name, bytes, reason }) => `  ${name} (${bytes} bytes): ${reason}`),
  ].join('\n')
}

const placeOf = ({ session, seq, position }: Damage): string => {
  if (session !== undefined) return seq === undefined ? session : `event ${seq} of ${session}`
  return position === undefined ? 'database' : `position ${position}`
}

function damagedLog(context: CliContext, damage: readonly Damage[]): Problem {
  const onlyViews = damage.every(({ kind }) => kind === 'view')
  return new Problem({
    code: onlyViews ? 'views-damaged' : 'log-damaged',
    message: onlyViews
      ? 'some views do not match their events'
      : `the log is damaged in ${countText(damage.length, 'place')}; all other events are intact`,
    where: context.paths().log,
    fix: onlyViews
      ? 'leftoff rebuild'
      : 'close your agents, then run leftoff verify --salvage (keeps the damaged file)',
    outcome: 'damaged',
  })
}
