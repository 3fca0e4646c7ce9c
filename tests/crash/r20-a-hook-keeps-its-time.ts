import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentName } from '../../src/agent/adapter.ts'
import { Maildir } from '../../src/spool/maildir.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { atATime } from './kit/crew.ts'
import { type HookRun, hookRun } from './kit/hook-run.ts'
import { whileLocked } from './kit/log-holder.ts'
import { holds } from './oracle.ts'

/** What a client can be made to wait, on a machine that is not overloaded. */
const MOST_MS = 1500
/** A bare Node that takes longer than this to start tells of a machine that is. */
const QUIET_NODE_MS = 150
/** Of a hook it may be so many times the start of a bare Node: 300 ms where that is 38. */
const MOST_RATIO = 8
/** The bundle of the campaigns is larger than the command, and starts later. */
const BUNDLE_MS = 500
/** So often is a time too long before it is the hook's. */
const TRIES = 3

export const hookBudget: Campaign = {
  id: 'R20',
  title: 'hook budget',
  async run(trial) {
    const desk = new BudgetDesk(trial)
    const times = trial.size({ change: 1, night: 10 })
    await desk.series(1, 'first')
    // By the bundle first, which has in it what the mutants change.
    await desk.hostile(1, { command: bundled(trial), mostMs: MOST_MS + BUNDLE_MS, waiting: 2500 })
    await desk.drained()
    const cold = await desk.series(300 * times, 'cold', { isSampled: true })
    await desk.hostile(5 * times, { mostMs: MOST_MS, waiting: 200 })
    await desk.atOnce(trial.size({ change: 40, night: 200 }))
    const stored = await desk.requireNothingLost()
    const { p50, p95, most } = quantiles(cold)
    const node = desk.node()
    require(p95 <= MOST_RATIO * node.p50, `95 of 100 hooks take up to ${p95} ms, a bare Node ${node.p50} ms`)
    return `${stored} hooks; p50 ${p50}, p95 ${p95}, max ${most} ms; bare Node ${node.p50} ms; hostile max ${desk.worst()} ms`
  },
}

type Command = (agent: AgentName) => readonly string[]

/** The command as users get it. Inside node_modules, so that it finds the driver. */
function built({ repository }: Trial): Command {
  const folder = join(repository, 'node_modules/.cache/leftoff-campaign/r20-dist')
  const script = join(repository, 'scripts/build.mjs')
  execFileSync(process.execPath, [script, '--no-types', '--out', folder])
  return (agent) => [process.execPath, join(folder, 'leftoff.cjs'), 'hook', agent]
}

const bundled =
  ({ childBundle }: Trial): Command =>
  (agent) => [process.execPath, childBundle, 'hookProcess', JSON.stringify({ agent })]

class BudgetDesk {
  readonly #trial: Trial
  readonly #home: string
  readonly #spool: Maildir
  readonly #built: Command
  readonly #nodeMs: number[] = []
  readonly #hostileMs: number[] = []
  /** Everything that was told, by a text of its own. */
  readonly #told: string[] = []

  constructor(trial: Trial) {
    this.#trial = trial
    this.#home = join(trial.folder, 'home')
    this.#spool = new Maildir(join(this.#home, 'spool'))
    this.#built = built(trial)
  }

