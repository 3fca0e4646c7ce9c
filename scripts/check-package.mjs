// Packs the package, installs it into an empty project as a user would, and uses it: command, library, types.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkExports } from './check-exports.mjs'
import { childEnvironment, root } from './prepared.mjs'

const MOST_INSTALLED_MB = 60
const scratch = mkdtempSync(join(tmpdir(), 'leftoff-package-'))
try {
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', scratch], root))
  const names = packed.files.map(({ path }) => path)
  demand(names.includes('dist/leftoff.cjs') && names.includes('LICENSE'), 'the package lacks files')
  demand(
    names.every((name) => /^(dist|README|CHANGELOG|SECURITY|LICENSE|package)/.test(name)),
    `too many files: ${names}`,
  )
  await checkExports(join(scratch, packed.filename))
  writeFileSync(join(scratch, 'package.json'), '{"name":"user","private":true,"type":"module"}')
  npm(['install', '--no-audit', '--no-fund', '--loglevel=error', join(scratch, packed.filename)], scratch)
  const megabytes = Math.round(sizeOf(join(scratch, 'node_modules')) / 1e6)
  demand(
    megabytes < MOST_INSTALLED_MB,
    `${megabytes} MB are installed, at most ${MOST_INSTALLED_MB} are allowed`,
  )
  const env = childEnvironment({ LEFTOFF_HOME: join(scratch, 'home') })
  const command = join(scratch, 'node_modules', '.bin', 'leftoff')
  demand(run(command, ['--version'], env).trim() === packed.version, 'the command does not tell its version')
  run(command, ['session', 'start', '--json'], env)
  writeFileSync(join(scratch, 'use.mjs'), USE())
  run(process.execPath, ['use.mjs'], env)
  writeFileSync(join(scratch, 'use.ts'), TYPED())
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  run(
    process.execPath,
    [tsc, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', 'use.ts'],
    env,
  )
  console.log(`installs with ${megabytes} MB; command, library and types work`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function USE() {
  return `import { openSessions } from 'leftoff'
const sessions = await openSessions()
const session = await sessions.start({ agent: 'package-check' })
await session.record('goal.set', { text: 'it works' })
const ended = await session.end()
if (ended.state !== 'ended') throw new Error('the session did not end')
await sessions.close()
`
}

function TYPED() {
  return `import { openSessions, type Summary } from 'leftoff'
const sessions = await openSessions({ home: '/tmp/x' })
const all: readonly Summary[] = await sessions.list()
const session = await sessions.start({ agent: 'typed' })
await session.record('decision.made', { choice: 'x', why: 'y' })
// @ts-expect-error a decision has a choice
await session.record('decision.made', { why: 'y' })
export { all }
`
}

function npm(args, cwd) {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
}

function run(command, args, env) {
  const { status, stdout } = spawnSync(command, args, { cwd: scratch, env, encoding: 'utf8' })
  demand(status === 0, `${command} ${args.join(' ')} ended with ${status}: ${stdout.slice(0, 2000)}`)
  return stdout
}

function sizeOf(path) {
  const found = statSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function demand(condition, message) {
  if (!condition) throw new Error(message)
}
