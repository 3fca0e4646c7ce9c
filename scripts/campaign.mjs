// `npm run campaign`: runs the campaigns in tests/crash. With --mutants, runs each campaign on
// source code with a planted bug that it must find.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { mutants } from '../tests/crash/mutants.mjs'

const repository = dirname(dirname(fileURLToPath(import.meta.url)))
// Inside node_modules, so that the bundle finds the SQLite driver, which is not bundled.
const cache = join(repository, 'node_modules', '.cache', 'leftoff-campaign')

const { values, tokens } = parseArgs({
  tokens: true,
  options: {
    tier: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
})

/**
 * Campaigns that are property tests. `npm test` runs them with the default number of runs; the night tier
 * multiplies that number by `night`.
 */
const properties = {
  R10: { file: 'tests/property/model.test.ts', night: 20 },
  R11: { file: 'tests/property/interleavings.test.ts', night: 17 },
  R12: { file: 'tests/property/fold-laws.test.ts', night: 50 },
}

process.exitCode = values.mutants ? await hunt() : await campaign()

async function campaign() {
  const wanted = values.only?.split(',').map((id) => id.trim().toUpperCase())
  const due = Object.keys(properties).filter((id) => wanted?.includes(id) ?? values.tier === 'night')
  const broken = []
  for (const id of due) if (!(await holds(id))) broken.push(id)
  const isComplete = wanted?.every((id) => id in properties) ?? false
  if (isComplete) console.log(`${due.length - broken.length} passed, ${broken.length} failed`)
  const code = isComplete ? 0 : await crashes()
  return broken.length > 0 ? 1 : code
}

async function holds(id) {
  const { file, night } = properties[id]
  const times = values.tier === 'night' ? night : 1
  const start = performance.now()
  const { code, output } = await runTests(file, { LEFTOFF_RUNS: String(times) })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${id.padEnd(4)} ${file.padEnd(36)} ${times} x the default number of runs, ${code === 0 ? 'holds' : 'VIOLATION'} ${seconds} s`,
  )
  if (code !== 0) console.log(output)
  return code === 0
}

async function runTests(file, more) {
  const vitest = join(repository, 'node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, NO_COLOR: '1', ...more }
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=dot', '--bail=1', file], {
    cwd: repository,
    env,
  })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => chunks.push(data))
  const [code] = await once(child, 'close')
  return { code, output: Buffer.concat(chunks).toString() }
}

async function crashes() {
  const folder = await bundle('plain', [])
  const options = tokens.flatMap(({ name, value }) => {
    if (value === undefined) return []
    const mine =
      name === 'only'
        ? value
            .split(',')
            .filter((id) => !(id.trim().toUpperCase() in properties))
            .join(',')
        : value
    return [`--${name}`, mine]
  })
  return (await run(folder, options, 'inherit')).code
}

/** Each mutant contains one bug that its campaign must find. A campaign that misses its bug proves nothing. */
async function hunt() {
  const wanted = values.only?.split(',').map((id) => id.trim().toUpperCase())
  let caught = 0
  let missed = 0
  for (const mutant of mutants.filter(({ campaign }) => wanted?.includes(campaign) ?? true)) {
    const start = performance.now()
    const verdict = mutant.campaign in properties ? await byProperty(mutant) : await byCampaign(mutant)
    if (verdict.isCaught) caught += 1
    else missed += 1
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const word = verdict.isCaught ? 'caught    ' : 'NOT CAUGHT'
    console.log(
      `${mutant.campaign.padEnd(4)} ${mutant.name.padEnd(44)} ${word} ${seconds.padStart(6)} s  ${verdict.why}`,
    )
  }
  console.log(`${caught} passed, ${missed} failed`)
  return missed > 0 ? 1 : 0
}

async function byCampaign(mutant) {
  const folder = await bundle(mutant.name, mutant.patches)
  const seed = values.seed ?? mutant.seed ?? '1'
  const { output } = await run(folder, ['--only', mutant.campaign, '--seed', seed], 'pipe')
  return verdictOf(output)
}

/** Runs the test ten times as often as usual, because races depend on chance. */
async function byProperty({ campaign, name }) {
  const { output } = await runTests(properties[campaign].file, { LEFTOFF_MUTANT: name, LEFTOFF_RUNS: '10' })
  const why = /Caused by: (.*)/.exec(output)?.[1] ?? output.trim().split('\n').slice(-8).join(' | ')
  return { isCaught: output.includes('Property failed'), why: why.slice(0, 110) }
}

/** Only a reported violation counts: a campaign that crashes has not found the bug. */
function verdictOf(output) {
  const lines = output.split('\n')
  const at = lines.findIndex((line) => line.includes(' VIOLATION '))
  const folder = lines.find((line) => line.includes('kept: '))?.split('kept: ')[1]
  if (folder?.includes('leftoff-R')) rmSync(folder.trim(), { recursive: true, force: true })
  if (at >= 0) return { isCaught: true, why: (lines[at + 1] ?? '').trim().slice(0, 110) }
  return { isCaught: false, why: output.trim().split('\n').slice(-8).join(' | ') }
}

async function bundle(name, patches) {
  const folder = join(cache, name.replaceAll(/[^a-z0-9]+/gi, '-'))
  const unapplied = new Set(patches)
  await build({
    entryPoints: {
      main: join(repository, 'tests/crash/main.ts'),
      child: join(repository, 'tests/crash/child/child.ts'),
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
    plugins: [patching(patches, unapplied)],
  })
  // The entry point of the command, for campaigns that run it.
  await build({
    entryPoints: [join(repository, 'src/cli/main.ts')],
    outfile: join(folder, 'leftoff.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    define: { LEFTOFF_VERSION: '"0.0.0"', LEFTOFF_BUILD: '"campaign"', LEFTOFF_BUNDLED: 'true' },
    plugins: [patching(patches, unapplied)],
  })
  for (const { file } of unapplied) throw new Error(`mutant "${name}": ${file} is not part of the campaigns`)
  return folder
}

/** Fails if the text of a patch no longer exists: otherwise the mutant would be the original code. */
function patching(patches, unapplied) {
  return {
    name: 'mutant',
    setup(builder) {
      builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const mine = patches.filter(({ file }) => join(repository, file) === path)
        if (mine.length === 0) return undefined
        let contents = readFileSync(path, 'utf8')
        for (const patch of mine) {
          if (!contents.includes(patch.from)) {
            throw new Error(`${relative(repository, path)} does not contain: ${patch.from}`)
          }
          contents = contents.replaceAll(patch.from, () => patch.to)
          unapplied.delete(patch)
        }
        return { contents, loader: 'ts' }
      })
    },
  }
}

function run(folder, options, stdout) {
  // NODE_EXTRA_CA_CERTS slows down Node startup.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const own = ['--child', join(folder, 'child.mjs'), '--repository', repository]
  const child = spawn(process.execPath, [join(folder, 'main.mjs'), ...options, ...own], {
    env,
    stdio: ['ignore', stdout, 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
