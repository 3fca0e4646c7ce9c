import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '../../../tests/support/cpu-time.ts'
import { recordsByLine, type TranscriptItem } from './records.ts'

const isRecord = (value: object): boolean => 'uuid' in value

/** Reads the content in chunks of `piece` bytes. The chunk size must not change the result. */
function read(content: string | Uint8Array, piece?: number): readonly TranscriptItem[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
  const size = piece ?? bytes.length
  const items = recordsByLine(isRecord)
  const result: TranscriptItem[] = []
  for (let at = 0; at < bytes.length; at += size) result.push(...items.push(bytes.subarray(at, at + size)))
  return [...result, ...items.end()]
}

const ids = (items: readonly TranscriptItem[]): readonly unknown[] =>
  items.flatMap((item) => (item.kind === 'record' && 'uuid' in item.value ? [item.value.uuid] : []))
const skips = (items: readonly TranscriptItem[]) => items.filter((item) => item.kind === 'skipped')

const line = (uuid: string, text = 'x'): string => JSON.stringify({ uuid, type: 'user', message: { text } })

describe('intact files', () => {
  test('every record of an intact file is read once, with its offset', () => {
    const items = read(`${line('a')}\n${line('b')}\n`)
    expect(ids(items)).toEqual(['a', 'b'])
    expect(items.map(({ offset }) => offset)).toEqual([0, line('a').length + 1])
  })

  test.each([1, 2, 3, 7, 50])(
    'reading a file in chunks of %i bytes returns the same items as reading it whole',
    (piece) => {
      const content = `\ufeff${line('a', 'ä€😀')}\r\n\r\n${line('b')}${line('c')}\n{"uuid":"d","m{"uuid":"e"}\n`
      expect(read(content, piece)).toEqual(read(content))
    },
  )

  test('byte order marks, carriage returns and empty lines are not damage', () => {
    const items = read(`\ufeff${line('a')}\r\n\n  \n\ufeff${line('b')}\r\n`)
    expect(ids(items)).toEqual(['a', 'b'])
    expect(skips(items)).toEqual([])
  })
})

describe('the end of a file that is being written', () => {
  test('an incomplete last line is pending, not damaged', () => {
    const items = read(`${line('a')}\n{"uuid":"b","mess`)
    expect(ids(items)).toEqual(['a'])
    expect(items.at(-1)).toEqual({ kind: 'pending', offset: line('a').length + 1, bytes: 17 })
  })

  test('a complete last record is read even without a newline', () => {
    expect(ids(read(`${line('a')}\n${line('b')}`))).toEqual(['a', 'b'])
  })
})

describe('damage', () => {
  test.each(Array.from({ length: line('a', 'say {"hi"} \\').length - 1 }, (_, cut) => [cut + 1]))(
    'a record truncated to %i characters is skipped, and the record right after it is read',
    (cut) => {
      const items = read(`${line('a', 'say {"hi"} \\').slice(0, cut)}${line('b')}\n${line('c')}\n`)
      expect(ids(items)).toEqual(['b', 'c'])
      expect(skips(items)).toEqual([{ kind: 'skipped', offset: 0, bytes: cut, reason: 'cut in the middle' }])
    },
  )

  test('two records without a newline between them are two records', () => {
    const items = read(`${line('a')}${line('b')}\n`)
    expect(ids(items)).toEqual(['a', 'b'])
    expect(skips(items)).toEqual([])
  })

  test('a run of NUL bytes is reported, and the record after it is read', () => {
    const hole = '\0'.repeat(3000)
    const items = read(`${line('a')}\n${hole}${line('b')}\n${hole}\n${line('c')}\n`)
    expect(ids(items)).toEqual(['a', 'b', 'c'])
    expect(skips(items)).toMatchObject([
      { offset: line('a').length + 1, bytes: 3000, reason: 'a run of NUL bytes' },
      { bytes: 3000, reason: 'a run of NUL bytes' },
    ])
  })

  test('a line that is not a JSON object is reported with its offset', () => {
    const items = read(`[1]\nnull\nhello\n${line('a')}\n`)
    expect(ids(items)).toEqual(['a'])
    expect(skips(items).map(({ offset }) => offset)).toEqual([0, 4, 9])
  })

  test('a record with an incomplete UTF-8 character is still readable', () => {
    const bytes = Buffer.from(`${line('a', 'ä€😀')}\n`)
    const cut = Buffer.concat([bytes.subarray(0, bytes.length - 6), bytes.subarray(bytes.length - 5)])
    expect(ids(read(cut))).toEqual(['a'])
  })

  test('a lone surrogate stays unchanged', () => {
    const [item] = read(`{"uuid":"a","text":"\\ud800"}\n`)
    expect(item).toMatchObject({ kind: 'record', value: { text: '\ud800' } })
  })

  test('__proto__ and constructor are ordinary keys', () => {
    const [item] = read('{"uuid":"a","__proto__":{"polluted":true},"constructor":1}\n')
    expect(item).toMatchObject({ kind: 'record' })
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test('a hostile line with thousands of nested objects is read in less than a second', () => {
    const hostile = '{"a":['.repeat(20_000)
    const began = cpuTimeMs()
    expect(skips(read(`${hostile}\n${line('a')}\n`))).toHaveLength(1)
    expect(cpuTimeMs() - began).toBeLessThan(1000)
  })
})

describe('huge lines', () => {
  const long = 3 * 1024 * 1024

  test('a huge line keeps the start and the end of its long strings and stays valid JSON', () => {
    const text = `begin ${'\\u00e4"€\\\\'.repeat(long / 16)} end`
    const items = read(`${JSON.stringify({ uuid: 'a', text, after: 'yes' })}\n${line('b')}\n`, 100_000)
    expect(ids(items)).toEqual(['a', 'b'])
    const [first] = items
    if (first?.kind !== 'record' || !('text' in first.value)) throw new Error('no record')
    expect(first.value).toMatchObject({ after: 'yes' })
    expect(String(first.value.text)).toMatch(/^begin [\s\S]*\[\.\.\. \d+ bytes left out \.\.\.\][\s\S]* end$/)
    expect(String(first.value.text).length).toBeLessThan(300_000)
  })

  test('a line that is still too long after shortening is skipped, and the next line is read', () => {
    const many = JSON.stringify({ uuid: 'a', list: Array.from({ length: 1_200_000 }, (_, i) => `${i}`) })
    const items = read(`${many}\n${line('b')}\n`, 1 << 20)
    expect(ids(items)).toEqual(['b'])
    expect(skips(items)).toEqual([
      { kind: 'skipped', offset: 0, bytes: many.length, reason: 'longer than 8 MB' },
    ])
  })

  test('a huge run of NUL bytes is reported, and the record after it is read', () => {
    const hole = Buffer.alloc(4 * long)
    const items = read(
      Buffer.concat([Buffer.from(`${line('a')}\n`), hole, Buffer.from(`${line('b')}\n`)]),
      65_536,
    )
    expect(ids(items)).toEqual(['a', 'b'])
    expect(skips(items)).toMatchObject([{ offset: line('a').length + 1, bytes: 4 * long }])
  })
})
