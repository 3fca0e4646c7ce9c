import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checked } from '../src/brief/check.ts'
import type { Claim } from '../src/brief/claim.ts'
import { laterOf } from '../src/brief/later.ts'
import { sinceLines } from '../src/brief/since.ts'
import type { Tree } from '../src/brief/working-tree.ts'
import { derivedId } from '../src/event/identity.ts'
import { commitStatesIn } from '../src/integrations/commit-state.ts'
import { QUICK_TREE, type TreeBounds, WHOLE_TREE, workingTree } from '../src/integrations/working-tree.ts'
import { noSession, type Session } from '../src/session/session.ts'
import { type Figure, type Findings, median, noFindings, p95 } from './figures.ts'

const FILES = 50_000
const SESSION = derivedId('ses', 'bench', 'staleness')

/** What it costs to look whether a brief is still true, in a repository of 50,000 files. */
export function stalenessFigures(times: number): Findings {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-bench-tree-'))
  try {
    repositoryIn(folder)
    return { ...noFindings, figures: figuresIn(folder, times) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As large as the one that is measured, with real objects, a real index and real files. */
function repositoryIn(folder: string): void {
  const git = (args: readonly string[], input?: string): void => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
    execFileSync('git', args, {
      cwd: folder,
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
      ...(input && { input }),
    })
  }
  git(['init', '-q', '-b', 'main'])
  const files = Array.from(
    { length: FILES },
    (_, n) => `M 100644 inline ${nameOf(n)}\ndata ${bytesOf(n).length}\n${bytesOf(n)}\n`,
  )
  const head = `commit refs/heads/main\ncommitter B <b@example.org> 1700000000 +0000\ndata 3\none\n`
  git(['fast-import', '--quiet'], `${head}${files.join('')}\n`)
  git(['reset', '-q', '--hard'])
  for (let n = 0; n < 20; n += 1)
    git([
      '-c',
      'user.name=B',
      '-c',
      'user.email=b@example.org',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      `commit ${n}`,
    ])
}

const nameOf = (n: number): string => `packages/p${n % 50}/src/module${Math.floor(n / 50) % 40}/file${n}.ts`
const bytesOf = (n: number): string => `export const value${n} = ${n}\n`.repeat(8)

function figuresIn(folder: string, times: number): readonly Figure[] {
  const paths = Array.from({ length: 40 }, (_, n) => join(folder, nameOf(n * 1249)))
  const view = sessionOf(folder, paths)
  const later = laterOf({ sessions: [{ session: SESSION, view }] })
  const claims = [
    claimOf({ branch: 'main', head: 'f'.repeat(40) }),
    ...paths.map((path) => claimOf({ files: [path] })),
  ]
  const fresh = (bounds: TreeBounds): Tree =>
    workingTree({ commits: commitStatesIn, checkout: folder, bounds })
  const settle = (): unknown => paths.map((path) => fresh(QUICK_TREE).settled(path, Date.now()))
  const quick = (): unknown => checked(claims, fresh(QUICK_TREE), later)
  const whole = (): unknown => {
    const tree = fresh(WHOLE_TREE)
    return [checked(claims, tree, later), sinceLines({ view }, tree)]
  }
  const untouched = [
    timed('quick: 40 files, HEAD, the end of its log', quick, { times, target: 1 }),
    timed('whole: the same, and what is committed', whole, { times, target: 50 }),
    timed('settle: one changed file', settle, { times, target: 0.3, parts: paths.length }),
  ]
  // As after a checkout of another branch and back: the times differ and the content does not.
  for (const path of paths) utimesSync(path, new Date(), new Date())
  return [
    ...untouched,
    timed('quick, where 40 files must be read to know', quick, { times }),
    timed('whole, where 40 files must be read to know', whole, { times, target: 50 }),
  ]
}

function sessionOf(checkout: string, paths: readonly string[]): Session {
  const tree = workingTree({ commits: commitStatesIn, checkout })
  const at = Date.now()
  const files = paths.map((path) => {
    const settled = tree.settled(path, at)
    return { path, change: 'edited' as const, times: 1, at, ...(settled && { settled: { ...settled, at } }) }
  })
  return {
    ...noSession,
    life: { ...noSession.life, lastActivityAt: at - 1000 },
    identity: { ...noSession.identity, checkout, branch: 'main' },
    craft: { ...noSession.craft, files },
  }
}

const claimOf = (about: NonNullable<Claim['about']>): Claim => ({
  section: 'files',
  text: 'a file of the session',
  session: SESSION,
  at: Date.now(),
  score: 1,
  because: [],
  about,
})

function timed(
  name: string,
  run: () => unknown,
  { times, target, parts = 1 }: { readonly times: number; readonly target?: number; readonly parts?: number },
): Figure {
  const samples: number[] = []
  for (let time = -3; time < times; time += 1) {
    const begun = performance.now()
    run()
    if (time >= 0) samples.push((performance.now() - begun) / parts)
  }
  return {
    group: 'staleness',
    name,
    unit: 'ms',
    value: median(samples),
    p95: p95(samples),
    samples: samples.length,
    ...(target !== undefined && { target }),
  }
}
