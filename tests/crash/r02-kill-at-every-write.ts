import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { derivedId } from '../../src/event/identity.ts'
import type { Operation } from './child/operator.ts'
import { ERASURE, OPERATED } from './child/operator.ts'
import { installAllAgents, requireOldOrNewSettings, writeUserSettings } from './kit/agent-settings.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { checkpoint } from './kit/checkpoint.ts'
import { type Child, runLimited, startChild } from './kit/child.ts'
import { eventId, eventKinds, sampleEvent, smallEvent } from './kit/event-source.ts'
import { createKilledSession, requireRecovered } from './kit/killed-session.ts'
import { nextRelease, requireOldOrNewSchema } from './kit/next-release.ts'
import { openLog } from './kit/open-log.ts'
import type { Random } from './kit/random.ts'
import {
  createSuggestedRules,
  createTaughtSessions,
  requireApproved,
  requireProposed,
} from './kit/rule-decisions.ts'
import { countWrites, missingStrace, straceCommand, type WriteCall } from './kit/strace.ts'
import { checkLog } from './oracle.ts'

/** An operation that writes to disk: its initial state, how to run it, and what must hold after any kill. */
interface WritePath {
  readonly name: 'append' | Operation | 'install' | 'uninstall'
  prepare(home: string, trial: Trial): Promise<void>
  run(home: string, trial: Trial, under: readonly string[]): Child
  check(home: string, child: Child): Promise<void>
}

