import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { Maildir } from './maildir.ts'
import { type Delivery, END, isDeliveryName } from './spool.ts'

const MINUTE = 60_000
const asItIs = (text: string): string => text
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

let umask = 0
beforeEach(() => {
  umask = process.umask(0)
})
afterEach(() => {
  process.umask(umask)
})

function spool(): { folder: string; spool: Maildir } {
  const folder = join(temporaryFolder(), 'home', 'spool')
  return { folder, spool: new Maildir(folder) }
}

const first = async (of: Maildir): Promise<Delivery> => {
  const [delivery] = await of.waiting()
  if (!delivery) throw new Error('the spool is empty')
  return delivery
}

describe('delivering', () => {
  test('payloads are stored byte for byte', async () => {
    const { spool: of } = spool()
    for (const text of ['{"a":1}', '', 'ünï\u0000code \u{1f600}\n', 'x'.repeat(1_000_000)]) {
      const name = await of.deliver('claude-code', text)
      const delivery = await first(of)
      expect(delivery).toMatchObject({ name, agent: 'claude-code' })
      expect(await of.payload(delivery)).toBe(text)
      await of.remove(delivery)
    }
  })

  test('folders are created with mode 0700 and files with mode 0600, even under umask 000', async () => {
    const { folder, spool: of } = spool()
    const name = await of.deliver('leftoff', 'secret')
    for (const part of ['', 'new', 'tmp']) expect(mode(join(folder, part))).toBe('700')
    expect(mode(join(folder, 'new', name))).toBe('600')
    await of.quarantine(await first(of), { reason: 'no reason', text: 'redacted' })
    expect(mode(join(folder, 'quarantine'))).toBe('700')
    const quarantined = readdirSync(join(folder, 'quarantine'))
    expect(quarantined).toContain(name)
    for (const file of quarantined) expect(mode(join(folder, 'quarantine', file))).toBe('600')
  })

  test('a delivery is visible only when it is complete, and no temporary file remains', async () => {
    const { folder, spool: of } = spool()
    await of.deliver('leftoff', 'x')
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
    writeFileSync(join(folder, 'tmp', 'leftoff.unfinished'), 'half')
    expect(await of.waiting()).toHaveLength(1)
  })

  test('concurrent deliveries get unique names', async () => {
    const { spool: of } = spool()
    const names = await Promise.all(Array.from({ length: 100 }, () => of.deliver('leftoff', 'x')))
    expect(new Set(names).size).toBe(100)
    expect(names.every(isDeliveryName)).toBe(true)
  })

  test('delivering fails with a Problem if the spool folder cannot be created', async () => {
    const of = new Maildir('/dev/null/spool')
    await expect(of.deliver('leftoff', 'x')).rejects.toMatchObject({ code: 'home-unusable' })
  })
})

describe('waiting deliveries', () => {
  test('waiting deliveries are sorted oldest first', async () => {
    const { folder, spool: of } = spool()
    const names = [await of.deliver('a', '1'), await of.deliver('b', '2'), await of.deliver('c', '3')]
    for (const [i, name] of names.entries()) utimesSync(join(folder, 'new', name), 50 - i, 50 - i)
    expect((await of.waiting()).map(({ agent }) => agent)).toEqual(['c', 'b', 'a'])
    expect(await of.waiting(1)).toHaveLength(1)
  })

  test('there are no deliveries if the spool does not exist', async () => {
    const { spool: of } = spool()
    expect(await of.waiting()).toEqual([])
    expect(await of.quarantined()).toEqual([])
    expect(await of.sweep(0, asItIs)).toBe(0)
    expect(await of.purgeQuarantine()).toBe(0)
  })

  test('folders and links do not count as deliveries', async () => {
    const { folder, spool: of } = spool()
    await of.deliver('leftoff', 'x')
    mkdirSync(join(folder, 'new', 'leftoff.aaaaaaaa'))
    const { symlinkSync } = await import('node:fs')
    symlinkSync('/etc/passwd', join(folder, 'new', 'leftoff.bbbbbbbb'))
    expect(await of.waiting()).toHaveLength(1)
  })

  test('a delivery may disappear at any step because another process drained it', async () => {
    const { spool: of } = spool()
    await of.deliver('leftoff', 'x')
    const delivery = await first(of)
    await of.remove(delivery)
    await of.remove(delivery)
    expect(await of.payload(delivery)).toBeUndefined()
    await of.quarantine(delivery, { reason: 'too late', text: 'redacted' })
    expect(await of.quarantined()).toEqual([])
  })
})

describe('quarantine', () => {
  test('quarantine keeps the redacted text and the reason, but never the payload, until it is purged on request', async () => {
    const { folder, spool: of } = spool()
    const name = await of.deliver('leftoff', 'unreadable')
    await of.quarantine(await first(of), { reason: 'it is not JSON', text: 'redacted' })
    expect(await of.waiting()).toEqual([])
    expect(await of.quarantined()).toMatchObject([{ name, reason: 'it is not JSON', bytes: 8 }])
    expect(readFileSync(join(folder, 'quarantine', name), 'utf8')).toBe('redacted')
    expect(await of.purgeQuarantine()).toBe(1)
    expect(readdirSync(join(folder, 'quarantine'))).toEqual([])
  })

  test('texts and reasons in quarantine are deleted if they are older than the limit', async () => {
    const { folder, spool: of } = spool()
    await of.deliver('leftoff', 'old')
    await of.quarantine(await first(of), { reason: 'it is old', text: 'old' })
    const limit = Date.now() + 1000
    const name = await of.deliver('leftoff', 'new')
    await of.quarantine(await first(of), { reason: 'it is new', text: 'new' })
    for (const file of [name, `${name}.reason`])
      utimesSync(join(folder, 'quarantine', file), new Date(limit + MINUTE), new Date(limit + MINUTE))
    expect(await of.expireQuarantine(limit)).toBe(1)
    expect(readdirSync(join(folder, 'quarantine')).sort()).toEqual([name, `${name}.reason`])
  })

  test('unfinished deliveries are redacted before they are quarantined', async () => {
    const { folder, spool: of } = spool()
    await of.deliver('leftoff', 'x')
    writeFileSync(join(folder, 'tmp', 'claude-code.0123456789'), 'my secret')
    expect(await of.sweep(Date.now() + 11 * MINUTE, (text) => text.replace('secret', '***'))).toBe(1)
    expect(readFileSync(join(folder, 'quarantine', 'claude-code.0123456789'), 'utf8')).toBe('my ***')
  })
})

