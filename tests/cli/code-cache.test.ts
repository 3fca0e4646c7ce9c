import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../support/sandbox.ts'

/** Creates a session, which fills the cache, and records the expected output of the commands. */
async function warm(): Promise<{ here: Sandbox; cache: string; expected: unknown }> {
  const here = await createSandbox()
  await here.json(['session', 'start', '--goal', 'cached'])
  await here.json(['session', 'list'])
  const [build = ''] = readdirSync(join(here.home, 'cache'))
  return { here, cache: join(here.home, 'cache', build), expected: await answers(here) }
}

async function answers({ run }: Sandbox): Promise<unknown> {
  const [list, status, unknown] = [
    await run(['session', 'list', '--json']),
    await run(['session', 'status']),
    await run(['session', 'show', 'zzzz']),
  ]
  const session = JSON.parse(list.out).sessions[0]
  return { id: session.id, about: session.about, status: status.out.split('\n')[0], err: unknown.err }
}

test('compiled code is cached in the home folder, and the cache does not change the output', async () => {
  const { here, cache, expected } = await warm()
  expect(readdirSync(cache).length).toBeGreaterThan(0)
  expect(await answers(here)).toEqual(expected)
})

/** Node 22 and later have a compile cache. Before that, leftoff uses its own. */
const hasOwnCache = !('enableCompileCache' in nodeModule)

test.runIf(hasOwnCache)('later runs add their newly compiled functions to the cache', async () => {
  const { here, cache, expected } = await warm()
  const [file = ''] = readdirSync(cache).filter((name) => name.startsWith('cli.cjs-'))
  const path = join(cache, file)
  const [before, anHourAgo] = [readFileSync(path), new Date(Date.now() - 3_600_000)]
  await here.json(['note', 'decision', 'cache it', '--why', 'it is slow'])
  expect(readFileSync(path).equals(before)).toBe(true)
  utimesSync(path, anHourAgo, anHourAgo)
  await here.json(['note', 'decision', 'cache that too'])
  const after = readFileSync(path)
  expect(after.length).toBeGreaterThan(before.length)
  expect([before.at(-1), after.at(-1)]).toEqual([1, 2])
  await here.json(['note', 'decision', 'and no more'])
  expect(readFileSync(path).equals(after)).toBe(true)
  expect(await answers(here)).toEqual(expected)
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['inverted byte in the middle', (bytes) => flipped(bytes, bytes.length >> 1)],
  ['inverted first byte', (bytes) => flipped(bytes, 0)],
  ['inverted last byte', (bytes) => flipped(bytes, bytes.length - 1)],
  ['truncated', (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ['empty', () => Buffer.alloc(0)],
  ['noise', (bytes) => Buffer.alloc(bytes.length, 'noise')],
])('a damaged cache (%s) does not change the output', async (_, damage) => {
  const { here, cache, expected } = await warm()
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    writeFileSync(path, damage(readFileSync(path)))
  }
  expect(await answers(here)).toEqual(expected)
  expect(await answers(here)).toEqual(expected)
})

test('a new build removes the caches of builds that have not run for a month', async () => {
  const { here, cache, expected } = await warm()
  const [old, recent] = [join(cache, '../old'), join(cache, '../recent')]
  for (const folder of [old, recent]) mkdirSync(folder)
  const twoMonthsAgo = new Date(Date.now() - 60 * 86_400_000)
  utimesSync(old, twoMonthsAgo, twoMonthsAgo)
  rmSync(cache, { recursive: true })
  expect(await answers(here)).toEqual(expected)
  expect(readdirSync(join(cache, '..')).toSorted()).toEqual([basename(cache), 'recent'].toSorted())
})

test.each<[string, (cache: string) => void]>([
  ['is a file', (cache) => writeFileSync(cache, 'x')],
  ['is read-only', (cache) => mkdirSync(cache, { mode: 0o500 })],
])('the output is the same if the cache folder %s', async (_, put) => {
  const { here, cache, expected } = await warm()
  rmSync(cache, { recursive: true })
  put(cache)
  expect(await answers(here)).toEqual(expected)
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}
