import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Compaction } from '../app/context/compact-messages.ts'
import { plain } from '../cli/terminal-safe.ts'
import { lostText, SafeTextStream } from './text.ts'

const none = { count: 0, some: [] }
const compaction = (dropped: Partial<Compaction['dropped']>): Compaction => ({
  id: 'evt_1' as Compaction['id'],
  summary: '',
  by: 'rules',
  messages: 4,
  tokensBefore: 100,
  tokensAfter: 10,
  dropped: {
    ...{ messages: 4, prompts: 2, toolResults: 0 },
    ...{ files: none, names: none, decisions: none, errors: none },
    ...dropped,
  },
})

test('lostText lists lost items by kind, with examples', () => {
  const dropped = {
    files: { count: 3, some: ['a.ts', 'b.ts'] },
    decisions: { count: 1, some: ['use \x1b[1mSQLite'] },
  }
  expect(lostText(compaction(dropped))).toBe(
    'No longer mentioned: 1 decision (use SQLite); 3 files (a.ts, b.ts, ...).',
  )
})

test('lostText is undefined if nothing was lost', () => {
  expect(lostText(compaction({}))).toBeUndefined()
})

const through = (chunks: readonly string[]): string => {
  const stream = new SafeTextStream()
  return chunks.map((chunk) => stream.write(chunk)).join('') + stream.flush()
}

test('chunked text is displayed like the complete text', () => {
  const text = fc.array(
    fc.constantFrom('a', '\n', '\x1b', '[', '3', '1m', ']0;x', '\x07', '\x1b[2J', '😀', 'ä'),
  )
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 20 })), (parts, cuts) => {
      const whole = parts.join('')
      const places = [0, ...cuts.filter((at) => at < whole.length).toSorted((a, b) => a - b), whole.length]
      const chunks = places.slice(1).map((at, index) => whole.slice(places[index], at))
      const shown = through(chunks)
      expect(shown).not.toContain('\x1b')
      expect(shown).toBe(plain(whole))
    }),
  )
})

test('plain text is displayed immediately', () => {
  expect(new SafeTextStream().write('Once upon')).toBe('Once upon')
})

test('an escape sequence that never ends holds back only a few hundred characters', () => {
  const stream = new SafeTextStream()
  expect(stream.write(`\x1b]${'x'.repeat(2000)}`)).toContain('x'.repeat(1000))
})
