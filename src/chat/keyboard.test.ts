import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLines, NEW_LINE, onOneLine, Pastes, takeLine } from './keyboard.ts'

const pasted = (text: string): string => `\x1b[200~${text}\x1b[201~`

test.each([
  ['what is typed goes to the editor', 'abc', 'abc', ''],
  ['the first line only', 'one\rtwo\r', 'one\r', 'two\r'],
  [
    'pasted lines stay together',
    `a ${pasted('one\ntwo\r\nthree')} b`,
    `a one${NEW_LINE}two${NEW_LINE}three b`,
    '',
  ],
  ['the end of a paste does not send it', pasted('one\ntwo\n'), `one${NEW_LINE}two`, ''],
  ['an Enter before a paste sends the line', `one\r${pasted('two')}`, 'one\r', pasted('two')],
  ['an Enter after a paste sends both', `${pasted('a\nb')}\rnext`, `a${NEW_LINE}b\r`, 'next'],
  ['half a paste waits for the rest', 'a\x1b[200~b\nc', 'a', '\x1b[200~b\nc'],
  ['half a mark waits, too', 'a\x1b[20', 'a', '\x1b[20'],
  ['an arrow is a key', '\x1b[A', '\x1b[A', ''],
  ['escape alone is a key', '\x1b', '\x1b', ''],
  ['escape codes in a paste are no keys', pasted('a\x1b[Ab\x03'), 'a[Ab', ''],
])('%s', (_, typed, given, left) => {
  expect(takeLine(typed)).toEqual({ given, left })
})

test('whatever is typed in whatever pieces, no key is lost or doubled', () => {
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
          const { given, left } = takeLine(waiting + piece)
          all += given
          waiting = left
        }
        return all
      }
      const whole = parts.join('')
      fc.pre(whole[cut - 1] !== '\x1b') // alone it is a key
      expect(lines([whole.slice(0, cut), whole.slice(cut)])).toBe(lines([whole]))
    }),
  )
})

test('a long paste has a name in the editor and is whole in the prompt', () => {
  const pastes = new Pastes()
  const [one, two] = ['a\n'.repeat(500), 'b\n'.repeat(600)]
  const { given } = takeLine(`see ${pasted(one)} and ${pasted(two)}, not ${pasted('c\nd')}`, pastes.shown)
  expect(given).toBe(`see [pasted 1: 500 lines] and [pasted 2: 600 lines], not c${NEW_LINE}d`)
  expect(pastes.whole(given)).toBe(`see ${one.trim()} and ${two.trim()}, not c\nd`)
  expect(pastes.whole('[pasted 3: 1 lines]')).toBe('[pasted 3: 1 lines]')
})

test('lines that were put on one are lines again', () => {
  expect(inLines(onOneLine('a\nb\r\n\r\nc\n'))).toBe('a\nb\n\nc')
})