  node = (): Quantiles => quantiles(this.#nodeMs)
  worst = (): number => quantiles(this.#hostileMs).most

  /** One after the other. */
  async series(
    count: number,
    name: string,
    { isSampled = false, command = this.#built, ...manner }: Manner = {},
  ): Promise<readonly number[]> {
    const times: number[] = []
    for (let index = 0; index < count; index += 1) {
      this.#trial.step(`${name} ${index}`)
      if (isSampled && index % 15 === 0) this.#nodeMs.push(bareNode())
      times.push(await this.#tell(name, { command, ...manner }))
    }
    return times
  }

  /** Everything that could keep a hook: a held log, an open input, a dead parent, a deaf reader, a full spool. */
  async hostile(count: number, { command = this.#built, mostMs, waiting }: Hostility): Promise<void> {
    const series = (name: string, manner: Manner): Promise<void> =>
      this.#requireInTime(name, mostMs, () => this.series(count, name, { command, ...manner }))
    await whileLocked(this.#trial, this.#home, async () => {
      for (let repeated = 0; repeated < 3; repeated += 1) await series('while the log is held', {})
      await series('while the log is held and the input open', { open: 'pipe' })
    })
    await series('with an open pipe', { open: 'pipe' })
    await series('with an open socket', { open: 'socket' })
    await series('with its parent gone', { isOrphan: true })
    await series('with nobody who reads', { isDeaf: true })
    this.#fillSpool(waiting)
    await series('with a full spool', {})
  }

  /** Here the machine is the limit, so it is only asked that nobody notices and nothing is lost. */
  async atOnce(count: number): Promise<void> {
    const all = Array.from({ length: count }, (_, index) => index)
    await atATime(count, all, async () => void (await this.#tell('at once', { command: this.#built })))
  }

  /** What waits is taken in by the hooks that come later. */
  async drained(): Promise<void> {
    for (let round = 0; round < 200 && (await this.#spool.waiting(1)).length > 0; round += 1)
      await this.#tell('later', { command: this.#built })
  }

  /** Whatever was done to them, in the end each of it is there once. */
  async requireNothingLost(): Promise<number> {
    await this.drained()
    const sessions = await holds(this.#home, [])
    const texts = [...sessions.values()].flat().flatMap(({ data }) => (data?.text ? [data.text] : []))
    const counts = new Map<unknown, number>()
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const text of this.#told)
      require(counts.get(text) === 1, `"${text}" is stored ${counts.get(text) ?? 0} times`)
    const [aside] = await this.#spool.quarantined()
    require(aside === undefined, `${aside?.name} was set aside: ${aside?.reason}`)
    return this.#told.length
  }

  async #tell(name: string, { command = this.#built, ...manner }: Manner): Promise<number> {
    const text = `${name} ${this.#told.length}`
    this.#told.push(text)
    const agent = AGENTS[this.#told.length % AGENTS.length] ?? 'codex'
    const { folder } = this.#trial
    const payload = promptOf(agent, { text, folder, session: `${agent}-${this.#told.length % 40}` })
    const run = { command: command(agent), home: this.#home, folder, payload, ...manner }
    const { ms, code, printed } = await hookRun(run)
    require(manner.isOrphan === true ||
      code === 0, `${text}: it ended with ${code} after ${ms.toFixed(0)} ms`)
    require(printed === '' || isAnswer(printed), `${text}: it said ${printed.slice(0, 300)}`)
    return ms
  }

  /**
   * A time that is too long counts where a bare Node starts as usual right after it, and where it is too long again:
   * a machine stalls now and then, a hook without a deadline does it every time.
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
    require(false, `${name}: hooks took ${worsts.join(', ')} ms of ${mostMs}`)
  }

  #fillSpool(sessions: number): void {
    const folder = join(this.#home, 'spool', 'new')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (let index = 0; index < sessions; index += 1) {
      const text = `waits ${this.#told.length}`
      this.#told.push(text)
      const payload = promptOf('codex', { text, folder: this.#trial.folder, session: text })
      writeFileSync(join(folder, `codex.waits-${this.#told.length}-${index}`), payload)
    }
  }
}

interface Hostility {
  readonly command?: Command
  readonly mostMs: number
  /** Sessions in the spool, each of which takes a transaction of its own. */
  readonly waiting: number
}

type Manner = Partial<Pick<HookRun, 'open' | 'isDeaf' | 'isOrphan'>> & {
  readonly command?: Command
  readonly isSampled?: boolean
}

const AGENTS: readonly AgentName[] = ['claude-code', 'codex', 'gemini-cli', 'opencode']

function promptOf(agent: AgentName, told: { text: string; folder: string; session: string }): string {
  const { text, folder, session } = told
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

function isAnswer(printed: string): boolean {
  try {
    return typeof JSON.parse(printed) === 'object'
  } catch {
    return false // then it is talk
  }
}

function bareNode(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['-e', '0'], { env: {} })
  return performance.now() - began
}

/** How many times slower than a quiet machine this one is now. */
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
