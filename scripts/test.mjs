// `npm test`: installs and builds what is needed and runs the tests (about three minutes on two cores). Arguments
// are passed to vitest. `--node 24` runs the tests on another version of Node, which comes from the npm package
// `node` and is cached outside the repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { childEnvironment, prepareProject, root, runVitest } from './project.mjs'

const [flag, version = '', ...others] = process.argv.slice(2)
prepareProject()
if (flag === '--node') process.exitCode = testOn(version, others)
else {
  if (flag === undefined) console.error('Running all tests: about three minutes on two cores ...')
  // One line per file, so that progress is visible.
  process.exitCode = runVitest(process.argv.slice(2), { reporter: 'default' })
}

function testOn(version, args) {
  if (!/^\d+(\.\d+)*$/.test(version)) {
    console.error('usage: npm test -- --node VERSION [vitest arguments]')
    return 2
  }
  const node = nodeBinary(version)
  const env = childEnvironment({ PATH: `${dirname(node)}${delimiter}${process.env.PATH}` })
  console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`)
  const { status } = spawnSync(node, [join(root, 'scripts', 'test.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  return status ?? 1
}

function nodeBinary(version) {
  const cache = process.env.LEFTOFF_NODE_CACHE ?? join(homedir(), '.cache', 'leftoff-nodes')
  const folder = join(cache, version)
  const isWindows = process.platform === 'win32'
  const file = join(folder, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: isWindows })
  if (status !== 0 || !existsSync(file)) throw new Error(`node@${version} could not be installed`)
  return file
}
