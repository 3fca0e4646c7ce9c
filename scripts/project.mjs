// Shared by the scripts: installs dependencies, builds dist/ from the current source, runs vitest.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Leaves out NODE_EXTRA_CA_CERTS: it makes Node startup three times slower, and only npm needs it. */
export function childEnvironment(extra = {}) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  return { ...env, ...extra }
}

/** Installs and builds what is missing or out of date. */
export function prepareProject({ types = false } = {}) {
  refuseOldNode()
  install()
  build(types)
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 16)) return
  console.error(`leftoff needs Node 20.16 or newer; this is ${process.version}.`)
  process.exit(1)
}

function install() {
  const lock = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.error('Installing packages (once, about half a minute) ...')
  run('npm', ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error'], process.env)
}

function build(types) {
  const built = join(root, 'dist', 'cli.cjs')
  const sources = ['src', 'scripts/build.mjs', 'package.json'].map((path) => newest(join(root, path)))
  const isFresh = existsSync(built) && statSync(built).mtimeMs > Math.max(...sources)
  if (isFresh && (!types || existsSync(join(root, 'dist', 'types')))) return
  console.error('Building ...')
  run(
    process.execPath,
    [join(root, 'scripts', 'build.mjs'), ...(types ? [] : ['--no-types'])],
    childEnvironment(),
  )
}

function newest(path) {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function run(command, args, env) {
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env, shell: isWindows })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Runs vitest and returns the exit code. Prints the failures again at the end, then the time, then the counts,
 * because CI reads the counts from the last line. `before` is put before the node command, and `env` is added to
 * the environment.
 */
export function runVitest(args, { before = [], reporter, env = {} }) {
  const report = join(root, 'node_modules', '.cache', `vitest-${process.pid}.json`)
  mkdirSync(dirname(report), { recursive: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`]
  const [command, ...words] = [...before, process.execPath, vitest, 'run', ...reporters, ...args]
  const started = performance.now()
  const { status } = spawnSync(command, words, {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment({ NODE_OPTIONS: '', ...env }),
  })
  const { passed, failures, skipped } = readReport(report)
  for (const failure of failures) console.log(`failed: ${failure}`)
  console.log(`took ${duration(performance.now() - started)}`)
  console.log(`${passed} passed, ${failures.length} failed, ${skipped} skipped`)
  return status !== 0 || failures.length > 0 || passed === 0 ? 1 : 0
}

function duration(ms) {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function readReport(report) {
  try {
    const { testResults, numPassedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    return { passed: numPassedTests, failures: testResults.flatMap(failuresIn), skipped: numPendingTests }
  } catch {
    return { passed: 0, failures: ['vitest ended without a report'], skipped: 0 }
  }
}

function failuresIn({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`]
  return failed.map((result) => `${file} > ${result.fullName}: ${firstLine(result.failureMessages[0])}`)
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 300)
