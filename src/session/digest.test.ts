import { expect, test } from 'vitest'
import { type Passage, withPassage } from './digest.ts'

const said = (text: string, before: readonly Passage[] = []): readonly string[] =>
  withPassage({ passages: before }, { id: 'evt_1', at: 1, text }, 'answered').passages?.at(-1)?.texts ?? []

test('a message is split into sentences, without Markdown, code and lead-ins', () => {
  const text =
    'The upload **retries** now. It was a missing `await`.\n\n```ts\nconst a = 1\n```\n\nWhat is left of the work:\n- document it in docs/upload.md\n'
  expect(said(text)).toEqual([
    'The upload retries now.',
    'It was a missing await.',
    'document it in docs/upload.md',
  ])
})

test('an informative heading is quoted, a label is not', () => {
  const text =
    '## Silent error in the index hides damage\n\nNobody logs what it throws.\n\n## Summary\n\nAll tests pass on both machines.'
  expect(said(text)).toEqual([
    'Silent error in the index hides damage',
    'Nobody logs what it throws.',
    'All tests pass on both machines.',
  ])
})

test('a reference is spelled out with the words of its address', () => {
  expect(said('Filed as [ENG-26](https://tracker.example/issue/ENG-26/parse-the-file-once).')).toEqual([
    'Filed as ENG-26 (parse the file once).',
  ])
})

test('a lead-in at the end of a message is quoted', () => {
  expect(said('Now let me move the worktree:')).toEqual(['Now let me move the worktree:'])
})

test('the last messages up to the limit are stored, and always the last one', () => {
  const long = (n: number): string => `Sentence number ${n} about something. `.repeat(60)
  let gist: { readonly passages?: readonly Passage[] } = {}
  for (let n = 0; n < 50; n += 1)
    gist = withPassage(gist, { id: `evt_${n}`, at: n, text: long(n) }, 'answered')
  const texts = (gist.passages ?? []).flatMap((passage) => passage.texts)
  expect(texts.join('').length).toBeLessThan(12_000)
  expect(gist.passages?.at(-1)?.event).toBe('evt_49')
})
