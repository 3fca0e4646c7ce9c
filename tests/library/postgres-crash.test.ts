import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
import { PostgresLog } from '../../src/log/postgres/postgres-log.ts'
import { foldSession, noSession } from '../../src/session/session.ts'
import { collect, session } from '../support/events.ts'

const url = process.env.PG_URL ?? ''
const root = join(import.meta.dirname, '..', '..')
const ROUNDS = 10
const WRITERS = 3

describe.skipIf(url === '')('a shared Postgres log', () => {
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(root, 'node_modules', '.leftoff-postgres-'))
    await buildWriter(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('a shared log keeps every acknowledged event once, in an intact chain, when writers are killed', async () => {
    const tenant = `killed ${process.pid}`
    for (let round = 0; round < ROUNDS; round += 1) {
      const writers = writersAt(folder, { tenant, round })
      await Promise.all(writers.map(({ begun }) => begun))
      await pause(20 + 17 * round)
      for (const { child } of writers) child.kill('SIGKILL')
      await Promise.all(writers.map(({ over }) => over))
      await expectIntact(
        tenant,
        writers.flatMap(({ acknowledged }) => acknowledged),
      )
    }
  })

  test('a shared log keeps acknowledged events when connections break, and writers get an error and continue', async () => {
    const tenant = `broken ${process.pid}`
    const writers = writersAt(folder, { tenant, round: 0 })
    await Promise.all(writers.map(({ begun }) => begun))
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    for (let round = 0; round < ROUNDS; round += 1) {
      await pause(50)
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = $1 AND pid <> pg_backend_pid()`,
        [tenant],
      )
    }
    await pause(200)
    await admin.end()
    for (const { child } of writers) child.kill('SIGKILL')
    await Promise.all(writers.map(({ over }) => over))
    const refused = writers.flatMap(({ refusals }) => refusals)
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused)).toEqual(new Set(['postgres-unreachable']))
    for (const { last } of writers) expect(last()).toBe('acknowledged')
    await expectIntact(
      tenant,
      writers.flatMap(({ acknowledged }) => acknowledged),
    )
  })
})

/** Appends events in a loop and prints the ids of the acknowledged ones. */
const WRITER = `
  import { derivedId } from '${join(root, 'src/event/identity.ts')}'
  import { sessionProjection } from '${join(root, 'src/app/projection.ts')}'
  import { PostgresLog } from '${join(root, 'src/log/postgres/postgres-log.ts')}'
  const [url, tenant, session, name] = process.argv.slice(2)
  const named = new URL(url)
  named.searchParams.set('application_name', tenant)
  const log = new PostgresLog({ url: named.href, tenant, projection: sessionProjection })
  for (let i = 0; ; i += 1) {
    const id = derivedId('evt', name, String(i))
    const more = Array.from({ length: i % 4 }, (_, k) => derivedId('evt', name, String(i), String(k)))
    const event = (id) => ({ id, type: 'fact.pinned', version: 1, at: i, data: { text: 'fact ' + id } })
    try {
      await log.append(session, [id, ...more].map(event))
      console.log('stored ' + [id, ...more].join(' '))
    } catch (error) {
      console.log('refused ' + error.code)
    }
  }
`

async function buildWriter(folder: string): Promise<void> {
  writeFileSync(join(folder, 'writer.ts'), WRITER)
  await build({
    entryPoints: [join(folder, 'writer.ts')],
    outfile: join(folder, 'writer.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
}

interface WriterProcess {
  readonly child: ChildProcess
  readonly begun: Promise<unknown>
  readonly over: Promise<unknown>
  readonly acknowledged: readonly string[]
  readonly refusals: readonly string[]
  last(): 'acknowledged' | 'refused' | undefined
}

const writersAt = (
  folder: string,
  at: { readonly tenant: string; readonly round: number },
): readonly WriterProcess[] =>
  Array.from({ length: WRITERS }, (_, index) => writer(folder, at.tenant, `${at.round} ${index}`))

function writer(folder: string, tenant: string, name: string): WriterProcess {
  const words = [join(folder, 'writer.mjs'), url, tenant, session('shared'), name]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: string[] = []
  const refusals: string[] = []
  let last: ReturnType<WriterProcess['last']>
  let rest = ''
  const readLine = (line: string): void => {
    const [kind, ...words] = line.split(' ')
    last = kind === 'stored' ? 'acknowledged' : 'refused'
    if (kind === 'stored') acknowledged.push(...words)
    else refusals.push(...words)
  }
  child.stdout?.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? '' // an incomplete line, whose event may or may not be stored
    for (const line of lines) readLine(line)
  })
  const begun = child.stdout ? once(child.stdout, 'data') : Promise.resolve()
  return { child, begun, over: once(child, 'close'), acknowledged, refusals, last: () => last }
}

async function expectIntact(tenant: string, acknowledged: readonly string[]): Promise<void> {
  const log = new PostgresLog({ url, tenant, projection: sessionProjection })
  const stored = await collect(log.read({ session: session('shared') }))
  const ids = stored.map(({ id }) => id as string)
  expect(new Set(ids).size).toBe(ids.length)
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
  expect(await collect(log.verify())).toEqual([])
  const bytes = (value: unknown): string => canonicalJson(value as JsonValue)
  expect(bytes((await log.view(session('shared')))?.view)).toBe(bytes(stored.reduce(foldSession, noSession)))
  await log.close()
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
