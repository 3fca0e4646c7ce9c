import { expect } from 'vitest'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
import { collect, event, eventOfType, session } from '../support/events.ts'
import type { Promised } from './event-log.contract.ts'

const A = session('a')

const HOSTILE: Readonly<Record<string, string>> = {
  'a NUL byte': 'before\0after',
  'lone surrogates': 'high \ud800 low \udfff swapped \udc00\ud800',
  'control characters and escapes': '\u0001\u001b[31m\u007f\u0085\u2028\u2029\\u0000\\"\'',
  'line ends': '\r\n\n\r',
  'right-to-left text and a byte order mark': '\ufeff\u202eabc\u2066',
  'combining marks and emoji': 'e\u0301 \u{1f469}\u200d\u{1f4bb} \ufdd0\uffff\u{10ffff}',
  SQL: `'; DROP TABLE event; --`,
  'one megabyte': 'ä'.repeat(512 * 1024),
  'an empty text': '',
}

export function contentPromises(promised: Promised): void {
  for (const [name, text] of Object.entries(HOSTILE)) {
    promised(`text (${name}) is read back unchanged`, async (log) => {
      await log.append(A, [event('one', { text, nested: [{ [text.slice(0, 50)]: text }] })])
      const [stored] = await collect(log.read())
      expect(stored?.data?.text).toBe(text)
      expect(canonicalJson(stored?.data?.nested)).toBe(canonicalJson([{ [text.slice(0, 50)]: text }]))
      expect((await log.append(A, [event('one', stored?.data)])).kind).toBe('duplicate')
    })

    promised(`text (${name}) is unchanged in views and after a rebuild`, async (log) => {
      await log.append(A, [event('one', { text })])
      await log.append(A, [eventOfType('fact.pinned', { text: `fact ${text}` }, 2)])
      const pinned = async () => (await log.view(A))?.view.work.facts.map((fact) => fact.text)
      expect(await pinned()).toEqual([`fact ${text}`])
      await log.rebuild()
      expect(await pinned()).toEqual([`fact ${text}`])
      expect(await collect(log.verify())).toEqual([])
    })
  }

  promised('keys like __proto__ are plain data and do not change any prototype', async (log) => {
    const json =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":2},"toString":null,"hasOwnProperty":[]}'
    await log.append(A, [event('one', JSON.parse(json))])
    const [stored] = await collect(log.read())
    expect(canonicalJson(stored?.data)).toBe(canonicalJson(JSON.parse(json)))
    expect(Object.hasOwn(stored?.data ?? {}, '__proto__')).toBe(true)
    expect('polluted' in {}).toBe(false)
  })

  promised('tools and tags named __proto__ are counted and listed like any others', async (log) => {
    const returned = { call: 'c', tool: '__proto__', outcome: 'ok' }
    for (const n of ['1', '2']) await log.append(A, [event(n, returned, { type: 'tool.returned' })])
    await log.append(A, [event('3', { added: ['__proto__'] }, { type: 'session.tagged' })])
    const view = (await log.view(A))?.view
    expect(Object.entries(view?.craft.tools ?? {})).toEqual([['__proto__', 2]])
    expect(view?.identity.tags).toEqual(['__proto__'])
  })

  promised('extreme numbers are read back as JSON represents them', async (log) => {
    const numbers = [0, -1, 1e-7, 1e21, 1.5, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 5e-324]
    await log.append(A, [event('one', { numbers }, { at: -62135596800000 })])
    await log.append(A, [event('two', { numbers: [-0, Number.NaN] }, { at: 8.64e15 })])
    const [one, two] = await collect(log.read())
    expect(one).toMatchObject({ data: { numbers }, at: -62135596800000 })
    expect(two).toMatchObject({ data: { numbers: [0, null] }, at: 8.64e15 })
  })

  promised('mutating an event after the append does not change the log', async (log) => {
    const data: Record<string, JsonValue> = { text: 'first' }
    await log.append(A, [event('one', data)])
    data.text = 'second'
    expect((await collect(log.read()))[0]?.data?.text).toBe('first')
    expect((await log.view(A))?.view.talk.lastPrompt).toBe('first')
  })

  promised('deeply nested content is stored', async (log) => {
    let deep: JsonValue = 'bottom'
    for (let level = 0; level < 500; level += 1) deep = { down: [deep] }
    await log.append(A, [event('one', { deep })])
    expect(canonicalJson((await collect(log.read()))[0]?.data)).toBe(canonicalJson({ deep }))
  })
}
