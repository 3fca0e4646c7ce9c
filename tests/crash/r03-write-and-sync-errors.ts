import { join } from 'node:path'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { runLimited, startChild } from './kit/child.ts'
import { countWrites, type Injection, missingStrace, straceCommand, traceLines } from './kit/strace.ts'
import { checkLog, countEvents } from './oracle.ts'

const EVENTS = 5
const FAULTS = [
  { call: 'fsync', effect: 'error=EIO' },
  { call: 'pwrite64', effect: 'error=EIO' },
  { call: 'pwrite64', effect: 'error=ENOSPC' },
] as const
const CODES = ['log-io', 'disk-full']

export const failedSync: Campaign = {
  id: 'R3',
  title: 'write and sync errors',
  missing: missingStrace,
  async run(trial) {
    const injections = await chosenInjections(trial)
    let answered = 0
    await runLimited(2, injections, async (injection) => {
      const failures = await failAt(trial, injection)
      answered += failures
    })
    return `${injections.length} errors injected, ${answered} reported; the others hit folder syncs or the close`
  },
}

async function chosenInjections(trial: Trial): Promise<Injection[]> {
  const home = join(trial.folder, 'counted')
  const trace = `${home}.trace`
  await startChild(trial, 'stubbornWriter', ordersFor(trial, home), {
    under: straceCommand(trace),
  }).requireSuccess()
  const counts = countWrites(trace)
  const all = FAULTS.flatMap(({ call, effect }) =>
    Array.from({ length: counts.get(call) ?? 0 }, (_, index) => ({ call, effect, when: String(index + 1) })),
  )
  const most = trial.size({ change: 120, night: all.length })
  const syncs = all.filter(({ call }) => call === 'fsync')
  const writes = all.filter(({ call }) => call !== 'fsync')
  const stride = Math.max(1, Math.ceil(writes.length / Math.max(1, most - syncs.length)))
  return [...syncs, ...writes.filter((_, index) => index % stride === 0)]
}

const ordersFor = (trial: Trial, home: string): { home: string; seed: number; count: number } => ({
  home,
  seed: trial.seed,
  count: EVENTS,
})

/** Injects one error. The writer must retry until all events are stored. */
async function failAt(trial: Trial, injection: Injection): Promise<number> {
  const name = `${injection.call}-${injection.effect.slice(6)}-${injection.when}`
  trial.step(name)
  const home = join(trial.folder, name)
  const under = straceCommand(`${home}.trace`, injection, ['openat', 'write'])
  const child = startChild(trial, 'stubbornWriter', ordersFor(trial, home), { under })
  await child.requireSuccess()
  const failures = child.linesAfter('fail')
  require(failures.every((code) => CODES.includes(code)), `${name}: failed with ${failures.join(', ')}`)
  requireHonestTrace(traceLines(`${home}.trace`), name)
  const acks = child.acks
  require(acks.length === EVENTS, `${name}: ${acks.length} of ${EVENTS} appends succeeded in the end`)
  const stored = countEvents(await checkLog(home, acks))
  require(stored === EVENTS, `${name}: ${stored} events stored, ${EVENTS} appended`)
  return failures.length
}

/**
 * Requires that after a failed call, the writer gets an error before any ack and the file is reopened before
 * the next ack.
 */
function requireHonestTrace(lines: readonly string[], name: string): void {
  const at = lines.findIndex((line) => line.includes('(INJECTED)'))
  require(at >= 0, `${name}: no error was injected`)
  if (!lines[at]?.includes('log.db')) return // SQLite ignores errors of folder syncs
  const after = lines.slice(at)
  const line = after.find((text) => /write\(1<[^>]*>, "(ack|fail|closing)/.test(text)) ?? ''
  if (line.includes('"closing') || line === '') return // the last sync belongs to the close, after every ack
  require(line.includes('"fail'), `${name}: an append was acked although its call failed`)
  const acked = after.findIndex((line) => /write\(1<[^>]*>, "ack/.test(line))
  const reopened = after.findIndex((line) => line.includes('openat(') && line.includes('log.db"'))
  require(reopened >= 0 && reopened < acked, `${name}: the handle that failed was used again`)
}
