import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { derivedId } from '../../src/event/identity.ts'
import type { Operation } from './child/operator.ts'
import { erasing, operated } from './child/operator.ts'
import { requireApproved, requireProposed, suggestedRules, taughtSessions } from './kit/approving.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { checkpoint } from './kit/checkpoint.ts'
import { atATime, type Member, start } from './kit/crew.ts'
import { busyEvent, eventId, filled, kinds } from './kit/event-source.ts'
import { logOf } from './kit/log-of.ts'
import type { Random } from './kit/random.ts'
import { killedSession, requireRecovered } from './kit/recovering.ts'
import { releaseTwo, requireOldOrNew } from './kit/release-two.ts'
import { requireOldOrNewSettings, settingsOfAgents, toldAgents } from './kit/settings.ts'
import { counted, hasStrace, traced, type Write } from './kit/strace.ts'
import { holds } from './oracle.ts'

/** A way to disk: what is there before, who walks it, and what must be true wherever it was cut. */
interface Path {
  readonly name: 'append' | Operation | 'install' | 'uninstall'
  prepare(home: string, trial: Trial): Promise<void>
  walk(home: string, trial: Trial, under: readonly string[]): Member
  check(home: string, member: Member): Promise<void>
}

/** With every change each way is cut at so many points, others every time; at night at all of them. */
const CUTS: Readonly<Record<Path['name'], number>> = {
  append: 48,
  migrate: 16,
  rebuild: 16,
  forget: 20,
  recover: 32,
  approve: 20,
  propose: 28,
  install: 16,
  uninstall: 16,
}

interface Point {
  readonly call: Write
  readonly nth: number
}

export const killAtEveryWrite: Campaign = {
  id: 'R2',
  title: 'kill at every write',
  missing: hasStrace,
  async run(trial) {
    const done: string[] = []
    for (const path of [
      append,
      ...(['migrate', 'rebuild', 'forget'] as const).map(operation),
      recovering,
      ...approving,
      ...installing,
    ]) {
      const kills = await cutEverywhere(trial, path)
      done.push(`${path.name} ${kills}`)
    }
    return `kills: ${done.join(', ')}; 0 violations`
  },
}

async function cutEverywhere(trial: Trial, path: Path): Promise<number> {
  const before = join(trial.folder, `${path.name}-before`)
  mkdirSync(before)
  await path.prepare(before, trial)
  const points = pointsOf(await countedRun(trial, path, before))
  const most = trial.size({ change: CUTS[path.name], night: points.length })
  const chosen = sampled(points, most, trial.random(`R2 ${path.name}`))
  let killed = 0
  await atATime(2, chosen, async (point) => {
    const isKilled = await cutAt(trial, path, { before, point })
    killed += Number(isKilled)
  })
  // A run may take a write less than the counted one and so live; most of them living would be no campaign.
  require(killed >=
    chosen.length * 0.9, `of ${chosen.length} runs of ${path.name} only ${killed} were killed`)
  return killed
}

async function countedRun(trial: Trial, path: Path, before: string): Promise<ReadonlyMap<Write, number>> {
  const home = join(trial.folder, `${path.name}-counted`)
  cpSync(before, home, { recursive: true })
  const trace = join(trial.folder, `${path.name}.trace`)
  const member = path.walk(home, trial, traced(trace))
  await member.requireDone()
  await path.check(home, member)
  return counted(trace)
}

async function cutAt(trial: Trial, path: Path, at: { before: string; point: Point }): Promise<boolean> {
  const { call, nth } = at.point
  const name = `${path.name}-${call}-${nth}`
  trial.step(name)
  const home = join(trial.folder, name)
  cpSync(at.before, home, { recursive: true })
  const kill = { call, when: String(nth), effect: 'signal=SIGKILL' } as const
  const member = path.walk(home, trial, traced(`${home}.trace`, kill))
  const { code, signal } = await member.ended
  require(code === 0 || signal === 'SIGKILL', `${name}: ended with ${signal ?? code} ${member.said.at(-1)}`)
  await path.check(home, member)
  rmSync(home, { recursive: true })
  return signal === 'SIGKILL'
}