/** Kills per operation for the change tier, at random points; the night tier uses all points. */
const KILLS: Readonly<Record<WritePath['name'], number>> = {
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

interface KillPoint {
  readonly call: WriteCall
  readonly nth: number
}

export const killAtEveryWrite: Campaign = {
  id: 'R2',
  title: 'kill at every write',
  missing: missingStrace,
  async run(trial) {
    const done: string[] = []
    for (const path of [
      append,
      ...(['migrate', 'rebuild', 'forget'] as const).map(operation),
      recoverPath,
      ...rulePaths,
      ...installPaths,
    ]) {
      const kills = await killEverywhere(trial, path)
      done.push(`${path.name} ${kills}`)
    }
    return `kills: ${done.join(', ')}; 0 violations`
  },
}

async function killEverywhere(trial: Trial, path: WritePath): Promise<number> {
  const before = join(trial.folder, `${path.name}-before`)
  mkdirSync(before)
  await path.prepare(before, trial)
  const points = pointsOf(await countWritesOfRun(trial, path, before))
  const most = trial.size({ change: KILLS[path.name], night: points.length })
  const chosen = sampleEvenly(points, most, trial.random(`R2 ${path.name}`))
  let killed = 0
  await runLimited(2, chosen, async (point) => {
    const isKilled = await killAt(trial, path, { before, point })
    killed += Number(isKilled)
  })
  // A run may need fewer writes than the counted run and survive, but at least 90% of the runs must be killed.
  require(killed >=
    chosen.length * 0.9, `only ${killed} of ${chosen.length} runs of ${path.name} were killed`)
  return killed
}

async function countWritesOfRun(
  trial: Trial,
  path: WritePath,
  before: string,
): Promise<ReadonlyMap<WriteCall, number>> {
  const home = join(trial.folder, `${path.name}-counted`)
  cpSync(before, home, { recursive: true })
  const trace = join(trial.folder, `${path.name}.trace`)
  const child = path.run(home, trial, straceCommand(trace))
  await child.requireSuccess()
  await path.check(home, child)
  return countWrites(trace)
}

async function killAt(
  trial: Trial,
  path: WritePath,
  at: { before: string; point: KillPoint },
): Promise<boolean> {
  const { call, nth } = at.point
  const name = `${path.name}-${call}-${nth}`
  trial.step(name)
  const home = join(trial.folder, name)
  cpSync(at.before, home, { recursive: true })
  const kill = { call, when: String(nth), effect: 'signal=SIGKILL' } as const
  const child = path.run(home, trial, straceCommand(`${home}.trace`, kill))
  const { code, signal } = await child.ended
  require(code === 0 || signal === 'SIGKILL', `${name}: ended with ${signal ?? code} ${child.lines.at(-1)}`)
  await path.check(home, child)
  rmSync(home, { recursive: true })
  return signal === 'SIGKILL'
}

function pointsOf(counts: ReadonlyMap<WriteCall, number>): KillPoint[] {
  return [...counts].flatMap(([call, count]) =>
    Array.from({ length: count }, (_, index) => ({ call, nth: index + 1 })),
  )
}

/** Picks one random item from each of `most` equal parts of the list. */
function sampleEvenly<T>(list: readonly T[], most: number, random: Random): readonly T[] {
  if (most >= list.length) return list
  const from = (stretch: number): number => Math.floor((stretch * list.length) / most)
  return Array.from({ length: most }, (_, at) => random.oneOf(list.slice(from(at), from(at + 1))))
}

const append: WritePath = {
  name: 'append',
  async prepare() {}, // starts without a log, so that some kills interrupt its creation
  run: (home, trial, under) =>
    startChild(
      trial,
      'writer',
      { home, name: 'w', seed: trial.seed, sessions: [OPERATED], count: 6 },
      { under },
    ),
  async check(home, child) {
    await checkLog(home, child.acks)
  },
}

const CANARY = 'CANARY7b1f'

const operation = (name: 'migrate' | 'rebuild' | 'forget'): WritePath => ({
  name,
  async prepare(home, trial) {
    const random = trial.random('R2')
    const log = openLog(home)
    for (let index = 0; index < 60; index += 1) {
      const secret = sampleEvent(
        random.oneOf(eventKinds),
        { id: eventId('s', index), at: index },
        { random, text: () => CANARY },
      )
      await log.append(OPERATED, [secret])
      await log.append(derivedId('ses', 'neighbour'), [smallEvent(random, eventId('n', index), index)])
    }
    await log.close()
    checkpoint(home)
  },
  run: (home, trial, under) => startChild(trial, 'operator', { home, operation: name }, { under }),
  async check(home, child) {
    if (name === 'migrate') requireOldOrNewSchema(home)
    if (name === 'forget') await requireForgotten(home, child)
    await checkLog(home, [], name === 'migrate' ? { release: nextRelease } : {})
  },
})

/** Recovers a session from the log, the spool and its transcript. */
const recoverPath: WritePath = {
  name: 'recover',
  async prepare(home) {
    await createKilledSession(home)
    checkpoint(home)
  },
  run: (home, trial, under) => startChild(trial, 'operator', { home, operation: 'recover' }, { under }),
  async check(home, child) {
    await checkLog(home, [])
    await requireRecovered(home, child)
    await checkLog(home, [])
  },
}

/** Decisions on rules, which must be durable once they are reported. */
const rulePaths = (['approve', 'propose'] as const).map(
  (name): WritePath => ({
    name,
    async prepare(home) {
      await (name === 'approve' ? createSuggestedRules(home) : createTaughtSessions(home))
      checkpoint(home)
    },
    run: (home, trial, under) => startChild(trial, 'operator', { home, operation: name }, { under }),
    async check(home, child) {
      await checkLog(home, [])
      await (name === 'approve' ? requireApproved(home, child) : requireProposed(home))
      await checkLog(home, [])
    },
  }),
)

/** Requires that the next open completes an interrupted erasure and that a reported erasure is already complete. */
async function requireForgotten(home: string, child: Child): Promise<void> {
  if (child.lines.includes('finished')) requireNoCanary(home)
  const log = openLog(home)
  await log.tidy()
  if (!(await hasTombstone(home))) await log.forget(ERASURE)
  await log.close()
  requireNoCanary(home)
}

async function hasTombstone(home: string): Promise<boolean> {
  const log = openLog(home)
  for await (const { id } of log.read({ session: OPERATED })) if (id === ERASURE.id) return true
  return false
}

function requireNoCanary(home: string): void {
  const hit = readdirSync(home).find((name) => readFileSync(join(home, name)).includes(CANARY))
  require(hit === undefined, `the canary is still in ${hit}`)
}

/** Agent settings, which are outside the log but need the same care. */
const installPaths = (['install', 'uninstall'] as const).map(
  (work): WritePath => ({
    name: work,
    async prepare(home) {
      writeUserSettings(home)
    },
    run(home, trial, under) {
      if (work === 'uninstall') installAllAgents(home)
      return startChild(trial, 'installer', { home, work }, { under })
    },
    async check(home) {
      requireOldOrNewSettings(home)
    },
  }),
)
