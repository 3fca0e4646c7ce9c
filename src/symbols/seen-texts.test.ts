import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEventOf } from '../event/catalogue.ts'
import { type LocatedChange, SeenTexts } from './seen-texts.ts'

const changed = (data: object) =>
  knownEvent('file.changed', { path: 'a.ts', change: 'edited', ...data }) as KnownEventOf<'file.changed'>
const returned = (tool: string, output?: string) =>
  knownEvent('tool.returned', { call: 'c', tool, file: 'a.ts', outcome: 'ok', ...(output && { output }) })
const read = knownEvent('file.read', { path: 'a.ts' })
const NO_FILE = () => undefined

/** The changed lines, and whether the text contains only the change. */
const linesOf = (placed: LocatedChange | undefined) =>
  placed && { lines: placed.lines.map((line) => placed.text.split('\n')[line]), isPiece: placed.isPiece }

describe('locating a change', () => {
  test('a change is located in the current file if that file contains it', () => {
    const placed = new SeenTexts().locate(changed({ before: 'x', after: 'y' }), () => 'a\ny\nb')
    expect(placed).toEqual({ text: 'a\ny\nb', lines: [1], isPiece: false, isNumbered: true })
  })

  test('a change is located in the text written in the session, with all later edits', () => {
    const texts = new SeenTexts()
    texts.locate(changed({ change: 'created', after: 'a\nb\nc' }), NO_FILE)
    texts.locate(changed({ before: 'b', after: 'b1\nb2' }), NO_FILE)
    const placed = texts.locate(changed({ before: 'b2\nc', after: 'b2\nC' }), () => 'quite another text')
    expect(placed).toEqual({ text: 'a\nb1\nb2\nC', lines: [3], isPiece: false, isNumbered: true })
  })

  test('a change is located in the text that was read, without line numbers', () => {
    const texts = new SeenTexts()
    texts.observe(returned('Read', '     7→class A {\n     8→  m() {}\n     9→}'))
    texts.observe(read)
    const placed = texts.locate(changed({ before: 'm() {}', after: 'm() { x }' }), NO_FILE)
    expect(placed).toEqual({
      text: 'class A {\n  m() { x }\n}',
      lines: [1],
      isPiece: false,
      isNumbered: false,
    })
  })

  test('a change in a file that was never seen is located as a snippet without context', () => {
    expect(linesOf(new SeenTexts().locate(changed({ before: 'a\nb', after: 'a\nc' }), NO_FILE))).toEqual({
      lines: ['c'],
      isPiece: true,
    })
  })

  test('a change is not located if it deleted or emptied the file', () => {
    const texts = new SeenTexts()
    expect(texts.locate(changed({ change: 'deleted' }), NO_FILE)).toBeUndefined()
    expect(texts.locate(changed({ before: 'x', after: '' }), NO_FILE)).toBeUndefined()
  })
})

test('in a rewritten file, only the lines that differ count as changed', () => {
  const texts = new SeenTexts()
  texts.locate(changed({ change: 'created', after: 'a\nb\nc' }), NO_FILE)
  texts.observe(returned('Write'))
  expect(linesOf(texts.locate(changed({ after: 'a\nB\nc' }), NO_FILE))).toEqual({
    lines: ['B'],
    isPiece: false,
  })
})

test('a patch that only adds lines is a snippet, not the complete file', () => {
  const texts = new SeenTexts()
  texts.observe(returned('apply_patch'))
  expect(texts.locate(changed({ after: 'x' }), NO_FILE)).toMatchObject({ isPiece: true })
})

test('the oldest text is evicted at the size limit', () => {
  const texts = new SeenTexts()
  const large = 'x\n'.repeat(5 * 1024 * 1024)
  for (const path of ['a.ts', 'b.ts'])
    texts.locate(changed({ path, change: 'created', after: large }), NO_FILE)
  expect(texts.locate(changed({ before: 'x', after: 'y' }), NO_FILE)).toMatchObject({ isPiece: true })
  expect(texts.locate(changed({ path: 'b.ts', before: 'x', after: 'y' }), NO_FILE)).toMatchObject({
    isPiece: false,
  })
})
