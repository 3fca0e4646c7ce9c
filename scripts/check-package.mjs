// Packs the package, checks its exports, installs it into an empty project, and tests the command, the library and
// the types there.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { childEnvironment, root } from './project.mjs'

const MAX_INSTALLED_MB = 60
const scratch = mkdtempSync(join(tmpdir(), 'leftoff-package-'))
try {
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', scratch], root))
  const names = packed.files.map(({ path }) => path)
  demand(
    names.includes('dist/leftoff.cjs') && names.includes('LICENSE'),
    'files are missing from the package',
  )
  demand(
    names.every((name) => /^(dist|README|CHANGELOG|SECURITY|LICENSE|package)/.test(name)),
    `unexpected files in the package: ${names}`,
  )
  await checkExports(join(scratch, packed.filename))
  writeFileSync(join(scratch, 'package.json'), '{"name":"user","private":true,"type":"module"}')
  npm(['install', '--no-audit', '--no-fund', '--loglevel=error', join(scratch, packed.filename)], scratch)
  const megabytes = Math.round(sizeOf(join(scratch, 'node_modules')) / 1e6)
  demand(megabytes < MAX_INSTALLED_MB, `${megabytes} MB installed, the limit is ${MAX_INSTALLED_MB} MB`)
  const env = childEnvironment({ LEFTOFF_HOME: join(scratch, 'home') })
  const command = join(scratch, 'node_modules', '.bin', 'leftoff')
  demand(
    run(command, ['--version'], env).trim() === packed.version,
    'leftoff --version does not print the version of the package',
  )
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
  console.log(`installed size ${megabytes} MB; command, library and types work`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function USE() {
  // Most users install the package without the optional frameworks.
  return `import { openSessions } from 'leftoff'
import { leftoffMiddleware } from 'leftoff/ai-sdk'
import { leftoffHooks } from 'leftoff/claude-agent-sdk'
if (!leftoffMiddleware || !leftoffHooks) throw new Error('an adapter is empty')
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
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function demand(condition, message) {
  if (!condition) throw new Error(message)
}

/** publint checks the files and package.json fields; attw checks the types. */
async function checkExports(tarball) {
  const { messages, pkg } = await publint({ pkgDir: root, strict: true, level: 'suggestion' })
  if (messages.length > 0)
    throw new Error(`publint: ${messages.map((one) => formatMessage(one, pkg)).join('\n')}`)
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  // ES modules only (docs/reference/versions.md). Without DefinitelyTyped, which would need the network.
  const args = [attw, tarball, '--profile', 'esm-only', '--no-definitely-typed', '--no-emoji', '--no-color']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: childEnvironment(),
  })
  if (status !== 0) throw new Error(`attw: ${stdout}${stderr}`)
}
