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
  ['the old text is put back', true, edit('return tokens(line).map(parse)', 'return split(line)')],
  ['a different text replaces it', false, edit('return tokens(line).map(parse)', 'return tokens(line)')],
  ['git restores the file', true, command('git restore src/parse.ts')],
  ['git checks the file out', true, command('git checkout -- src/parse.ts && npm test')],
  ['git checks the file out of another commit', true, command('git checkout HEAD~1 -- src/parse.ts')],
  ['git discards all changes', true, command('git reset --hard')],
  ['a commit is reverted', true, command('git revert --no-edit HEAD')],
  ['git restores another file', false, command('git restore src/print.ts')],
  ['a branch is checked out', false, command('git checkout main')],
  ['only the index is restored', false, command('git restore --staged src/parse.ts')],
])('whether an edit counts as reverted if %s after the next prompt: %s', (_, is, action) => {
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

test('another edit to the same file also raises the confidence', () => {
  const sure = (target: string): number =>
    detectCorrections([done([FIRST]), said, done([{ kind: 'edit', target }])])[0]?.confidence ?? 0
  expect(sure('src/parse.ts')).toBeGreaterThan(sure('src/other.ts'))
})
