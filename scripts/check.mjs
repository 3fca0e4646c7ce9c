// `npm run check`: checks format, lint, types, docs, examples and the package, and with --all also runs the tests.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment, prepareProject, root } from './project.mjs'

prepareProject({ types: true })

const bin = (path) => join(root, 'node_modules', path)
const steps = [
  ['format and lint', bin('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '.']],
  ['types', bin('typescript/bin/tsc'), ['--noEmit']],
  ['documents', join(root, 'scripts/docs.mjs'), []],
  ['examples', join(root, 'scripts/examples.mjs'), []],
  ['package', join(root, 'scripts/check-package.mjs'), []],
  ...(process.argv.includes('--all') ? [['tests', join(root, 'scripts/test.mjs'), []]] : []),
]

let failed = 0
for (const [name, script, args] of steps) {
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(),
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${name}  ${seconds} s`)
  if (status !== 0) failed += 1
}
console.log(`check: ${steps.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
