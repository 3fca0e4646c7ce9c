import type { KnownEventOf } from '../event/catalogue.ts'
import { CARRY, IDENTITY, LIFECYCLE, TALK, UPKEEP, WORK } from './families.ts'
import { type Fold, fold, unchangedBy } from './fold.ts'
import { languageOfFile } from './language.ts'
import { last, lastDistinct } from './lists.ts'
import { short } from './story.ts'

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
  /** The last files that were read, each once. */
  readonly filesRead: readonly string[]
  readonly symbols: readonly string[]
  readonly tests: readonly TestRun[]
  /** Commands that failed and have not succeeded since. */
  readonly failures: readonly Failure[]
  /** The last commands that succeeded, each once. */
  readonly succeeded: readonly string[]
  /** What a second model calls the talk with it: the next question names it. */
  readonly continuation?: string
  /** How often files of each language were changed. */
  readonly languages: Readonly<Record<string, number>>
}

const nothingDone: Craft = {
  tools: {},
  recentTools: [],
  files: [],
  recentFiles: [],
  filesRead: [],
  symbols: [],
  tests: [],
  failures: [],
  succeeded: [],
  languages: {},
}

const RECENT = 10
const FAILURES = 20
const READ = 50
const SUCCEEDED = 20
const MOST_COMMAND = 200

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

const succeeded = (commands: readonly string[], command: string): readonly string[] =>
  lastDistinct(commands, [short(command, MOST_COMMAND)], SUCCEEDED)

/** The PAL server (once Zen) gives every talk an id, without which it begins anew. */
function continued({
  tool,
  output = '',
}: KnownEventOf<'tool.returned'>): Pick<Craft, 'continuation'> | object {
  if (!/(?:^|_)(?:pal|zen)(?:_|$)/i.test(tool)) return {}
  const continuation = /"continuation_id"\s{0,4}:\s{0,4}"([\w-]{1,100})"/.exec(output)?.[1]
  return continuation ? { continuation } : {}
}

export const craft: Fold<Craft> = fold<Craft>(nothingDone, {
  ...unchangedBy(...LIFECYCLE, ...IDENTITY, ...TALK, ...WORK, ...CARRY, ...UPKEEP, 'tool.called'),
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
    ...(e.command && e.outcome === 'ok' && { succeeded: succeeded(s.succeeded, e.command) }),
    ...continued(e),
  }),
  'file.read': (s, e) => ({
    ...s,
    recentFiles: lastDistinct(s.recentFiles, [e.path], RECENT),
    filesRead: lastDistinct(s.filesRead, [e.path], READ),
  }),
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
