import { describe, expect, test } from 'vitest'
import { known } from '../../tests/support/events.ts'
import type { KnownEventOf } from '../event/catalogue.ts'
import { type Placed, SeenTexts } from './seen-texts.ts'

const changed = (data: object) =>
  known('file.changed', { path: 'a.ts', change: 'edited', ...data }) as KnownEventOf<'file.changed'>
const returned = (tool: string, output?: string) =>
  known('tool.returned', { call: 'c', tool, file: 'a.ts', outcome: 'ok', ...(output && { output }) })
const read = known('file.read', { path: 'a.ts' })
const NO_FILE = () => undefined

/** The lines that were changed, and whether their surroundings are known. */
const linesOf = (placed: Placed | undefined) =>
  placed && { lines: placed.lines.map((line) => placed.text.split('\n')[line]), isPiece: placed.isPiece }

describe('a change stands', () => {
  test('in the file as it is now, where that has it', () => {
    const placed = new SeenTexts().place(changed({ before: 'x', after: 'y' }), () => 'a\ny\nb')
    expect(placed).toEqual({ text: 'a\ny\nb', lines: [1], isPiece: false, isNumbered: true })
  })

  test('in what was written in the session, changed by every edit since', () => {
    const texts = new SeenTexts()
    texts.place(changed({ change: 'created', after: 'a\nb\nc' }), NO_FILE)
    texts.place(changed({ before: 'b', after: 'b1\nb2' }), NO_FILE)
    const placed = texts.place(changed({ before: 'b2\nc', after: 'b2\nC' }), () => 'quite another text')
    expect(placed).toEqual({ text: 'a\nb1\nb2\nC', lines: [3], isPiece: false, isNumbered: true })
  })

  test('in what was read, without the numbers that the client put before the lines', () => {
    const texts = new SeenTexts()
    texts.hear(returned('Read', '     7→class A {\n     8→  m() {}\n     9→}'))
    texts.hear(read)
    const placed = texts.place(changed({ before: 'm() {}', after: 'm() { x }' }), NO_FILE)
    expect(placed).toEqual({
      text: 'class A {\n  m() { x }\n}',
      lines: [1],
      isPiece: false,
      isNumbered: false,
    })
  })

  test('by itself where nothing else is known', () => {
    expect(linesOf(new SeenTexts().place(changed({ before: 'a\nb', after: 'a\nc' }), NO_FILE))).toEqual({
      lines: ['c'],
      isPiece: true,
    })
  })

  test('nowhere where the file is gone, or nothing is left of it', () => {
    const texts = new SeenTexts()
    expect(texts.place(changed({ change: 'deleted' }), NO_FILE)).toBeUndefined()
    expect(texts.place(changed({ before: 'x', after: '' }), NO_FILE)).toBeUndefined()
  })
})

test('a file that is written again was changed where it differs', () => {
  const texts = new SeenTexts()
  texts.place(changed({ change: 'created', after: 'a\nb\nc' }), NO_FILE)
  texts.hear(returned('Write'))
  expect(linesOf(texts.place(changed({ after: 'a\nB\nc' }), NO_FILE))).toEqual({
    lines: ['B'],
    isPiece: false,
  })
})

test('what a patch adds without taking anything away is a piece, and not the whole file', () => {
  const texts = new SeenTexts()
  texts.hear(returned('apply_patch'))
  expect(texts.place(changed({ after: 'x' }), NO_FILE)).toMatchObject({ isPiece: true })
})

test('texts that were seen long ago make room', () => {
  const texts = new SeenTexts()
  const large = 'x\n'.repeat(5 * 1024 * 1024)
  for (const path of ['a.ts', 'b.ts'])
    texts.place(changed({ path, change: 'created', after: large }), NO_FILE)
  expect(texts.place(changed({ before: 'x', after: 'y' }), NO_FILE)).toMatchObject({ isPiece: true })
  expect(texts.place(changed({ path: 'b.ts', before: 'x', after: 'y' }), NO_FILE)).toMatchObject({
    isPiece: false,
  })
})
