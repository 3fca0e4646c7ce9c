import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventFromDraft } from './event-draft.ts'
import { absolutePath, changesIn, fileChangeDrafts } from './file-changes.ts'

const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

test('a patch that changes a file twice produces one event', () => {
  const text = patch(
    '*** Add File: a.ts',
    '+one',
    '*** Update File: ./a.ts',
    '@@ function',
    ' one',
    '-two',
    '+2',
    '+3',
    '*** End of File',
  )
  const facts = fileChangeDrafts({ source: ['call'] }, changesIn(text, '/w')).map((draft) =>
    eventFromDraft({ agent: 'codex', session: 's', receivedAt: 1 }, draft),
  )
  expect(facts.map(({ data }) => data)).toEqual([
    { path: '/w/a.ts', change: 'created', lines: 3, before: 'two', after: 'one\n2\n3' },
  ])
})

test('changesIn never throws and never reports the same file twice', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom(
            '*** Add File: a',
            '*** Update File: ',
            '*** Delete File:  ',
            '*** Move to: a',
            '+x',
            '-y',
          ),
        ),
      ),
      (lines) => {
        const draft = fileChangeDrafts({ source: ['call'] }, changesIn(lines.join('\n'), '/w'))
        const ids = draft.map(
          (one) => eventFromDraft({ agent: 'codex', session: 's', receivedAt: 1 }, one).id,
        )
        expect(new Set(ids).size).toBe(ids.length)
      },
    ),
  )
})

test.each([
  ['/home/dev/app', 'src/a.ts', '/home/dev/app/src/a.ts'],
  ['/home/dev/app/', './src//a.ts', '/home/dev/app/src/a.ts'],
  ['/home/dev/app', '../b/a.ts', '/home/dev/b/a.ts'],
  ['/a', '../../../b', '/b'],
  ['/home/dev/app', '/etc/hosts', '/etc/hosts'],
  ['/home/dev/app', '~/a.ts', '~/a.ts'],
  ['C:\\app', 'src/a.ts', 'C:\\app\\src\\a.ts'],
  ['C:\\app', 'D:\\a.ts', 'D:\\a.ts'],
  [undefined, 'a.ts', 'a.ts'],
])('absolutePath(%j, %j) is %j', (directory, path, expected) => {
  expect(absolutePath(directory, path)).toBe(expected)
})