function pointsOf(counts: ReadonlyMap<Write, number>): Point[] {
  return [...counts].flatMap(([call, count]) =>
    Array.from({ length: count }, (_, index) => ({ call, nth: index + 1 })),
  )
}

/** One of each stretch of the way, so that its beginning, middle and end are cut, and other points by another seed. */
function sampled<T>(list: readonly T[], most: number, random: Random): readonly T[] {
  if (most >= list.length) return list
  const from = (stretch: number): number => Math.floor((stretch * list.length) / most)
  return Array.from({ length: most }, (_, at) => random.oneOf(list.slice(from(at), from(at + 1))))
}

const append: Path = {
  name: 'append',
  async prepare() {}, // from nothing: making the log is part of the way
  walk: (home, trial, under) =>
    start(trial, 'writer', { home, name: 'w', seed: trial.seed, sessions: [operated], count: 6 }, { under }),
  async check(home, member) {
    await holds(home, member.acks)
  },
}

const CANARY = 'CANARY7b1f'

const operation = (name: 'migrate' | 'rebuild' | 'forget'): Path => ({
  name,
  async prepare(home, trial) {
    const random = trial.random('R2')
    const log = logOf(home)
    for (let index = 0; index < 60; index += 1) {
      const secret = filled(
        random.oneOf(kinds),
        { id: eventId('s', index), at: index },
        { random, text: () => CANARY },
      )
      await log.append(operated, [secret])
      await log.append(derivedId('ses', 'neighbour'), [busyEvent(random, eventId('n', index), index)])
    }
    await log.close()
    checkpoint(home)
  },
  walk: (home, trial, under) => start(trial, 'operator', { home, operation: name }, { under }),
  async check(home, member) {
    if (name === 'migrate') requireOldOrNew(home)
    if (name === 'forget') await requireForgotten(home, member)
    await holds(home, [], name === 'migrate' ? { release: releaseTwo } : {})
  },
})

/** What a killed session left lies in three places, and the way from there into the log is cut everywhere. */
const recovering: Path = {
  name: 'recover',
  async prepare(home) {
    await killedSession(home)
    checkpoint(home)
  },
  walk: (home, trial, under) => start(trial, 'operator', { home, operation: 'recover' }, { under }),
  async check(home, member) {
    await holds(home, [])
    await requireRecovered(home, member)
    await holds(home, [])
  },
}

/** What users decided, and what was decided by its confidence, is theirs from the moment it was said to be done. */
const approving = (['approve', 'propose'] as const).map(
  (name): Path => ({
    name,
    async prepare(home) {
      await (name === 'approve' ? suggestedRules(home) : taughtSessions(home))
      checkpoint(home)
    },
    walk: (home, trial, under) => start(trial, 'operator', { home, operation: name }, { under }),
    async check(home, member) {
      await holds(home, [])
      await (name === 'approve' ? requireApproved(home, member) : requireProposed(home))
      await holds(home, [])
    },
  }),
)

/** Whoever comes next finishes what was begun; what was said to be gone is gone already. */
async function requireForgotten(home: string, member: Member): Promise<void> {
  if (member.said.includes('finished')) requireNoCanary(home)
  const log = logOf(home)
  await log.tidy()
  if (!(await hasTombstone(home))) await log.forget(erasing)
  await log.close()
  requireNoCanary(home)
}

async function hasTombstone(home: string): Promise<boolean> {
  const log = logOf(home)
  for await (const { id } of log.read({ session: operated })) if (id === erasing.id) return true
  return false
}

function requireNoCanary(home: string): void {
  const hit = readdirSync(home).find((name) => readFileSync(join(home, name)).includes(CANARY))
  require(hit === undefined, `the canary is still in ${hit}`)
}

/** The settings of agents are not in the log, and are worth the same care. */
const installing = (['install', 'uninstall'] as const).map(
  (work): Path => ({
    name: work,
    async prepare(home) {
      settingsOfAgents(home)
    },
    walk(home, trial, under) {
      if (work === 'uninstall') toldAgents(home)
      return start(trial, 'installer', { home, work }, { under })
    },
    async check(home) {
      requireOldOrNewSettings(home)
    },
  }),
)
