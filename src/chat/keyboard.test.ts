import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NEW_LINE, Pastes, splitInput, toLines, toOneLine } from './keyboard.ts'

const pasted = (text: string): string => `\x1b[200~${text}\x1b[201~`

test.each([
  ['typed text goes to the editor', 'abc', 'abc', ''],
  ['only the first line is ready', 'one\rtwo\r', 'one\r', 'two\r'],
  [
    'pasted lines stay together',
    `a ${pasted('one\ntwo\r\nthree')} b`,
    `a one${NEW_LINE}two${NEW_LINE}three b`,
    '',
  ],
  ['the end of a paste does not send it', pasted('one\ntwo\n'), `one${NEW_LINE}two`, ''],
  ['Enter before a paste sends the line', `one\r${pasted('two')}`, 'one\r', pasted('two')],
  ['Enter after a paste sends both', `${pasted('a\nb')}\rnext`, `a${NEW_LINE}b\r`, 'next'],
  ['an incomplete paste waits for the rest', 'a\x1b[200~b\nc', 'a', '\x1b[200~b\nc'],
  ['an incomplete paste mark waits for the rest', 'a\x1b[20', 'a', '\x1b[20'],
  ['an arrow key passes through', '\x1b[A', '\x1b[A', ''],
  ['a single escape passes through', '\x1b', '\x1b', ''],
  ['control characters in a paste are removed', pasted('a\x1b[Ab\x03'), 'a[Ab', ''],
])('the keyboard reads lines: %s', (_, typed, ready, rest) => {
  expect(splitInput(typed)).toEqual({ ready, rest })
})

test('no key is lost or repeated, wherever the input is split', () => {
  const part = fc.oneof(
    fc.constantFrom('\r', 'a', 'ä', '\x1b[A', '\x7f'),
    fc.string({ maxLength: 8 }).map((text) => pasted(text.replaceAll('\x1b', ''))),
  )
  fc.assert(
    fc.property(fc.array(part), fc.nat({ max: 40 }), (parts, cut) => {
      const lines = (pieces: readonly string[]): string => {
        let waiting = ''
        let all = ''
        for (const piece of [...pieces, ...parts.map(() => '')]) {
          const { ready, rest } = splitInput(waiting + piece)
          all += ready
          waiting = rest
        }
        return all
      }
      const whole = parts.join('')
      fc.pre(whole[cut - 1] !== '\x1b') // a single escape is a key
      expect(lines([whole.slice(0, cut), whole.slice(cut)])).toBe(lines([whole]))
    }),
  )
})

test('a long paste is shown as a placeholder in the editor and is complete in the prompt', () => {
  const pastes = new Pastes()
  const [one, two] = ['a\n'.repeat(500), 'b\n'.repeat(600)]
  const { ready } = splitInput(`see ${pasted(one)} and ${pasted(two)}, not ${pasted('c\nd')}`, pastes.display)
  expect(ready).toBe(`see [pasted 1: 500 lines] and [pasted 2: 600 lines], not c${NEW_LINE}d`)
  expect(pastes.expand(ready)).toBe(`see ${one.trim()} and ${two.trim()}, not c\nd`)
  expect(pastes.expand('[pasted 3: 1 lines]')).toBe('[pasted 3: 1 lines]')
})

test('toLines restores the lines that toOneLine joined', () => {
  expect(toLines(toOneLine('a\nb\r\n\r\nc\n'))).toBe('a\nb\n\nc')
})
