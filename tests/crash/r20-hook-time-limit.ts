import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentName } from '../../src/agent/adapter.ts'
import { Maildir } from '../../src/spool/maildir.ts'
import { buildHook, bundledHook, type HookCommand } from './kit/build-hook.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { runLimited, startChild } from './kit/child.ts'
import { type HookRun, runHook } from './kit/run-hook.ts'
import { checkLog } from './oracle.ts'

/** The maximum delay for a client on a machine that is not overloaded. */
const MAX_MS = 1500
/** If bare Node takes longer than this to start, the machine is overloaded. */
const QUIET_NODE_MS = 150
/** Maximum p95 of a hook, as a multiple of the startup time of bare Node: 304 ms if Node takes 38 ms. */
const MAX_RATIO = 8
/** Extra time for the campaign bundle, which is larger than the command. */
const BUNDLE_MS = 500
/** Attempts before a slow hook counts as a violation. */
const TRIES = 3

export const hookBudget: Campaign = {
  id: 'R20',
  title: 'hook budget',
  async run(trial) {
    const bench = new HookBench(trial)
    const times = trial.size({ change: 1, night: 10 })
    await bench.series(1, 'first')
    // Tests the bundle first, because it contains the mutants.
    await bench.hostile(1, { command: bundledHook(trial), mostMs: MAX_MS + BUNDLE_MS, waiting: 2500 })
    await bench.drained()
    const cold = await bench.series(300 * times, 'cold', { isSampled: true })
    await bench.hostile(5 * times, { mostMs: MAX_MS, waiting: 200 })
    await bench.atOnce(trial.size({ change: 40, night: 200 }))
    const stored = await bench.requireNothingLost()
    const { p50, p95, most } = quantiles(cold)
    const node = bench.node()
    require(p95 <= MAX_RATIO * node.p50, `p95 of a hook is ${p95} ms, p50 of bare Node is ${node.p50} ms`)
    return `${stored} prompts; p50 ${p50}, p95 ${p95}, max ${most} ms; bare Node ${node.p50} ms; hostile max ${bench.worst()} ms`
  },
}

class HookBench {
  readonly #trial: Trial
  readonly #home: string
  readonly #spool: Maildir
  readonly #command: HookCommand
  readonly #nodeMs: number[] = []
  readonly #hostileMs: number[] = []
  /** The unique text of every delivered prompt. */
  readonly #texts: string[] = []

  constructor(trial: Trial) {
    this.#trial = trial
    this.#home = join(trial.folder, 'home')
    this.#spool = new Maildir(join(this.#home, 'spool'))
    this.#command = buildHook(trial, 'r20')
  }

