import { expect, test } from 'vitest'
import { withoutMarkdown } from '../text/prose.ts'
import { conciseStatement } from './statement.ts'

test.each([
  ['Also, we need to bump the version', { text: 'bump the version' }],
  ['Next: write the docs.', { text: 'write the docs' }],
  ['I keep it in memory, since it is small', { text: 'I keep it in memory', why: 'since it is small' }],
  [
    'Rows are sorted first (to avoid a second pass)',
    { text: 'Rows are sorted first', why: 'to avoid a second pass' },
  ],
  ['It calls run() (see above).', { text: 'It calls run() (see above)' }],
  ['Because of that it stays', { text: 'Because of that it stays' }],
])('"%s" is shortened to a concise statement', (text, note) => {
  expect(conciseStatement(text)).toEqual(note)
})

test('long statements are truncated at a word boundary', () => {
  const { text } = conciseStatement('word '.repeat(100))
  expect(text.length).toBeLessThanOrEqual(241)
  expect(text).toMatch(/word…$/)
})

test('command options keep their dashes', () => {
  expect(withoutMarkdown('- `--force` as a filter')).toBe('--force as a filter')
})

test('Markdown is removed, but names keep their underscores', () => {
  expect(withoutMarkdown('✅ **Keep** `max_size` in [the config](https://example.com/a) __as is__')).toBe(
    'Keep max_size in the config as is',
  )
})
