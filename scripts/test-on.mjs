// Runs the tests on another version of Node: `node scripts/test-on.mjs 24`. The binary comes from the npm package
// `node` and is kept outside the repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { childEnvironment, prepared, root } from './prepared.mjs'

const [version, ...options] = process.argv.slice(2)
if (!/^\d+(\.\d+)*$/.test(version ?? '')) {
  console.error('usage: node scripts/test-on.mjs VERSION [vitest options]')
  process.exit(2)
}

prepared()
const node = binary()
const env = childEnvironment({ PATH: `${dirname(node)}${delimiter}${process.env.PATH}` })
console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`)
const { status } = spawnSync(node, [join(root, 'scripts', 'test.mjs'), ...options], {
  cwd: root,
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1

function binary() {
  const cache = process.env.LEFTOFF_NODE_CACHE ?? join(homedir(), '.cache', 'leftoff-nodes')
  const folder = join(cache, version)
  const file = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`]
  const { status } = spawnSync('npm', install, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0 || !existsSync(file)) throw new Error(`node@${version} could not be installed`)
  return file
}