  node = (): Quantiles => quantiles(this.#nodeMs)
  worst = (): number => quantiles(this.#hostileMs).most

  /** Runs hooks one after the other. */
  async series(
    count: number,
    name: string,
    { isSampled = false, command = this.#command, ...conditions }: HookConditions = {},
  ): Promise<readonly number[]> {
    const times: number[] = []
    for (let index = 0; index < count; index += 1) {
      this.#trial.step(`${name} ${index}`)
      if (isSampled && index % 15 === 0) this.#nodeMs.push(bareNode())
      times.push(await this.#runHook(name, { command, ...conditions }))
    }
    return times
  }

  /** Runs hooks with a locked log, an open input, a dead parent, a closed output, and a full spool. */
  async hostile(count: number, { command = this.#command, mostMs, waiting }: HostileOptions): Promise<void> {
    const series = (name: string, conditions: HookConditions): Promise<void> =>
      this.#requireInTime(name, mostMs, () => this.series(count, name, { command, ...conditions }))
    await whileLocked(this.#trial, this.#home, async () => {
      for (let repeated = 0; repeated < 3; repeated += 1) await series('while the log is locked', {})
      await series('while the log is locked and the input open', { open: 'pipe' })
    })
    await series('with an open pipe', { open: 'pipe' })
    await series('with an open socket', { open: 'socket' })
    await series('with its parent gone', { isOrphan: true })
    await series('with standard output closed', { closesStdout: true })
    this.#fillSpool(waiting)
    await series('with a full spool', {})
  }

  /** Runs hooks concurrently. Their times depend on the machine, so only exit codes and losses count. */
  async atOnce(count: number): Promise<void> {
    const all = Array.from({ length: count }, (_, index) => index)
    await runLimited(
      count,
      all,
      async () => void (await this.#runHook('at once', { command: this.#command })),
    )
  }

  /** Runs hooks until they have ingested the whole spool. */
  async drained(): Promise<void> {
    for (let round = 0; round < 200 && (await this.#spool.waiting(1)).length > 0; round += 1)
      await this.#runHook('later', { command: this.#command })
  }

  /** Requires that every prompt is stored exactly once in the end. */
  async requireNothingLost(): Promise<number> {
    await this.drained()
    const sessions = await checkLog(this.#home, [])
    const texts = [...sessions.values()].flat().flatMap(({ data }) => (data?.text ? [data.text] : []))
    const counts = new Map<unknown, number>()
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const text of this.#texts)
      require(counts.get(text) === 1, `"${text}" is stored ${counts.get(text) ?? 0} times`)
    const [aside] = await this.#spool.quarantined()
    require(aside === undefined, `${aside?.name} was quarantined: ${aside?.reason}`)
    return this.#texts.length
  }

  async #runHook(name: string, { command = this.#command, ...conditions }: HookConditions): Promise<number> {
    const text = `${name} ${this.#texts.length}`
    this.#texts.push(text)
    const agent = AGENTS[this.#texts.length % AGENTS.length] ?? 'codex'
    const { folder } = this.#trial
    const payload = promptOf(agent, { text, folder, session: `${agent}-${this.#texts.length % 40}` })
    const run = { command: command(agent), home: this.#home, folder, payload, ...conditions }
    const { ms, code, printed } = await runHook(run)
    require(conditions.isOrphan === true ||
      code === 0, `${text}: it ended with ${code} after ${ms.toFixed(0)} ms`)
    require(printed === '' || isReply(printed), `${text}: it printed ${printed.slice(0, 300)}`)
    return ms
  }

  /**
   * A slow hook counts only if it is slow on every attempt and bare Node is not: a busy machine may stall,
   * but a hook without a deadline is slow every time.
   */
  async #requireInTime(name: string, mostMs: number, run: () => Promise<readonly number[]>): Promise<void> {
    const worsts: string[] = []
    for (let tries = 0; tries < TRIES; tries += 1) {
      const times = await run()
      this.#hostileMs.push(...times)
      const worst = Math.max(...times)
      if (worst <= mostMs || worst <= mostMs * slowness(this.#nodeMs)) return
      worsts.push(worst.toFixed(0))
    }
    require(false, `${name}: hooks took ${worsts.join(', ')} ms, the limit is ${mostMs}`)
  }

  #fillSpool(sessions: number): void {
    const folder = join(this.#home, 'spool', 'new')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (let index = 0; index < sessions; index += 1) {
      const text = `waits ${this.#texts.length}`
      this.#texts.push(text)
      const payload = promptOf('codex', { text, folder: this.#trial.folder, session: text })
      writeFileSync(join(folder, `codex.waits-${this.#texts.length}-${index}`), payload)
    }
  }
}

interface HostileOptions {
  readonly command?: HookCommand
  readonly mostMs: number
  /** The number of spooled sessions. Each needs its own transaction. */
  readonly waiting: number
}

type HookConditions = Partial<Pick<HookRun, 'open' | 'closesStdout' | 'isOrphan'>> & {
  readonly command?: HookCommand
  readonly isSampled?: boolean
}

const AGENTS: readonly AgentName[] = ['claude-code', 'codex', 'gemini-cli', 'opencode']

function promptOf(agent: AgentName, prompt: { text: string; folder: string; session: string }): string {
  const { text, folder, session } = prompt
  if (agent === 'opencode')
    return JSON.stringify({
      hook: 'chat.message',
      sessionID: session,
      directory: folder,
      at: Date.now(),
      text,
      messageID: text,
    })
  const heading = { session_id: session, cwd: folder, prompt: text }
  if (agent === 'gemini-cli') {
    const timestamp = new Date().toISOString()
    return JSON.stringify({ ...heading, hook_event_name: 'BeforeAgent', timestamp })
  }
  return JSON.stringify({ ...heading, hook_event_name: 'UserPromptSubmit', prompt_id: text, turn_id: text })
}

function isReply(printed: string): boolean {
  try {
    return typeof JSON.parse(printed) === 'object'
  } catch {
    return false // plain text
  }
}

function bareNode(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['-e', '0'], { env: {} })
  return performance.now() - began
}

/** How many times slower this machine is now than an idle one. */
function slowness(seen: readonly number[]): number {
  return Math.max(QUIET_NODE_MS, bareNode(), bareNode(), ...seen) / QUIET_NODE_MS
}

interface Quantiles {
  readonly p50: number
  readonly p95: number
  readonly most: number
}

function quantiles(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), most: at(1) }
}

/** Runs `work` while another process holds a write transaction on the log. */
async function whileLocked<T>(trial: Trial, home: string, work: () => Promise<T>): Promise<T> {
  const holder = startChild(trial, 'logHolder', { home })
  if (!(await holder.waitFor('held'))) throw new Error(`the log could not be locked: ${holder.stderr}`)
  try {
    return await work()
  } finally {
    holder.kill()
    await holder.ended
  }
}
