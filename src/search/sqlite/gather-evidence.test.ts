import { describe, expect, test } from 'vitest'
import { indexEntry } from '../../../tests/support/indexes.ts'
import { relativeTo } from '../../text/paths.ts'
import { rank } from '../rank-files.ts'
import { MemoryIndex } from './sqlite-index.ts'

const LIMITS = { files: 6, sessions: 2 }
const relative = relativeTo(['/w'])

function indexOf(...entries: readonly ReturnType<typeof indexEntry>[]): MemoryIndex {
  const index = new MemoryIndex()
  for (const entry of entries) index.put(entry)
  return index
}

const index = indexOf(
  indexEntry('redaction', {
    at: 1,
    prompt: 'secrets in assignments',
    edited: ['src/redact/rule.ts'],
    read: ['src/redact/span.ts'],
  }),
  indexEntry('spool', {
    at: 2,
    prompt: 'the spool loses deliveries',
    edited: ['src/spool/maildir.ts'],
    mentioned: ['docs/spool.md'],
  }),
  indexEntry('latest', {
    at: 3,
    prompt: 'faster start',
    edited: ['src/cli/main.ts'],
    read: ['src/cli/main.ts', 'src/cli/text.ts'],
  }),
)

interface PromptQuery {
  readonly prompt?: string
  readonly branch?: string
  readonly until?: number
  readonly projects?: readonly string[]
}
const ranked = (query: PromptQuery = {}, from = index) =>
  rank(from.evidence({ projects: ['one'], relative, ...query }), LIMITS)
const paths = (query: PromptQuery = {}, from = index) => ranked(query, from).files.map(({ path }) => path)

describe('candidate files', () => {
  test('without a prompt, the file that was edited last comes first', () => {
    expect(paths()[0]).toBe('src/cli/main.ts')
  })

  test('a prompt with only stop words changes nothing', () => {
    expect(paths({ prompt: 'please go on' })).toEqual(paths())
  })

  test('a prompt finds the files of sessions about the same subject', () => {
    expect(paths({ prompt: 'assignments with secrets are not found' })[0]).toBe('src/redact/rule.ts')
  })

  test('a word in the prompt finds the file with that name', () => {
    expect(paths({ prompt: 'check the span' })[0]).toBe('src/redact/span.ts')
  })

  test.each(['src/redact/span.ts', '/w/src/redact/span.ts', 'redact/span.ts', 'app/src/redact/span.ts'])(
    'the path %s in the prompt finds the file',
    (path) => {
      const [first] = ranked({ prompt: `what is in ${path}?` }).files
      expect(first).toMatchObject({ path: 'src/redact/span.ts' })
      expect(first?.reasons[0]).toBe('named')
    },
  )

  test('a path that only the prompt mentions is proposed', () => {
    expect(paths({ prompt: 'write src/redact/window.ts' })).toContain('src/redact/window.ts')
  })

  test('a file that was merely mentioned is proposed only if the prompt matches it', () => {
    expect(paths()).not.toContain('docs/spool.md')
    expect(paths({ prompt: 'update the docs of the spool' })).toContain('docs/spool.md')
  })

  test('words in the branch name are used, unless it is a main branch', () => {
    expect(paths({ branch: 'fix/maildir' })[0]).toBe('src/spool/maildir.ts')
    expect(paths({ branch: 'main' })).toEqual(paths())
  })

  test('sessions that were active after the given time are ignored', () => {
    expect(paths({ until: 2 })).not.toContain('src/cli/main.ts')
    expect(paths({ prompt: 'the main text', until: 2 })).not.toContain('src/cli/main.ts')
  })

  test('other projects are ignored', () => {
    const two = indexOf(
      indexEntry('a', { edited: ['a.ts'], prompt: 'parser' }),
      indexEntry('b', { project: 'two', edited: ['b/parser.ts'], prompt: 'parser' }),
    )
    expect(paths({ prompt: 'parser', projects: ['one'] }, two)).toEqual(['a.ts'])
    expect(paths({ prompt: 'parser', projects: ['two'] }, two)).toEqual(['b/parser.ts'])
    expect(paths({ prompt: 'parser', projects: ['one', 'two'] }, two)).toEqual(['b/parser.ts', 'a.ts'])
    expect(ranked({ prompt: 'write src/a.ts', projects: ['three'] }, two)).toEqual({
      files: [],
      sessions: [],
    })
  })
})

test.each(['"', '" OR "', 'NOT AND NEAR(a b)', 'prompts : x*', 'a-b + ^c', "it's", 'naïve Größe 日本'])(
  'a prompt is never parsed as a query: %s',
  (prompt) => {
    expect(paths({ prompt: `${prompt} maildir` })[0]).toBe('src/spool/maildir.ts')
    expect(paths({ branch: `${prompt}/maildir` })[0]).toBe('src/spool/maildir.ts')
  },
)

test('a session that matches the prompt comes first', () => {
  expect(ranked({ prompt: 'secrets in assignments' }).sessions[0]?.session).toBe('redaction')
})

test('a replaced index entry is found only by its new words', () => {
  const replaced = indexOf(
    ...['filler', 'other', 'third'].map((session) => indexEntry(session, { edited: [`${session}.ts`] })),
    indexEntry('s', { at: 0, prompt: 'walrus', edited: ['a.ts'] }),
    indexEntry('s', { at: 0, prompt: 'penguin', edited: ['a.ts'] }),
  )
  const reasons = (prompt: string) =>
    ranked({ prompt }, replaced).files.find(({ path }) => path === 'a.ts')?.reasons
  expect(reasons('penguin')).toContain('session')
  expect(reasons('walrus')).not.toContain('session')
})
