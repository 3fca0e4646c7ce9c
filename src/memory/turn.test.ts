import { expect, test } from 'vitest'
import { detectCorrections } from './detect-corrections.ts'
import { type Action, markReverts, type Turn } from './turn.ts'

const said: Turn = { id: 'u', at: 2, role: 'user', text: 'the parser should stay as simple as it was' }
const edit = (before: string, after: string): Action => ({
  kind: 'edit',
  target: 'src/parse.ts',
  before,
  after,
})
const command = (target: string): Action => ({ kind: 'command', target })
const done = (actions: readonly Action[], more: Partial<Turn> = {}): Turn => ({
  id: 'a',
  at: 1,
  role: 'assistant',
  text: 'Done.',
  actions,
  ...more,
})
const isReverted = (first: Turn, later: Turn): boolean =>
  markReverts([first, said, { ...later, id: 'b', at: 3 }])[0]?.isReverted === true

const FIRST = edit('return split(line)', 'return tokens(line).map(parse)')

test.each([
  ['the old text is put back', edit('return tokens(line).map(parse)', 'return split(line)'), true],
  ['a different text replaces it', edit('return tokens(line).map(parse)', 'return tokens(line)'), false],
  ['git restores the file', command('git restore src/parse.ts'), true],
  ['git checks the file out', command('git checkout -- src/parse.ts && npm test'), true],
  ['git checks the file out of another commit', command('git checkout HEAD~1 -- src/parse.ts'), true],
  ['git discards all changes', command('git reset --hard'), true],
  ['a commit is reverted', command('git revert --no-edit HEAD'), true],
  ['git restores another file', command('git restore src/print.ts'), false],
  ['a branch is checked out', command('git checkout main'), false],
  ['only the index is restored', command('git restore --staged src/parse.ts'), false],
])('an edit counts as reverted if %s after the next prompt: %o', (_, action, is) => {
  expect(isReverted(done([FIRST]), done([action]))).toBe(is)
})

test('a file that has its earlier content again counts as reverted, regardless of who changed it back', () => {
  const at = (blob: string) => ({ settled: [{ path: 'src/parse.ts', blob }] })
  const turns = (last: string): readonly Turn[] => [
    done([FIRST], at('old')),
    said,
    done([FIRST], at('new')),
    { ...said, id: 'v' },
    done([], at(last)),
  ]
  expect(markReverts(turns('old')).map((turn) => turn.isReverted ?? false)[2]).toBe(true)
  expect(markReverts(turns('new')).map((turn) => turn.isReverted ?? false)[2]).toBe(false)
})

test('a turn without edits cannot be reverted', () => {
  expect(isReverted(done([command('npm test')]), done([command('git reset --hard')]))).toBe(false)
})

test('a reverted edit raises the confidence of the correction before it', () => {
  const undone = done([command('git restore src/parse.ts')])
  const sure = (later: Turn): number => detectCorrections([done([FIRST]), said, later])[0]?.confidence ?? 0
  expect(sure(undone)).toBeGreaterThan(sure(done([command('npm test')])))
})

test('another edit to the same file raises the confidence as well', () => {
  const sure = (target: string): number =>
    detectCorrections([done([FIRST]), said, done([{ kind: 'edit', target }])])[0]?.confidence ?? 0
  expect(sure('src/parse.ts')).toBeGreaterThan(sure('src/other.ts'))
})
