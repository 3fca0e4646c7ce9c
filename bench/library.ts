import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import type * as Library from '../src/index.ts'
import type { Message, RunningSession } from '../src/index.ts'
import { type Figure, type Findings, median, noFindings, p95 } from './figures.ts'
import type { TimedCommand, Timings } from './timer.ts'

interface LibraryRequest {
  readonly dist: string
  /** The bundle of bench/timer.ts. */
  readonly timer: string
  readonly rounds: number
  /** Lengths of the measured sessions. */
  readonly messages: readonly number[]
}

/** The library as a program sees it: size, load time, and the cost of short and long sessions. */
export async function libraryFigures(ask: LibraryRequest): Promise<Findings> {
  const scratch = mkdtempSync(join(tmpdir(), 'leftoff-bench-'))
  try {
    const loading = loadingFigures(ask, scratch)
    const sessions: Figure[] = []
    for (const length of ask.messages) sessions.push(...(await sessionFigures(ask, scratch, length)))
    return { ...noFindings, ...loading, figures: [...sizeFigures(ask), ...loading.figures, ...sessions] }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function sizeFigures({ dist }: LibraryRequest): Figure[] {
  const shared = readdirSync(dist).filter((name) => /^library-.*\.js$/.test(name))
  const files = ['index.js', ...shared].map((name) => join(dist, name))
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const bytes = (all: readonly string[]): number => all.reduce((sum, text) => sum + text.length, 0)
  const size = (name: string, bytes: number): Figure => ({
    group: 'library',
    name,
    unit: 'MB',
    value: bytes / 1e6,
  })
  return [
    size('index.js and its shared chunks', bytes(texts)),
    size('the same, minified', bytes(texts.map((text) => transformSync(text, { minify: true }).code))),
    size('tokenizer, loaded on the first count', statSync(join(dist, 'tokenizer.cjs')).size),
  ]
}

function loadingFigures(
  { dist, timer, rounds }: LibraryRequest,
  scratch: string,
): Pick<Findings, 'figures' | 'failures'> {
  const index = JSON.stringify(pathToFileURL(join(dist, 'index.js')).href)
  const opening = `(await import(${index})).openSessions({ home: ${JSON.stringify(join(scratch, 'empty'))} })`
  const node = (name: string, code: string): TimedCommand => ({
    name,
    file: process.execPath,
    arguments: ['--input-type=module', '-e', code],
    cwd: scratch,
    env: { PATH: process.env.PATH ?? '', HOME: scratch },
  })
  const commands = [
    node('nothing', '0'),
    node('import', `await import(${index})`),
    node('open', `await (await ${opening}).close()`),
  ]
  const input = JSON.stringify({ rounds, warmUps: 2, folder: scratch, commands })
  const { stdout } = spawnSync(process.execPath, [timer], { input, maxBuffer: 1e8 })
  const { samples, failures }: Timings = JSON.parse(String(stdout))
  const unit = median(samples.nothing ?? [])
  const figure = (name: string, of: string): Figure => {
    const found = samples[of] ?? []
    return {
      group: 'library',
      name,
      unit: 'x',
      value: median(found) / unit,
      p95: p95(found) / unit,
      medianMs: median(found),
    }
  }
  return {
    figures: [
      figure('process that imports the library', 'import'),
      figure('process that imports the library and opens the log', 'open'),
    ],
    failures: [...failures],
  }
}

async function sessionFigures(
  { dist, rounds }: LibraryRequest,
  scratch: string,
  length: number,
): Promise<Figure[]> {
  const { openSessions }: typeof Library = await import(pathToFileURL(join(dist, 'index.js')).href)
  const where = { home: join(scratch, `of-${length}`), project: scratch }
  const options = { endWithProcess: false, compaction: { auto: false } }
  const id = await createSession(await openSessions(where), length)
  const samples: Record<'resume' | 'add' | 'context', number[]> = { resume: [], add: [], context: [] }
  for (let round = 0; round < rounds; round += 1) {
    const sessions = await openSessions(where)
    const resumed = await timed(() => sessions.resume(id, options))
    const session = resumed.value
    samples.resume.push(resumed.ms)
    samples.context.push((await timed(() => session.context({ budget: 8000 }))).ms)
    samples.add.push((await timed(() => session.add({ role: 'user', content: 'And now?' }))).ms)
    await session.end()
    await sessions.close()
  }
  const figure = (name: string, found: readonly number[]): Figure => ({
    group: 'library',
    name: `${name}, ${length.toLocaleString('en')} messages`,
    unit: 'ms',
    value: median(found),
    p95: p95(found),
    samples: found.length,
  })
  return [
    figure('resume', samples.resume),
    figure('add', samples.add),
    figure('context of 8,000 tokens', samples.context),
  ]
}

/** Disables compaction, so that no messages are dropped. */
async function createSession(sessions: Library.Sessions, length: number): Promise<string> {
  const session: RunningSession = await sessions.start({ endWithProcess: false, compaction: { auto: false } })
  for (let from = 0; from < length; from += 1000) {
    const count = Math.min(1000, length - from)
    await session.add(Array.from({ length: count }, (_, n): Message => messageOf(from + n)))
  }
  await session.end()
  await sessions.close()
  return session.id
}

const WORDS = 'which port does the server of the shop use, and who else asks for it at night '

const messageOf = (n: number): Message =>
  n % 2 === 0
    ? { role: 'user', content: `question ${n}: ${WORDS}` }
    : { role: 'assistant', content: `answer ${n}: ${WORDS}${WORDS}` }

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now()
  const value = await work()
  return { value, ms: performance.now() - begun }
}
