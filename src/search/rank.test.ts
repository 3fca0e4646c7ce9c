import { describe, expect, test } from 'vitest'
import { relativeTo } from '../text/paths.ts'
import { memoryShelf } from './memory-shelf.ts'
import { type Postings, postingsOf } from './postings.ts'
import { rank } from './rank.ts'

const relative = relativeTo(['/w'])
const MOST = { files: 6, sessions: 2 }

interface Made {
  readonly prompt?: string
  readonly edited?: readonly string[]
  readonly read?: readonly string[]
  readonly named?: readonly string[]
}

function made(session: string, at: number, { prompt, edited = [], read = [], named = [] }: Made): Postings {
  const files = new Map(
    [...edited, ...read].map((path) => [
      path,
      { edits: edited.includes(path) ? 1 : 0, reads: read.includes(path) ? 1 : 0 },
    ]),
  )
  return postingsOf({
    session,
    startedAt: at,
    lastAt: at,
    prompts: prompt ? [prompt] : [],
    answers: [],
    files,
    named: new Set(named),
  })
}

const shelf = memoryShelf([
  made('redaction', 1, {
    prompt: 'secrets in assignments',
    edited: ['src/redact/rule.ts'],
    read: ['src/redact/span.ts'],
  }),
  made('spool', 2, {
    prompt: 'the spool loses deliveries',
    edited: ['src/spool/maildir.ts'],
    named: ['docs/spool.md'],
  }),
  made('latest', 3, {
    prompt: 'faster start',
    edited: ['src/cli/main.ts'],
    read: ['src/cli/main.ts', 'src/cli/text.ts'],
  }),
])
const proposed = (prompt?: string, branch?: string): string[] =>
  rank(shelf, { prompt, branch, relative }, MOST).files.map(({ path }) => path)

describe('files', () => {
  test('at the start what was edited last comes first', () => {
    expect(proposed()[0]).toBe('src/cli/main.ts')
  })

  test('a prompt that says nothing changes nothing', () => {
    expect(proposed('continue')).toEqual(proposed())
  })

  test('a prompt leads to the session that was about it, and to its files', () => {
    expect(proposed('assignments with secrets are not found')[0]).toBe('src/redact/rule.ts')
  })

  test('a name in the prompt leads to the file', () => {
    expect(proposed('look at the span')[0]).toBe('src/redact/span.ts')
  })

  test.each(['src/redact/span.ts', '/w/src/redact/span.ts', 'redact/span.ts', 'app/src/redact/span.ts'])(
    'a path in the prompt is understood: %s',
    (path) => {
      expect(proposed(`what is in ${path}?`)[0]).toBe('src/redact/span.ts')
    },
  )

  test('a path that no session has met is believed', () => {
    expect(proposed('write src/redact/window.ts')).toContain('src/redact/window.ts')
  })

  test.each([510, 511, 512, 1023])('the same beside %i others', (number) => {
    const edited = Array.from({ length: number }, (_, n) => `src/file-${n}.ts`)
    const many = memoryShelf([made('many', 1, { prompt: 'parser', edited })])
    const { files } = rank(many, { prompt: 'the parser in src/new.ts', relative }, MOST)
    expect(files.map(({ path }) => path)).toContain('src/new.ts')
    expect(files).toHaveLength(MOST.files)
  })

  test('what was only named is proposed when the prompt asks for it', () => {
    expect(proposed()).not.toContain('docs/spool.md')
    expect(proposed('update the docs of the spool')).toContain('docs/spool.md')
  })

  test('the name of the branch is a hint, that of a trunk is none', () => {
    expect(proposed(undefined, 'fix/maildir')[0]).toBe('src/spool/maildir.ts')
    expect(proposed(undefined, 'main')).toEqual(proposed())
  })

  test('every file says why, the strongest reason first', () => {
    const why = { ...MOST, explain: true }
    const [first] = rank(shelf, { prompt: 'src/redact/span.ts', relative }, why).files
    expect(first?.reasons[0]?.signal).toBe('named')
    expect(first?.reasons.reduce((sum, { adds }) => sum + adds, 0)).toBeCloseTo(first?.score ?? 0)
  })
})

describe('sessions', () => {
  const chosen = (prompt?: string) => rank(shelf, { prompt, relative }, { ...MOST, explain: true }).sessions

  test('the one that answers comes first, with what it brings', () => {
    expect(chosen('secrets in assignments')[0]).toMatchObject({
      session: 'redaction',
      files: ['src/redact/rule.ts', 'src/redact/span.ts'],
    })
  })

  test('one that brings nothing new is passed over for one that does', () => {
    const twice = memoryShelf([
      made('a', 1, { prompt: 'drain the spool', edited: ['src/app/ingest/drain-spool.ts'] }),
      made('b', 2, { prompt: 'drain the spool', edited: ['src/app/ingest/drain-spool.ts'] }),
      made('c', 3, { prompt: 'words', edited: ['docs/words.md'] }),
    ])
    const { sessions } = rank(twice, { prompt: 'drain the spool', relative }, MOST)
    expect(sessions.map(({ session }) => session)).toContain('c')
  })
})

test('without sessions there is nothing to propose but what the prompt names', () => {
  expect(rank(memoryShelf([]), { relative }, MOST)).toEqual({ files: [], sessions: [] })
  expect(rank(memoryShelf([]), { prompt: 'write src/a.ts', relative }, MOST).files).toMatchObject([
    { path: 'src/a.ts' },
  ])
})
