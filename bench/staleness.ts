import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesAskedSince, sinceSentences } from '../src/brief/changes-since.ts'
import { compareClaims, summarizeLater } from '../src/brief/check.ts'
import type { Claim } from '../src/brief/claim.ts'
import { inspectedTree, NO_GIT_REPORT } from '../src/brief/working-tree.ts'
import { derivedId } from '../src/event/identity.ts'
import { workingTree } from '../src/integrations/working-tree.ts'
import { noSession, type Session } from '../src/session/session.ts'
import { type Figure, type Findings, median, noFindings, p95 } from './figures.ts'

const FILES = 50_000
const SESSION = derivedId('ses', 'bench', 'staleness')

/** The cost of checking whether a brief is still true, in a repository of 50,000 files. */
export async function stalenessFigures(times: number): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-bench-tree-'))
  try {
    repositoryIn(folder)
    return { ...noFindings, figures: await figuresIn(folder, times) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A full-size repository with real objects, index and files. */
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

async function figuresIn(folder: string, times: number): Promise<readonly Figure[]> {
  const paths = Array.from({ length: 40 }, (_, n) => join(folder, nameOf(n * 1249)))
  const view = sessionOf(folder, paths)
  const later = summarizeLater({ sessions: [{ session: SESSION, view }] })
  const claims = [
    claimOf({ branch: 'main', head: 'f'.repeat(40) }),
    ...paths.map((path) => claimOf({ files: [path] })),
  ]
  const fresh = () => workingTree({ checkout: folder })
  const snapshot = async () => paths.map((path) => fresh().snapshot(path, Date.now()))
  const filesOnly = async () => compareClaims(claims, inspectedTree(fresh(), NO_GIT_REPORT), later)
  const withGit = async () => {
    const tree = fresh()
    const report = await tree.startGit({ headMoves: true, paths: filesAskedSince({ view }) })()
    const inspected = inspectedTree(tree, report)
    return [compareClaims(claims, inspected, later), sinceSentences({ view }, inspected)]
  }
  const untouched = [
    await timed('40 files and HEAD, without git', filesOnly, { times, target: 1 }),
    await timed('40 files and HEAD, with git status and git log', withGit, { times, target: 50 }),
    await timed('snapshot of one changed file', snapshot, { times, target: 0.3, parts: paths.length }),
  ]
  // Simulates a switch to another branch and back: the mtimes differ, but the contents are the same.
  for (const path of paths) utimesSync(path, new Date(), new Date())
  return [
    ...untouched,
    await timed('40 files that must be read, without git', filesOnly, { times }),
    await timed('40 files that must be read, with git', withGit, { times, target: 50 }),
  ]
}

function sessionOf(checkout: string, paths: readonly string[]): Session {
  const tree = workingTree({ checkout })
  const at = Date.now()
  const files = paths.map((path) => {
    const snapshot = tree.snapshot(path, at)
    return {
      path,
      change: 'edited' as const,
      times: 1,
      at,
      ...(snapshot && { settled: { ...snapshot, at } }),
    }
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

async function timed(
  name: string,
  run: () => Promise<unknown>,
  { times, target, parts = 1 }: { readonly times: number; readonly target?: number; readonly parts?: number },
): Promise<Figure> {
  const samples: number[] = []
  for (let time = -3; time < times; time += 1) {
    const begun = performance.now()
    await run()
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
