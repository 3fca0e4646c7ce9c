// `npm run examples`: runs every story in examples/ against the package as it is built. Each asserts what it shows.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment, prepared, root } from './prepared.mjs'

prepared()
const { LEFTOFF_HOME: _, LEFTOFF_SESSION: __, ...env } = childEnvironment()
const folder = join(root, 'examples')
const stories = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.mjs')))
let failed = 0
for (const name of stories) {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, name, 'main.mjs')], {
    cwd: join(folder, name),
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${name}  ${seconds} s  ${stdout.trim()}`)
  if (status === 0) continue
  failed += 1
  console.error(stderr)
}
console.log(`examples: ${stories.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 || stories.length === 0 ? 1 : 0
