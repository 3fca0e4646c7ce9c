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
import { runLimited, startChild } from './kit/child.ts'
import { hookWorld } from './kit/hook-world.ts'
import { clientsIn } from './kit/payload-fixtures.ts'
import {
  type DeliveryStep,
  distributeSteps,
  type ScriptSource,
  type SessionScript,
  scriptFor,
  WORKERS,
} from './kit/session-scripts.ts'
import { checkLog, type SessionEvents } from './oracle.ts'

export const redelivery: Campaign = {
  id: 'R18',
  title: 'redelivery',
  async run(trial) {
    const sets = trial.size({ change: 500, night: 20_000 })
    const processSets = trial.size({ change: 4, night: 200 })
    const source = { clients: clientsIn(trial.repository), seed: trial.seed, at: Date.now() }
    const delivered = await deliverByWorkers(trial, source, sets)
    const processes = await deliverByHooks(trial, source, { from: sets, count: processSets })
    return `${sets + processSets} sets, ${delivered.events} facts stored once; ${processes} hook processes`
  },
}

/** Four worker processes, each with a share of every script. */
async function deliverByWorkers(
  trial: Trial,
  source: ScriptSource,
  sets: number,
): Promise<{ events: number }> {
  const home = join(trial.folder, 'hands')
  mkdirSync(home, { mode: 0o700 })
  const { seed, at } = source
  const orders = { home, repository: trial.repository, seed, at, sets }
  const workers = Array.from({ length: WORKERS }, (_, worker) =>
    startChild(trial, 'redeliverer', { ...orders, worker }),
  )
  await Promise.all(workers.map((worker) => worker.requireSuccess()))
  const scripts = Array.from({ length: sets }, (_, number) => scriptFor(source, number))
  return requireStoredOnce(home, scripts)
}

/** Runs one process per delivery, like a client: a hook or the shell spool. */
async function deliverByHooks(
  trial: Trial,
  source: ScriptSource,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<number> {
  const home = join(trial.folder, 'processes')
  const scripts = Array.from({ length: count }, (_, index) => scriptFor(source, from + index))
  let processes = 0
  for (const [index, script] of scripts.entries()) {
    trial.step(`processes, set ${index}`)
    const workers = distributeSteps(script, trial.random(`processes ${index}`))
    const steps = workers.flat()
    await runLimited(WORKERS, steps, (step) => deliver(trial, { home, script, step }))
    processes += steps.filter(({ route }) => route === 'hook').length
  }
  await drainByHooks(trial, home, scripts)
  await requireStoredOnce(home, scripts)
  return processes
}

/** Concurrent hooks that each drain a part of the spool. */
async function drainByHooks(trial: Trial, home: string, scripts: readonly SessionScript[]): Promise<void> {
  const spool = new Maildir(join(home, 'spool'))
  const hooks = scripts.slice(0, WORKERS).flatMap((script): ScriptedDelivery[] => {
    const [payload = ''] = script.payloads
    return [{ home, script, step: { payload, route: 'hook', drains: true } }]
  })
  for (let round = 0; round < 9 && (await spool.waiting(1)).length > 0; round += 1)
    await runLimited(WORKERS, hooks, (delivery) => deliver(trial, delivery))
}

interface ScriptedDelivery {
  readonly home: string
  readonly script: SessionScript
  readonly step: DeliveryStep
}

function deliver(trial: Trial, { home, script, step }: ScriptedDelivery): Promise<void> {
  const { name } = script.agent
  const words =
    step.route === 'hook'
      ? [process.execPath, trial.childBundle, 'hookProcess', JSON.stringify({ agent: name })]
      : ['sh', '-c', shellDelivery(join(home, 'spool'), name)]
  const env = { ...process.env, LEFTOFF_HOME: home, HOME: trial.folder, CLAUDE_PID: '99999999' }
  const child = spawn(words[0] ?? '', words.slice(1), { env, cwd: trial.folder })
  let printed = ''
  child.stderr.on('data', (chunk) => (printed += chunk))
  child.stdout.on('data', (chunk) => (printed += chunk))
  child.stdin.on('error', () => {}) // the exit code is checked
  child.stdin.end(step.payload)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => {
      // Before a compaction, Claude Code reads plain text.
      const isReply = printed.startsWith('{"') || printed.startsWith('<leftoff-brief')
      const isQuiet = printed === '' || printed === '{}' || isReply
      if (code === 0 && isQuiet) done()
      else
        failed(
          new Violation(
            `a hook of ${name} ended with ${signal ?? code} and printed ${printed.slice(0, 300)}`,
          ),
        )
    })
  })
}

