import { describe, expect, test } from 'vitest'
import { derivedId, ID_ALPHABET, idFromBytes, isEventId, isSessionId } from './identity.ts'

describe('ids', () => {
  test('the same source always has the same id', () => {
    // Literals, because ids are on disk: if an id changed, every event would look new.
    expect(derivedId('ses', 'claude-code', 'abc')).toBe('ses_98n8mrchrd2zyexr')
    expect(derivedId('evt', 'claude-code', 'abc')).toBe('evt_98n8mrchrd2zyexrx2vh')
  })

  test('ids have a recognizable, readable form', () => {
    expect(derivedId('ses', 'x')).toMatch(/^ses_[0-9a-hjkmnp-tv-z]{16}$/)
    expect(derivedId('evt', 'x')).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{20}$/)
    expect(new Set(ID_ALPHABET).size).toBe(32)
  })

  test('sources with the same characters but different parts get different ids', () => {
    const sources = [
      ['a', 'b'],
      ['ab'],
      ['a', 'b', ''],
      ['', 'a', 'b'],
      ['a,b'],
      ['a","b'],
      ['b', 'a'],
      [],
      [''],
    ]
    expect(new Set(sources.map((source) => derivedId('evt', ...source))).size).toBe(sources.length)
  })

  test('hostile sources get valid, distinct ids', () => {
    const sources = [
      '\0',
      '\ud800',
      '\udfff',
      '\ufffd',
      '__proto__',
      '../../etc/passwd',
      'x'.repeat(1 << 20),
      '\n',
    ]
    const ids = sources.map((source) => derivedId('evt', source))
    expect(ids.every(isEventId)).toBe(true)
    expect(new Set(ids).size).toBe(sources.length)
  })

  test('ten thousand sources get ten thousand different ids', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => derivedId('ses', String(index)))
    expect(new Set(ids).size).toBe(10_000)
  })

  test('session ids and event ids are recognized and not confused', () => {
    const [ses, evt] = [derivedId('ses', 'x'), derivedId('evt', 'x')] as const
    expect([ses, evt].map(isSessionId)).toEqual([true, false])
    expect([ses, evt].map(isEventId)).toEqual([false, true])
  })

  test('text that only resembles an id is rejected', () => {
    const id = derivedId('ses', 'x')
    const lookalikes = [
      '',
      'ses_',
      id.slice(0, -1),
      `${id}0`,
      `${id}\n`,
      ` ${id}`,
      id.toUpperCase(),
      `../${id}`,
    ]
    expect(lookalikes.map(isSessionId)).toEqual(lookalikes.map(() => false))
    expect(isSessionId(`ses_${'i'.repeat(16)}`)).toBe(false)
  })

  test('the low five bits of each byte become one letter, and excess bytes are ignored', () => {
    expect(idFromBytes('ses', new Uint8Array(16))).toBe(`ses_${'0'.repeat(16)}`)
    expect(idFromBytes('evt', new Uint8Array(32).fill(255))).toBe(`evt_${'z'.repeat(20)}`)
  })
})
