import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sessionIdOf } from '../../src/agent/event-draft.ts'
import { ingest } from '../../src/app/ingest/ingest.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import { canonicalJson } from '../../src/event/canonical-json.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { Maildir } from '../../src/spool/maildir.ts'
import { shellDelivery } from '../../src/spool/shell.ts'
import { type Campaign, require, type Trial, Violation } from './kit/campaign.ts'
import { atATime, start } from './kit/crew.ts'
import { hookWorld } from './kit/hook-world.ts'
import { clientsIn } from './kit/payload-fixtures.ts'
import { dealt, HANDS, type Step, type Story, type StoryBook, storyOf } from './kit/stories.ts'
import { holds, type Sessions } from './oracle.ts'

export const redelivery: Campaign = {
  id: 'R18',
  title: 'redelivery',
  async run(trial) {
    const sets = trial.size({ change: 500, night: 20_000 })
    const processSets = trial.size({ change: 4, night: 200 })
    const book = { clients: clientsIn(trial.repository), seed: trial.seed, at: Date.now() }
    const told = await byHands(trial, book, sets)
    const processes = await byProcesses(trial, book, { from: sets, count: processSets })
    return `${sets + processSets} sets, ${told.events} facts once each; ${processes} hook processes`
  },
}

/** Four processes, each with a share of every set. */
async function byHands(trial: Trial, book: StoryBook, sets: number): Promise<{ events: number }> {
  const home = join(trial.folder, 'hands')
  mkdirSync(home, { mode: 0o700 })
  const { seed, at } = book
  const orders = { home, repository: trial.repository, seed, at, sets }
  const hands = Array.from({ length: HANDS }, (_, hand) => start(trial, 'redeliverer', { ...orders, hand }))
  await Promise.all(hands.map((hand) => hand.requireDone()))
  const stories = Array.from({ length: sets }, (_, number) => storyOf(book, number))
  return requireToldOnce(home, stories)
}

/** One process for every telling, as clients do it: some start leftoff, the others leave it in the spool by a shell. */
async function byProcesses(
  trial: Trial,
  book: StoryBook,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<number> {
  const home = join(trial.folder, 'processes')
  const stories = Array.from({ length: count }, (_, index) => storyOf(book, from + index))
  let processes = 0
  for (const [index, story] of stories.entries()) {
    trial.step(`processes, set ${index}`)
    const hands = dealt(story, trial.random(`processes ${index}`))
    const steps = hands.flat()
    await atATime(HANDS, steps, (step) => tell(trial, { home, story, step }))
    processes += steps.filter(({ way }) => way === 'hook').length
  }
  await drainedByProcesses(trial, home, stories)
  await requireToldOnce(home, stories)
  return processes
}

/** Hooks take in what waits, each a part of it, all at once. */
async function drainedByProcesses(trial: Trial, home: string, stories: readonly Story[]): Promise<void> {
  const spool = new Maildir(join(home, 'spool'))
  const hooks = stories.slice(0, HANDS).flatMap((story): Telling[] => {
    const [payload = ''] = story.payloads
    return [{ home, story, step: { payload, way: 'hook', drains: true } }]
  })
  for (let round = 0; round < 9 && (await spool.waiting(1)).length > 0; round += 1)
    await atATime(HANDS, hooks, (telling) => tell(trial, telling))
}

interface Telling {
  readonly home: string
  readonly story: Story
  readonly step: Step
}

function tell(trial: Trial, { home, story, step }: Telling): Promise<void> {
  const { name } = story.agent
  const words =
    step.way === 'hook'
      ? [process.execPath, trial.childBundle, 'hookProcess', JSON.stringify({ agent: name })]
      : ['sh', '-c', shellDelivery(join(home, 'spool'), name)]
  const env = { ...process.env, LEFTOFF_HOME: home, HOME: trial.folder, CLAUDE_PID: '99999999' }
  const child = spawn(words[0] ?? '', words.slice(1), { env, cwd: trial.folder })
  let printed = ''
  child.stderr.on('data', (chunk) => (printed += chunk))
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stdin.on('error', () => {}) // its ending tells
  child.stdin.end(step.payload)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => {
      const isQuiet = printed === '' || printed === '{}' || printed.startsWith('{"')
      if (code === 0 && isQuiet) done()
      else
        failed(
          new Violation(`a hook of ${name} ended with ${signal ?? code} and said ${printed.slice(0, 300)}`),
        )
    })
  })
}

async function requireToldOnce(home: string, stories: readonly Story[]): Promise<{ events: number }> {
  const sessions = await holds(home, [])
  const spool = new Maildir(join(home, 'spool'))
  const [waits] = await spool.waiting(1)
  require(waits === undefined, `${waits?.name} still waits in the spool`)
  const [aside] = await spool.quarantined()
  require(aside === undefined, `${aside?.name} was set aside: ${aside?.reason}`)
  let events = 0
  for (const story of stories) events += await requireLikeInOrder(story, sessions)
  return { events }
}

/** The same facts as if each had been told once, in its order. */
async function requireLikeInOrder(story: Story, sessions: Sessions): Promise<number> {
  const { agent, session, ends } = story
  const stored = sessions.get(sessionIdOf(agent.name, session)) ?? []
  const expected = await inOrder(story)
  const facts = factsOf(expected)
  const found = factsOf(stored)
  const about = `${agent.name} ${session}`
  require(found.length === new Set(found).size, `${about}: a fact is stored twice`)
  for (const fact of facts) require(found.includes(fact), `${about}: lost or changed: ${fact.slice(0, 300)}`)
  for (const fact of found) require(facts.includes(fact), `${about}: never told: ${fact.slice(0, 300)}`)
  requireLife(lifeOf(stored), { about, ends })
  return found.length
}

async function inOrder({ agent, payloads, folder }: Story): Promise<readonly StoredEvent[]> {
  const log = new MemoryLog(sessionProjection)
  const world = hookWorld(log, new Maildir('/nowhere'), folder)
  for (const payload of payloads) {
    const heard = agent.parse(payload)
    require(heard.kind === 'parsed', `a payload of ${agent.name} is ${heard.kind}`)
    await ingest(world, agent, [{ hook: heard, at: world.clock.now() }])
  }
  const events: StoredEvent[] = []
  for await (const event of log.read()) events.push(event)
  return events
}

/** All but what is said of the session as a whole, and of what it was given to read: see `requireLife`. */
const factsOf = (events: readonly StoredEvent[]): readonly string[] =>
  events
    .filter(({ type }) => !type.startsWith('session.') && !OURS.has(type))
    .map(({ id, type, data }) => `${type} ${id} ${canonicalJson(data)}`)

const lifeOf = (events: readonly StoredEvent[]): readonly string[] =>
  events.filter(({ type }) => type.startsWith('session.')).map(({ type }) => type.slice('session.'.length))

/**
 * A session starts once. What is heard for the first time after its end reopens it, and so does a start that is told
 * again after it; an end that is told again then ends it again. Two processes that notice this at once may both say
 * that it was resumed, and the second changes nothing. Without an end there is nothing but the start.
 */
function requireLife(life: readonly string[], { about, ends }: { about: string; ends: boolean }): void {
  const isLegal = ends ? /^started(?: ended(?: resumed)*)+$/ : /^started$/
  require(isLegal.test(life.join(' ')), `${about}: its life is ${life.join(', ')}`)
}

/** What we say ourselves when something is told. */
const OURS: ReadonlySet<string> = new Set(['brief.given', 'checkpoint.taken', 'nudge.given', 'file.settled'])