async function requireStoredOnce(
  home: string,
  scripts: readonly SessionScript[],
): Promise<{ events: number }> {
  const sessions = await checkLog(home, [])
  const spool = new Maildir(join(home, 'spool'))
  const [waits] = await spool.waiting(1)
  require(waits === undefined, `${waits?.name} is still in the spool`)
  const [aside] = await spool.quarantined()
  require(aside === undefined, `${aside?.name} was quarantined: ${aside?.reason}`)
  let events = 0
  for (const script of scripts) events += await requireSameEvents(script, sessions)
  return { events }
}

/** The stored facts must be the same as if each payload had been delivered once, in order. */
async function requireSameEvents(script: SessionScript, sessions: SessionEvents): Promise<number> {
  const { agent, session, ends } = script
  const stored = sessions.get(sessionIdOf(agent.name, session)) ?? []
  const expected = await ingestInOrder(script)
  const facts = contentOf(expected)
  const found = contentOf(stored)
  const about = `${agent.name} ${session}`
  require(found.length === new Set(found).size, `${about}: a fact is stored twice`)
  for (const fact of facts) require(found.includes(fact), `${about}: lost or changed: ${fact.slice(0, 300)}`)
  for (const fact of found) require(facts.includes(fact), `${about}: never delivered: ${fact.slice(0, 300)}`)
  requireLegalLifecycle(lifecycleOf(stored), { about, ends })
  return found.length
}

async function ingestInOrder({ agent, payloads, folder }: SessionScript): Promise<readonly StoredEvent[]> {
  const log = new MemoryLog(sessionProjection)
  const world = hookWorld(log, new Maildir('/nowhere'), folder)
  for (const payload of payloads) {
    const hook = agent.parse(payload)
    require(hook.kind === 'parsed', `a payload of ${agent.name} is ${hook.kind}`)
    await ingest(world, agent, [{ hook, at: world.clock.now() }])
  }
  const events: StoredEvent[] = []
  for await (const event of log.read()) events.push(event)
  return events
}

/** Leaves out session events, which `requireLegalLifecycle` checks, and events that leftoff adds itself. */
const contentOf = (events: readonly StoredEvent[]): readonly string[] =>
  events
    .filter(({ type }) => !type.startsWith('session.') && !OURS.has(type))
    .map(({ id, type, data }) => `${type} ${id} ${canonicalJson(data)}`)

const lifecycleOf = (events: readonly StoredEvent[]): readonly string[] =>
  events
    .filter(({ type }) => type.startsWith('session.') && type !== 'session.titled')
    .map(({ type }) => type.slice('session.'.length))

/**
 * A session starts once. After its end, a new fact or a repeated start resumes it, and a repeated end ends it
 * again. Two concurrent processes may both record the resume, which changes nothing. Without an end, a session has
 * only a start.
 */
function requireLegalLifecycle(
  life: readonly string[],
  { about, ends }: { about: string; ends: boolean },
): void {
  const isLegal = ends ? /^started(?: ended(?: resumed)*)+$/ : /^started$/
  require(isLegal.test(life.join(' ')), `${about}: its lifecycle is ${life.join(', ')}`)
}

/** Events that leftoff adds itself. */
const OURS: ReadonlySet<string> = new Set(
  'brief.given checkpoint.taken nudge.given file.settled handoff.written progress.logged'.split(' '),
)
