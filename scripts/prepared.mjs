// What every script needs before it can run: the packages of the lock file, and dist/ built from the source as it is.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** NODE_EXTRA_CA_CERTS makes every Node start three times slower, and nothing here needs it but npm. */
export function childEnvironment(extra = {}) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  return { ...env, ...extra }
}

export function prepared({ types = false } = {}) {
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
  // Not `npm ci`: it refuses a lock file that was written where the registry lacked a package of another platform.
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
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function run(command, args, env) {
  const isWindows = process.platform === 'win32'
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env, shell: isWindows })
  if (status !== 0) process.exit(status ?? 1)
}
