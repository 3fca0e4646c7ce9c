import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { event, session } from '../../tests/support/events.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { sessionProjection } from '../app/projection.ts'
import { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import {
  deleteStaleTemporaries,
  privateFile,
  privateFolder,
  replaceFile,
  temporaryPath,
  tighten,
} from './private-file.ts'

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const refusal = (code: string) => expect.objectContaining({ name: 'Problem', code })

let umask = 0
beforeEach(() => {
  umask = process.umask(0)
})
afterEach(() => {
  process.umask(umask)
})

describe('new files under umask 000', () => {
  test('a new folder and its new parents are accessible only to the owner', () => {
    const folder = join(temporaryFolder(), 'a', 'b')
    privateFolder(folder)
    expect([mode(folder), mode(join(folder, '..'))]).toEqual(['700', '700'])
  })

  test('a new file is empty and accessible only to the owner', () => {
    const path = join(temporaryFolder(), 'log.db')
    privateFile(path)
    expect(mode(path)).toBe('600')
    expect(readFileSync(path, 'utf8')).toBe('')
  })

  test("a log and SQLite's extra files are private", async () => {
    const folder = join(temporaryFolder(), 'home')
    const log = new SqliteLog({ path: join(folder, 'log.db'), projection: sessionProjection })
    await log.append(session('a'), [event('one')])
    const modes = readdirSync(folder)
      .toSorted()
      .map((name) => `${name} ${mode(join(folder, name))}`)
    expect(modes).toEqual(['log.db 600', 'log.db-shm 600', 'log.db-wal 600'])
    expect(mode(folder)).toBe('700')
    await log.close()
  })

  test('a replaced file is private', () => {
    const path = join(temporaryFolder(), 'config.json')
    writeFileSync(path, 'old', { mode: 0o644 })
    replaceFile(path, 'new')
    expect([mode(path), readFileSync(path, 'utf8')]).toEqual(['600', 'new'])
  })
})

describe('existing files and folders', () => {
  test('a file that others could read becomes private and keeps its content', () => {
    const path = join(temporaryFolder(), 'log.db')
    writeFileSync(path, 'kept', { mode: 0o666 })
    privateFile(path)
    tighten(path)
    expect([mode(path), readFileSync(path, 'utf8')]).toEqual(['600', 'kept'])
  })

  test('a folder that contains only leftoff files becomes private', () => {
    const folder = join(temporaryFolder(), 'home')
    mkdirSync(folder, { mode: 0o755 })
    for (const name of ['log.db', 'log.db-wal', 'config.json']) writeFileSync(join(folder, name), '')
    mkdirSync(join(folder, 'spool'))
    privateFolder(folder)
    expect(mode(folder)).toBe('700')
  })

  test('a folder that also contains other files keeps its mode', () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'thesis.tex'), '')
    privateFolder(folder)
    expect(mode(folder)).toBe('755')
  })

  test('a link where leftoff expects a file is refused, and its target is unchanged', () => {
    const folder = temporaryFolder()
    const target = join(folder, 'target')
    writeFileSync(target, 'precious', { mode: 0o644 })
    for (const to of [target, join(folder, 'nowhere')]) {
      const link = join(folder, `link-${to.length}`)
      symlinkSync(to, link)
      expect(() => privateFile(link)).toThrow(refusal('file-not-regular'))
    }
    expect([mode(target), readFileSync(target, 'utf8')]).toEqual(['644', 'precious'])
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  test('a folder where leftoff expects a file is refused', () => {
    const path = join(temporaryFolder(), 'log.db')
    mkdirSync(path)
    expect(() => privateFile(path)).toThrow(refusal('file-not-regular'))
  })

  test('a file where leftoff expects its folder is refused', () => {
    const path = join(temporaryFolder(), 'home')
    writeFileSync(path, '')
    expect(() => privateFolder(join(path, 'deeper'))).toThrow(refusal('home-unusable'))
    expect(() => privateFile(join(path, 'log.db'))).toThrow(refusal('home-unusable'))
  })

  test('a log file that is a link is refused', async () => {
    const folder = temporaryFolder()
    symlinkSync(join(folder, 'elsewhere.db'), join(folder, 'log.db'))
    const log = new SqliteLog({ path: join(folder, 'log.db'), projection: sessionProjection })
    await expect(log.append(session('a'), [event('one')])).rejects.toThrow(refusal('file-not-regular'))
    expect(existsSync(join(folder, 'elsewhere.db'))).toBe(false)
  })
})

describe('replacing a file', () => {
  test('after a replacement, the folder contains only the file with its new content', () => {
    const folder = temporaryFolder()
    const text = 'é'.repeat(1 << 20)
    replaceFile(join(folder, 'one'), text)
    expect(readdirSync(folder)).toEqual(['one'])
    expect(readFileSync(join(folder, 'one'), 'utf8')).toBe(text)
  })

  test('after a failed replacement, the folder contains only the file with its old content', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'one'))
    writeFileSync(join(folder, 'one', 'inside'), '')
    expect(() => replaceFile(join(folder, 'one'), 'new')).toThrow()
    expect(readdirSync(folder)).toEqual(['one'])
  })

  test('a replacement of a link replaces the link, not its target', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'target'), 'precious')
    symlinkSync(join(folder, 'target'), join(folder, 'link'))
    replaceFile(join(folder, 'link'), 'new')
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('precious')
    expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new')
  })
})

/** The parent process, which runs at least as long as this test. */
const RUNNING = process.ppid
const DEAD = 99_999_999

test('temporary files of dead processes are deleted; those of running processes and other files are kept', () => {
  const folder = temporaryFolder()
  const name = (pid: number): string =>
    basename(temporaryPath(folder)).replace(String(process.pid), String(pid))
  const kept = [name(RUNNING), 'settings.json', '.leftoff-1.tmp', '.leftoff-x-y.tmp', '.other.tmp']
  const reused = name(RUNNING)
  for (const one of [...kept, reused, name(DEAD), name(process.pid)]) writeFileSync(join(folder, one), '')
  const yesterday = new Date(Date.now() - 86_400_000)
  utimesSync(join(folder, reused), yesterday, yesterday)
  deleteStaleTemporaries(folder)
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted())
})

test('deleteStaleTemporaries ignores a missing folder', () => {
  expect(() => deleteStaleTemporaries(join(temporaryFolder(), 'missing'))).not.toThrow()
})
