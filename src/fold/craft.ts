import { IDENTITY, LIFECYCLE, TALK, UPKEEP, WORK } from './families.ts'
import { type Fold, fold, unchangedBy } from './fold.ts'
import { languageOfFile } from './language.ts'
import { last, lastDistinct } from './lists.ts'

export interface TouchedFile {
  readonly path: string
  readonly change: 'created' | 'edited' | 'deleted' | 'renamed'
  readonly times: number
  readonly at: number
}
export interface TestRun {
  readonly name: string
  readonly outcome: 'passed' | 'failed'
  readonly at: number
}
export interface Failure {
  readonly what: string
  readonly at: number
}

/** What was done with tools: files, functions, tests, failures. Nothing is cut here but what is recent by nature. */
export interface Craft {
  readonly tools: Readonly<Record<string, number>>
  readonly recentTools: readonly string[]
  readonly files: readonly TouchedFile[]
  readonly recentFiles: readonly string[]
  readonly symbols: readonly string[]
  readonly tests: readonly TestRun[]
  /** Commands that failed and have not succeeded since. */
  readonly failures: readonly Failure[]
  /** How often files of each language were changed. */
  readonly languages: Readonly<Record<string, number>>
}

const nothingDone: Craft = {
  tools: {},
  recentTools: [],
  files: [],
  recentFiles: [],
  symbols: [],
  tests: [],
  failures: [],
  languages: {},
}

const RECENT = 10
const FAILURES = 20

const counted = (counts: Readonly<Record<string, number>>, key: string): Record<string, number> => ({
  ...counts,
  [key]: (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + 1,
})

function touched(files: readonly TouchedFile[], file: Omit<TouchedFile, 'times'>): TouchedFile[] {
  const before = files.find(({ path }) => path === file.path)
  if (!before) return [...files, { ...file, times: 1 }]
  const change = before.change === 'created' && file.change === 'edited' ? 'created' : file.change
  const now = { ...file, change, times: before.times + 1 }
  return files.map((known) => (known.path === file.path ? now : known))
}

function judged(failures: readonly Failure[], failure: Failure, failed: boolean): readonly Failure[] {
  const others = failures.filter(({ what }) => what !== failure.what)
  return failed ? last([...others, failure], FAILURES) : others.length === failures.length ? failures : others
}

export const craft: Fold<Craft> = fold<Craft>(nothingDone, {
  ...unchangedBy(...LIFECYCLE, ...IDENTITY, ...TALK, ...WORK, ...UPKEEP, 'tool.called'),
  'tool.returned': (s, e) => ({
    ...s,
    tools: counted(s.tools, e.tool),
    recentTools: lastDistinct(s.recentTools, [e.tool], RECENT),
    recentFiles: e.file ? lastDistinct(s.recentFiles, [e.file], RECENT) : s.recentFiles,
    // What was interrupted has neither failed nor succeeded.
    failures:
      e.outcome === 'interrupted'
        ? s.failures
        : judged(s.failures, { what: e.command ?? e.tool, at: e.at }, e.outcome === 'failed'),
  }),
  'file.read': (s, e) => ({ ...s, recentFiles: lastDistinct(s.recentFiles, [e.path], RECENT) }),
  'file.changed': (s, e) => {
    const language = languageOfFile(e.path)
    return {
      ...s,
      files: touched(s.files, { path: e.path, change: e.change, at: e.at }),
      recentFiles: lastDistinct(s.recentFiles, [e.path], RECENT),
      languages: language ? counted(s.languages, language) : s.languages,
    }
  },
  'symbol.touched': (s, e) => (s.symbols.includes(e.name) ? s : { ...s, symbols: [...s.symbols, e.name] }),
  'test.ran': (s, e) => ({
    ...s,
    tests: [...s.tests.filter(({ name }) => name !== e.name), { name: e.name, outcome: e.outcome, at: e.at }],
  }),
})
