import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasOwnCache, plantCode } from '../support/planted-code.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import {
  CANARY,
  isCacheExposed,
  mustBeRefused,
  OTHER,
  type Ownership,
  placeHome,
  randomOwnership,
  snapshot,
  USER,
} from './kit/owned-home.ts'

const asUser = (uid: number): string[] => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']

export const homeOwnership: Campaign = {
  id: 'R32',
  title: 'home ownership',
  missing() {
    if (process.getuid?.() !== 0) return 'only root can switch to another user'
    return spawnSync('setpriv', ['--version']).status === 0 ? undefined : 'setpriv is not installed'
  },
  async run(trial) {
    chmodSync(trial.folder, 0o755)
    const machine = new TrialMachine(trial)
    const outcomes = { refused: 0, used: 0 }
    const cases = trial.size({ change: 80, night: 1500 })
    for (let index = 0; index < cases; index += 1) {
      const one = randomOwnership(trial.random(`R32/${index}`))
      trial.step(`${index}: ${JSON.stringify(one)}`)
      outcomes[machine.probe(index, one)] += 1
    }
    require(Math.min(outcomes.refused, outcomes.used) >
      cases / 5, `too one-sided: ${JSON.stringify(outcomes)}`)
    return `${outcomes.refused} homes refused, ${outcomes.used} used; no code or data from another user${hasOwnCache ? '' : ' (code not forged)'}`
  },
}

/** Two users, the built command, and a home that each user has already used. */
class TrialMachine {
  readonly #trial: Trial
  readonly #command: string
  readonly #used: string
  readonly #forged: string
  readonly #marker: string

  constructor(trial: Trial) {
    this.#trial = trial
    this.#command = buildCommand(trial)
    this.#marker = join(this.#folder('marks', { isOpen: true }), 'executed')
    this.#used = this.#useHome('used', USER, 'mine')
    this.#forged = this.#useHome('forged', OTHER, CANARY)
    if (hasOwnCache)
      require(plantCode(this.#forged, this.#command, this.#marker) > 0, 'the campaign forged no code')
  }

  probe(index: number, one: Ownership): 'refused' | 'used' {
    const folder = this.#folder(String(index))
    // Everything that the other user could have written is replaced with content from that user.
    const isExposed = isCacheExposed(one)
    const template = join(folder, 'template')
    execFileSync('cp', ['-a', mustBeRefused(one) ? this.#forged : this.#used, template])
    if (isExposed && hasOwnCache) {
      rmSync(join(template, 'cache'), { recursive: true, force: true })
      execFileSync('cp', ['-a', join(this.#forged, 'cache'), join(template, 'cache')])
    }
    const home = placeHome(folder, template, one)
    rmSync(template, { recursive: true })
    return mustBeRefused(one) ? this.#requireRefused(home, folder) : this.#requireUsed(home)
  }

  #requireRefused(home: string, folder: string): 'refused' {
    const before = snapshot(folder)
    const hook = this.#hook(home, 'sent to a foreign home')
    require(hook.out === '' || hook.out === '{}', `a hook printed ${hook.out.slice(0, 100)}`)
    const command = this.#run(home, ['session', 'list'])
    require(command.code === 1, `a command in a foreign home ended with ${command.code}: ${command.err}`)
    require(/^error\[(?:not-yours|home-exposed)\]/.test(command.err) &&
      command.err.includes('fix:'), `no clear error: ${command.err}`)
    const doctor = this.#run(home, ['doctor'])
    require(doctor.code === 1 && doctor.out.startsWith('Home\n'), `doctor says: ${doctor.out.slice(0, 200)}`)
    this.#requireNothingForeign([hook.out, command.out, doctor.out])
    require(snapshot(folder) === before, 'something was written to a foreign home')
    return 'refused'
  }

  #requireUsed(home: string): 'used' {
    const hook = this.#hook(home, 'sent to an own home')
    const command = this.#run(home, ['session', 'list', '--json'])
    this.#requireNothingForeign([hook.out, command.out, readFileSync(join(home, 'log.db'), 'latin1')])
    require(command.code === 0, `the user's own home was refused: ${command.err}`)
    require(command.out.includes('mine'), `the session is missing: ${command.out.slice(0, 200)}`)
    return 'used'
  }

  #requireNothingForeign(texts: readonly string[]): void {
    require(!existsSync(this.#marker), 'code from another user was executed')
    require(!texts.some((text) => text.includes(CANARY)), 'data from another user was read')
  }

  #hook(home: string, prompt: string): CommandEnd {
    const payload = { session_id: 'one', cwd: '/', hook_event_name: 'UserPromptSubmit', prompt }
    const ended = this.#run(home, ['hook', 'claude-code'], { input: JSON.stringify(payload) })
    require(ended.code === 0, `a hook ended with ${ended.code}`)
    require(ended.err === '', `a hook complained: ${ended.err.slice(0, 200)}`)
    return ended
  }

  #run(home: string, words: readonly string[], { uid = USER, input = '' } = {}): CommandEnd {
    const [program = '', ...rest] = [...asUser(uid), process.execPath, this.#command, ...words]
    const env = { PATH: process.env.PATH, HOME: dirname(this.#marker), LEFTOFF_HOME: home }
    const { status, stdout, stderr } = spawnSync(program, rest, { env, cwd: '/', input, encoding: 'utf8' })
    return { code: status, out: stdout, err: stderr }
  }

  /** Creates a home with a session, events and compiled code. */
  #useHome(name: string, uid: number, goal: string): string {
    const home = join(this.#folder(`${name}-parent`, { isOpen: true }), 'leftoff')
    this.#run(home, ['session', 'start', '--goal', goal], { uid })
    for (const words of [['session', 'list'], ['session', 'list'], ['doctor']])
      this.#run(home, words, { uid })
    const input = JSON.stringify({ session_id: 'x', cwd: '/', hook_event_name: 'SessionStart' })
    for (const _ of ['compiles', 'saves']) this.#run(home, ['hook', 'claude-code'], { uid, input })
    require(existsSync(join(home, 'log.db')), 'the campaign could not create a home')
    return home
  }

  #folder(name: string, { isOpen = false } = {}): string {
    const path = join(this.#trial.folder, name)
    mkdirSync(path)
    chmodSync(path, isOpen ? 0o1777 : 0o755)
    return path
  }
}

interface CommandEnd {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/**
 * Builds the published command, but with the mutants in its entry point, because the entry point decides what
 * to trust.
 */
function buildCommand({ repository, childBundle }: Trial): string {
  const folder = join(repository, 'node_modules/.cache/leftoff-campaign/r29-dist')
  execFileSync(process.execPath, [join(repository, 'scripts/build.mjs'), '--no-types', '--out', folder])
  const command = join(folder, 'leftoff.cjs')
  copyFileSync(join(dirname(childBundle), 'leftoff.cjs'), command)
  return command
}
