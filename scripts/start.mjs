// `npm start`: installs, builds, and demonstrates leftoff in a scratch folder: an agent records a session and is
// killed with SIGKILL, and the next session detects the crash and continues.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment, prepareProject, root } from './project.mjs'

const isTerminal = process.stdout.isTTY && !process.env.NO_COLOR
const paint = (code) => (text) => (isTerminal ? `\x1b[${code}m${text}\x1b[0m` : text)
const bold = paint(1)
const dim = paint(2)
const cyan = paint(36)
const say = (text = '') => process.stdout.write(`${text}\n`)

async function demonstrate() {
  const scratch = mkdtempSync(join(tmpdir(), 'leftoff-demo-'))
  try {
    const project = join(scratch, 'parser')
    mkdirSync(project)
    spawnSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: project })
    return await play(project, join(scratch, 'home'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function play(project, home) {
  const environment = childEnvironment({ LEFTOFF_HOME: home, ...(isTerminal && { FORCE_COLOR: '1' }) })
  const leftoff = (...args) => {
    say(`${dim('$')} ${cyan(`leftoff ${args.map(quoted).join(' ')}`)}`)
    const cli = join(root, 'dist', 'leftoff.cjs')
    const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], {
      cwd: project,
      env: environment,
      encoding: 'utf8',
    })
    say(indented(stdout + stderr))
    if (status !== 0) throw new Error(`leftoff ${args.join(' ')} exited with ${status}`)
    return stdout
  }

  heading('1', 'An agent starts a session and works')
  const agent = spawn(process.execPath, [join(root, 'scripts', 'demo-agent.mjs')], {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([once(agent.stdout, 'data'), once(agent, 'exit').then(failed)])
  leftoff('session', 'list')

  heading('2', `The agent is killed: kill -9 ${agent.pid}`)
  agent.kill('SIGKILL')
  await once(agent, 'exit')
  say('  No exit handler ran, and there is no daemon. Every recorded event is on disk.')
  say()

  heading('3', 'The next session starts, detects the crash, and shows the open state')
  const started = leftoff('session', 'start', '--agent', 'next-agent')
  if (!/crashed/i.test(started)) throw new Error('the crash was not detected')

  heading('4', 'The brief that the next agent reads')
  const brief = leftoff('brief')
  if (!brief.includes('handle the empty string')) throw new Error('the next action was lost')
  leftoff('verify')
  printNextSteps()
  return 0
}

function printNextSteps() {
  heading('>', 'For your own work')
  say(`  ${cyan('npm install -g .')}                          ${dim('# installs leftoff from this folder')}`)
  say(
    `  ${cyan('leftoff init')}                              ${dim('# installs hooks for Claude Code, Codex CLI, Gemini CLI, opencode; --dry-run only shows the changes')}`,
  )
  say(`  ${cyan('leftoff doctor')}                            ${dim('# checks the installation')}`)
  say(`  ${cyan('leftoff session list')}                      ${dim('# what your agents are doing')}`)
  say(
    `  ${cyan('leftoff note decision "..." --why "..."')}   ${dim('# also: blocker, next, fact, goal, task, evidence')}`,
  )
  say(`  ${cyan('leftoff --help')}`)
  say()
  say(
    '  This demo ran in a scratch folder, which has been deleted. `leftoff config path` shows where your data is stored.',
  )
}

function heading(number, text) {
  say(bold(`${number}  ${text}`))
  say()
}

const indented = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
    .concat('\n')

const quoted = (word) => (/^[\w.:/-]+$/.test(word) ? word : `"${word}"`)

function failed() {
  throw new Error('the demo agent exited before it was killed')
}

prepareProject()
process.exitCode = await demonstrate()
