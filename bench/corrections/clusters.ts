import { clusterCorrections, type HeardCorrection } from '../../src/memory/cluster.ts'
import { correctionWith } from '../../tests/support/corrections.ts'

/** Invented paraphrases, one rule per line. Similar lines are different rules on purpose. */
export const SAME_RULES: readonly (readonly string[])[] = [
  [
    'never commit directly to main',
    "don't commit to the main branch directly",
    'no direct commits to main, please',
  ],
  [
    'always run the tests before committing',
    'run the test suite before you commit',
    'please run tests before every commit',
  ],
  ['use pnpm instead of npm', 'we use pnpm here, not npm', 'pnpm, not npm'],
  [
    "don't add comments that repeat the code",
    'stop adding comments that just repeat the code',
    'no comments repeating what the code says',
  ],
  ['ask me before you push', 'always ask before pushing', "don't push without asking me"],
  [
    'never edit generated files',
    "you shouldn't edit generated files by hand",
    'do not edit the generated files',
  ],
  ['use tabs for indentation', 'indent with tabs', 'always use tabs for indentation here'],
  ['use spaces for indentation', 'indent with two spaces, not tabs'],
  [
    "you're writing to the live folder, not the draft",
    'why are you writing files to the live folder?',
    'you should not be writing files to the live folder',
  ],
  [
    "don't mock the database in tests",
    'never mock the database when testing',
    'stop mocking the database in the tests',
  ],
  ['use table driven tests', 'tests should be table driven', 'write table driven tests wherever it fits'],
  ['never use any in typescript', "don't use any in our typescript code", 'stop using any in typescript'],
  ['always use type hints in python', 'python code needs type hints', 'use type hints in python'],
  ["don't write long summaries after each change", 'stop writing long summaries', 'no long summaries please'],
  [
    'write commit messages in the imperative',
    'commit messages should be in the imperative',
    'use imperative commit messages',
  ],
  [
    'no emojis in commit messages',
    'never put emojis in commit messages',
    "don't use emojis in the commit messages",
  ],
  [
    "don't create new files when you can edit existing ones",
    'edit existing files instead of creating new files',
  ],
  ['never skip failing tests', "don't skip tests that fail", 'failing tests must never be skipped'],
  ['fix the failing tests first', 'failing tests should be fixed first'],
  ['use ripgrep instead of grep', 'use ripgrep, not grep'],
  ['keep functions short', 'functions should be kept short'],
  ['put helpers beside their caller', 'helpers belong beside the caller'],
  ['do not log secrets', 'never log secrets'],
  ['never commit secrets', 'do not commit secrets'],
  ['use the ticket show command', "why didn't you use the ticket show command?"],
  ['deploy from the release branch only', 'only ever deploy from the release branch'],
]

/** A second set, written after the code was finished and never used for tuning. */
export const UNSEEN_RULES: readonly (readonly string[])[] = [
  ['keep pull requests small', 'pull requests should stay small', 'make smaller pull requests'],
  [
    'never rename public functions',
    "don't rename functions that are public",
    'public functions must not be renamed',
  ],
  [
    'prefer early returns over nested ifs',
    'use early returns instead of nesting ifs',
    'return early, no nested ifs',
  ],
  [
    'use the logger instead of console.log',
    'no console.log, use the logger',
    'stop using console.log for logging',
  ],
  [
    'always add a changelog entry',
    'every change needs an entry in the changelog',
    'update the changelog with each change',
  ],
  ['answer in English', 'please always answer in English', 'your answers should be in English'],
  [
    'never touch the vendor folder',
    "don't modify anything in the vendor directory",
    'leave the vendor folder alone',
  ],
  [
    'use conventional commits',
    'commit messages must follow conventional commits',
    'stick to conventional commits for commit messages',
  ],
  [
    'run the formatter before committing',
    'format the code before you commit',
    'always run the formatter before a commit',
  ],
  [
    'do not run the whole test suite',
    'stop running the full test suite every time',
    'only run the tests you need, not the whole suite',
  ],
  [
    'never add a dependency without asking',
    'ask before you add a new dependency',
    "don't add dependencies without asking me first",
  ],
  [
    'put tests beside the source',
    'tests belong beside the source file',
    'test files should sit next to the source',
  ],
  ['use absolute imports', 'imports should be absolute', 'no relative imports'],
  ['never use default exports', 'no default exports', 'use named exports, not default ones'],
  ['do not leave TODO comments', 'never leave TODOs in the code', 'no TODO comments please'],
  ['explain what you plan before you start', 'tell me your plan before starting'],
]

export interface Pairs {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Pairwise precision and recall. */
export function pairwise(lines: readonly (readonly string[])[]): Pairs {
  const corrections = lines.flatMap((wordings, line) =>
    wordings.map((words, at) => correctionWith(words, `${line} ${at}`)),
  )
  return pairsRight(corrections, (message) => message.split(' ', 1)[0] ?? '')
}

/** Pairwise precision and recall, given the true rule of each message. */
export function pairsRight(
  heard: readonly HeardCorrection[],
  ruleOfMessage: (message: string) => string | undefined,
): Pairs {
  const found = clusterCorrections(heard).flatMap((one) =>
    pairsOf(one.heard.map(({ correction }) => correction.message)),
  )
  const isWanted = ([one, other]: readonly [string, string]): boolean =>
    ruleOfMessage(one) === ruleOfMessage(other)
  const wanted = pairsOf(heard.map(({ correction }) => correction.message)).filter(isWanted).length
  const right = found.filter(isWanted).length
  const precision = found.length === 0 ? 1 : right / found.length
  const recall = wanted === 0 ? 1 : right / wanted
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

const pairsOf = (messages: readonly string[]): readonly (readonly [string, string])[] => {
  const sorted = [...messages].sort()
  return sorted.flatMap((one, at) => sorted.slice(at + 1).map((other) => [one, other] as const))
}
