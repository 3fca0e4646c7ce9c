import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { readDotenvFiles } from './dotenv.ts'
import { readFileWithin, readSourceFile } from './regular-file.ts'

const LIMITS = { maxBytes: 1000 }

function checkout(): string {
  const root = join(temporaryFolder(), 'checkout')
  mkdirSync(join(root, 'below'), { recursive: true })
  writeFileSync(join(root, 'below', 'real'), 'content')
  writeFileSync(join(root, '..', 'outside'), 'secret')
  return root
}

/** Entries that a hostile checkout can put in place of a regular file. */
const HOSTILE: readonly (readonly [string, (path: string, root: string) => void])[] = [
  ['a link to /dev/zero', (path) => symlinkSync('/dev/zero', path)],
  ['a link to /dev/stdin', (path) => symlinkSync('/dev/stdin', path)],
  ['a link to /proc/kmsg', (path) => symlinkSync('/proc/kmsg', path)],
  ['a link to itself', (path) => symlinkSync(path, path)],
  ['a dangling link', (path) => symlinkSync('/no/such', path)],
  ['a link out of the checkout', (path, root) => symlinkSync(join(root, '..', 'outside'), path)],
  ['a link out of the checkout with ..', (path) => symlinkSync('../outside', path)],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a folder', (path) => mkdirSync(path)],
  ['a large file', (path) => writeFileSync(path, 'x'.repeat(1001))],
  [
    'a sparse file',
    (path) => {
      writeFileSync(path, '')
      truncateSync(path, 2 ** 40)
    },
  ],
]

test.each(HOSTILE)('%s in place of a regular file is refused immediately', (_, make) => {
  const root = checkout()
  make(join(root, 'file'), root)
  const began = performance.now()
  expect(readFileWithin(join(root, 'file'), { ...LIMITS, root }).kind).toBe('refused')
  expect(readSourceFile(join(root, 'file'))).not.toBe('secret')
  expect(performance.now() - began).toBeLessThan(100)
})

test('a socket is refused', async () => {
  const path = join(checkout(), 'socket')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  expect(readFileWithin(path, LIMITS).kind).toBe('refused')
  server.close()
})

test('a file in a folder that is a link out of the checkout is refused', () => {
  const root = checkout()
  symlinkSync('..', join(root, 'up'))
  expect(readFileWithin(join(root, 'up', 'outside'), { ...LIMITS, root }).kind).toBe('refused')
})

test('a file, a link to a file in the checkout, and a hard link are read', () => {
  const root = checkout()
  symlinkSync('below/real', join(root, 'link'))
  linkSync(join(root, 'below', 'real'), join(root, 'hard'))
  for (const name of ['below/real', 'link', 'hard']) {
    const found = readFileWithin(join(root, name), { ...LIMITS, root })
    expect(found).toEqual({ kind: 'file', bytes: Buffer.from('content') })
  }
  expect(readFileWithin(join(root, 'none'), { ...LIMITS, root })).toEqual({ kind: 'missing' })
  expect(readFileWithin(join(root, 'hard', 'none'), { ...LIMITS, root })).toEqual({ kind: 'missing' })
})

test('a file is read even if its checkout is reached through a link', () => {
  const root = checkout()
  const alias = join(root, '..', 'alias')
  symlinkSync(root, alias)
  expect(readFileWithin(join(alias, 'below', 'real'), { ...LIMITS, root: alias }).kind).toBe('file')
})

test('a link out of the root is read only if the caller allows it, and a link to a device is never read', () => {
  const root = checkout()
  symlinkSync('../outside', join(root, 'link'))
  symlinkSync('/dev/zero', join(root, 'zero'))
  const limits = { ...LIMITS, root, mayLeave: true }
  expect(readFileWithin(join(root, 'link'), limits).kind).toBe('file')
  expect(readFileWithin(join(root, 'zero'), limits).kind).toBe('refused')
})

test.runIf(process.getuid?.() !== 0)('an unreadable file is refused', () => {
  const root = checkout()
  chmodSync(join(root, 'below', 'real'), 0)
  expect(readFileWithin(join(root, 'below', 'real'), LIMITS).kind).toBe('refused')
})

test.each(HOSTILE)('the other .env files are read even if .env is %s', (name, make) => {
  const root = checkout()
  make(join(root, '.env'), root)
  writeFileSync(join(root, '.env.local'), 'A=1')
  const texts = readDotenvFiles(root)
  expect(texts).toContain('A=1')
  // A developer may link one file into several checkouts, so its values must be redacted too.
  expect(texts.includes('secret')).toBe(name.startsWith('a link out'))
})

test('.env is read even among thousands of other files and megabytes of other .env files', () => {
  const root = checkout()
  for (let index = 0; index < 6000; index += 1) writeFileSync(join(root, `${index}`), '')
  for (let index = 0; index < 40; index += 1)
    writeFileSync(join(root, `.env.${index}`), 'KEY=value\n'.repeat(10_000))
  writeFileSync(join(root, '.env'), 'A=1')
  const texts = readDotenvFiles(root)
  expect(texts[0]).toBe('A=1')
  expect(texts.join('').length).toBeLessThanOrEqual(512 * 1024)
})
