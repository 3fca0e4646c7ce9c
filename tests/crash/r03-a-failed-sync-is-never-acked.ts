import { join } from 'node:path'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { atATime, start } from './kit/crew.ts'
import { counted, hasStrace, type Injection, linesOf, traced } from './kit/strace.ts'
import { countOf, holds } from './oracle.ts'

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
  missing: hasStrace,
  async run(trial) {
    const injections = await chosenInjections(trial)
    let answered = 0
    await atATime(2, injections, async (injection) => {
      const failures = await failAt(trial, injection)
      answered += failures
    })
    return `${injections.length} errors injected, ${answered} reported, the rest folder syncs or at close`
  },
}

async function chosenInjections(trial: Trial): Promise<Injection[]> {
  const home = join(trial.folder, 'counted')
  const trace = `${home}.trace`
  await start(trial, 'stubbornWriter', ordersFor(trial, home), { under: traced(trace) }).requireDone()
  const counts = counted(trace)
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

/** One error at one call; the writer tries again, and in the end everything is stored. */
async function failAt(trial: Trial, injection: Injection): Promise<number> {
  const name = `${injection.call}-${injection.effect.slice(6)}-${injection.when}`
  trial.step(name)
  const home = join(trial.folder, name)
  const under = traced(`${home}.trace`, injection, ['openat', 'write'])
  const member = start(trial, 'stubbornWriter', ordersFor(trial, home), { under })
  await member.requireDone()
  const failures = member.words('fail')
  require(failures.every((code) => CODES.includes(code)), `${name}: answered ${failures.join(', ')}`)
  requireHonestTrace(linesOf(`${home}.trace`), name)
  const acks = member.acks
  require(acks.length === EVENTS, `${name}: ${acks.length} of ${EVENTS} appends succeeded in the end`)
  const stored = countOf(await holds(home, acks))
  require(stored === EVENTS, `${name}: ${stored} events stored, ${EVENTS} appended`)
  return failures.length
}

/** After a failed call the writer hears of it before it acks anything, and the file is opened anew before the next ack. */
function requireHonestTrace(lines: readonly string[], name: string): void {
  const at = lines.findIndex((line) => line.includes('(INJECTED)'))
  require(at >= 0, `${name}: no error was injected`)
  if (!lines[at]?.includes('log.db')) return // the folder: SQLite does not look at what its sync answers
  const after = lines.slice(at)
  const said = after.find((line) => /write\(1<[^>]*>, "(ack|fail|closing)/.test(line)) ?? ''
  if (said.includes('"closing') || said === '') return // the last sync is that of the close, after every ack
  require(said.includes('"fail'), `${name}: an append was acked although its call failed`)
  const acked = after.findIndex((line) => /write\(1<[^>]*>, "ack/.test(line))
  const reopened = after.findIndex((line) => line.includes('openat(') && line.includes('log.db"'))
  require(reopened >= 0 && reopened < acked, `${name}: the handle that failed was used again`)
}
