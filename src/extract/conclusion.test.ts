import { expect, test } from 'vitest'
import {
  announcementIn,
  conclusionOf,
  isAnnouncement,
  reportBefore,
  shortenConclusion,
} from './conclusion.ts'

const FILLER = 'The parser reads one row after the other and keeps the header for later. '.repeat(40)

test('a short answer is used as its own conclusion', () => {
  expect(conclusionOf('Done. Both tests pass.\n\nShall I commit?')).toBe(
    'Done. Both tests pass.\nShall I commit?',
  )
})

test('a long answer is reduced to its beginning and its last paragraph', () => {
  expect(conclusionOf(`All tests pass now.\n\n${FILLER}\n\nWant me to open a pull request?`)).toBe(
    'All tests pass now.\n…\nWant me to open a pull request?',
  )
})

test('a list at the end keeps the line that introduces it', () => {
  expect(conclusionOf(`Ready.\n\n${FILLER}\n\nStill open:\n\n- the docs\n- the release notes`)).toBe(
    'Ready.\n…\nStill open:\n- the docs\n- the release notes',
  )
})

test('a short code block stays with the line that introduces it', () => {
  expect(conclusionOf('In `settings.json`:\n\n```json\n{\n  "cache": true\n}\n```')).toBe(
    'In `settings.json`: `{ "cache": true }`',
  )
  const long = `Run this:\n\n\`\`\`\n${'x '.repeat(700)}\n\`\`\`\n\nThen restart.`
  expect(conclusionOf(long)).toBe('Run this: (code)\nThen restart.')
})

test('a short answer keeps its code, line by line', () => {
  const code = 'const rows = []\nfor (const line of lines) {\n  rows.push(parse(line))\n}'
  const answer = `It now renders as\n\n\`\`\`ts\n${code}${'\n// more'.repeat(50)}\n\`\`\`\n\nIs that what you want?`
  const text = conclusionOf(answer)
  expect(text).toContain(
    'It now renders as\n  const rows = []\n  for (const line of lines) {\n    rows.push(',
  )
  expect(text.endsWith('\nIs that what you want?')).toBe(true)
})

test('code is left out of a longer conclusion, and tables and headings become text', () => {
  const answer = `## Summary\n\nFixed.\n\n\`\`\`ts\n${'const a = 1\n'.repeat(100)}\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nNothing is left.`
  expect(conclusionOf(answer)).toBe('Summary:\nFixed.\n- 1 — 2\nNothing is left.')
})

test('lists keep their numbers and levels, and wrapped lines are joined', () => {
  const answer = 'Done:\n\n1. **Parser**\n   - quotes are\n     kept\n2. Writer\n\nBoth\nare tested.'
  expect(conclusionOf(answer)).toBe('Done:\n1. Parser\n  - quotes are kept\n2. Writer\nBoth are tested.')
})

test('an omission is marked, even if the opening is removed completely', () => {
  const parts = Array.from({ length: 90 }, (_, n) => `- item ${n} is fixed and has a test of its own`).join(
    '\n\n',
  )
  expect(conclusionOf(`All of these:\n\n${parts}\n\nNothing is left.`)).toMatch(
    /^…\n- item [\s\S]*Nothing is left\.$/,
  )
})

test('a shortened answer keeps the result stated in its first paragraph', () => {
  const rows = Array.from({ length: 90 }, (_, n) => `- file ${n} was changed and has a test of its own`).join(
    '\n',
  )
  expect(conclusionOf(`All 7 steps are complete. Here is what was done:\n\n${rows}`)).toMatch(
    /^All 7 steps are complete\.\n…\n- file /,
  )
})

test('long numbered items in a review are shortened, but each keeps its beginning', () => {
  const items = Array.from(
    { length: 5 },
    (_, n) => `${n + 1}. Finding ${n + 1}: ${'the loop reads twice. '.repeat(30)}`,
  )
  const end = 'Only items 1 and 2 need to change before the merge.'
  const short = conclusionOf(`The review is done.\n\n${items.join('\n')}\n\n${FILLER}\n\n${end}`)
  for (const number of [1, 2, 3, 4, 5]) expect(short).toContain(`\n${number}. Finding ${number}: the loop`)
  expect(short.endsWith(`\n…\n${end}`)).toBe(true)
  expect(short.length).toBeLessThanOrEqual(2800)
})

test('an answer of one long paragraph is truncated', () => {
  expect(conclusionOf(FILLER).length).toBeLessThanOrEqual(2800)
  expect(conclusionOf('')).toBe('')
})

test('a shortened conclusion keeps its first line and its last lines', () => {
  const text = ['Fixed.', ...Array.from({ length: 30 }, (_, n) => `- item ${n}`), 'Shall I commit?'].join(
    '\n',
  )
  const short = shortenConclusion(text, 80)
  expect(short.length).toBeLessThanOrEqual(80)
  expect(short).toMatch(/^Fixed\.\n…\n[\s\S]*- item 29\nShall I commit\?$/)
  expect(shortenConclusion(text, 10_000)).toBe(text)
})

test.each([
  ['I have everything I need. Let me write the plan.', true],
  ["Now I'll add the method to the interface:", true],
  ['Now let me commit:', true],
  ['The fix is in place. Let me know if you want a test.', false],
  ['Should I let the retry run first?', false],
  ['Committed as `6fe5d8cb`: (code)', false],
  ['Everything is done.', false],
  ['Three files need the new path:\n- README.md\n- config.go\nNow let me update the plan.', true],
  [
    'Go has no backreferences.\nHere are the changes:\n1. Replace the pattern and rewrite the function:',
    true,
  ],
  ['Dispatching the implementer for task 1.', true],
  ['Both are done.\nLet me know which one you prefer.', false],
  ['Both are done.\nSay the word, and I will strip the heading.', false],
  ['Running the tests takes a minute. All of them pass.', false],
])('%j announces the next step instead of a result: %s', (answer, expected) => {
  expect(isAnnouncement(answer)).toBe(expected)
})

test('the announcement is the last sentence, and the report is what comes before it', () => {
  const answer =
    'Three files still name the old path:\n- README.md\n- config.go and its tests in the same folder\nNow let me update the plan.'
  expect(announcementIn(answer)).toBe('"Now let me update the plan."')
  expect(reportBefore(answer)).toBe(answer.slice(0, answer.lastIndexOf('\n')))
  expect(announcementIn('All pass, the linter is clean. Final check:')).toBe('"Final check:"')
})

test('a table with three columns keeps its column names, but a table with two does not', () => {
  const table = (columns: number) =>
    ['name', 'before', 'after', 'note']
      .slice(0, columns)
      .map((_, row) => `| ${Array.from({ length: columns }, (_, n) => `c${row}${n}`).join(' | ')} |`)
  const withLine = ([head = '', ...rows]: readonly string[]) => [head, '|---|---|---|', ...rows].join('\n')
  expect(conclusionOf(withLine(table(3)))).toBe('- c00 — c01 — c02\n- c10 — c11 — c12\n- c20 — c21 — c22')
  expect(conclusionOf(withLine(table(2)))).toBe('- c10 — c11')
})