describe('unfinished deliveries', () => {
  test('unfinished deliveries are quarantined only after ten minutes', async () => {
    const { folder, spool: of } = spool()
    await of.deliver('leftoff', 'whole')
    const path = join(folder, 'tmp', 'claude-code.0123456789')
    writeFileSync(path, 'half')
    const start = statSync(path).mtimeMs
    expect(await of.sweep(start + 10 * MINUTE - 1, asItIs)).toBe(0)
    expect(await of.sweep(start + 10 * MINUTE, asItIs)).toBe(1)
    expect(await of.quarantined()).toMatchObject([{ name: 'claude-code.0123456789', bytes: 4 }])
    expect((await of.quarantined())[0]?.reason).toContain('never finished')
    expect(await of.waiting()).toHaveLength(1)
  })

  test('deliveries from the shell without an end marker are quarantined after ten minutes', async () => {
    const { folder, spool: of } = spool()
    mkdirSync(join(folder, 'new'), { recursive: true })
    const names = ['claude-code.sh-aaaaaaaaaaaa', 'claude-code.sh-bbbbbbbbbbbb']
    const [whole = '', half = ''] = names.map((name) => join(folder, 'new', name))
    const payloads = async () => Promise.all((await of.waiting()).map((delivery) => of.payload(delivery)))
    for (const path of [whole, half]) writeFileSync(path, '{"a":1}')
    expect(await payloads()).toEqual([undefined, undefined])
    writeFileSync(whole, `{"a":1}${END}`)
    expect((await payloads()).toSorted()).toEqual(['{"a":1}', undefined])
    const late = statSync(half).mtimeMs + 11 * MINUTE
    expect(await of.sweep(late, asItIs)).toBe(1)
    expect(readdirSync(join(folder, 'new'))).toEqual(names.slice(0, 1))
    expect((await of.quarantined())[0]).toMatchObject({ name: names[1], bytes: 7 })
  })

  test('unfinished deliveries are kept if the clock was set back', async () => {
    const { folder, spool: of } = spool()
    await of.deliver('leftoff', 'whole')
    writeFileSync(join(folder, 'tmp', 'leftoff.aaaaaaaa'), 'half')
    expect(await of.sweep(0, asItIs)).toBe(0)
  })
})

describe('held payloads', () => {
  const age = (path: string, ms: number): void => {
    const at = (Date.now() - ms) / 1000
    utimesSync(path, at, at)
  }

  test('held payloads are kept until they are released, and do not count as deliveries', async () => {
    const { folder, spool: of } = spool()
    const name = of.hold('codex', 'payload')
    expect(mode(join(folder, 'tmp', name))).toBe('600')
    expect(of.held(name)).toBe('payload')
    expect(await of.waiting()).toEqual([])
    of.release(name)
    of.release(name)
    expect(of.held(name)).toBeUndefined()
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  })

  test('held payloads become deliveries a minute after their hook was killed', async () => {
    const { folder, spool: of } = spool()
    const name = of.hold('codex', 'payload')
    age(join(folder, 'tmp', name), MINUTE - 5000)
    expect(await of.waiting()).toEqual([])
    age(join(folder, 'tmp', name), MINUTE + 1000)
    const delivery = await first(of)
    expect(delivery).toMatchObject({ name, agent: 'codex' })
    expect(await of.payload(delivery)).toBe('payload')
    expect(await of.sweep(Date.now() + 20 * MINUTE, asItIs)).toBe(0)
  })

  test('incomplete held payloads never become deliveries', async () => {
    const { folder, spool: of } = spool()
    await of.deliver('leftoff', 'x')
    const path = join(folder, 'tmp', 'codex.sh-aaaaaaaaaaaa')
    writeFileSync(path, '{"half":')
    age(path, 2 * MINUTE)
    expect(await of.waiting()).toHaveLength(1)
    expect(of.held('codex.sh-aaaaaaaaaaaa')).toBeUndefined()
    expect(await of.sweep(Date.now() + 20 * MINUTE, asItIs)).toBe(1)
  })
})

test('new folders in a world-readable spool are private', async () => {
  const { folder, spool: of } = spool()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  await of.deliver('leftoff', 'x')
  expect(['700', '755']).toContain(mode(folder))
  expect(mode(join(folder, 'new'))).toBe('700')
})

test('a file that is too large to be searched for forgotten text is deleted', async () => {
  const { folder, spool: of } = spool()
  await of.deliver('leftoff', 'kept')
  const path = join(folder, 'new', 'codex.sh-aaaaaaaaaaaa')
  writeFileSync(path, '')
  truncateSync(path, 2 ** 30)
  expect(await of.removeTraces((text) => text === 'gone', Date.now() + MINUTE)).toBe(1)
  expect((await of.waiting()).map(({ bytes }) => bytes)).toEqual([4])
})
