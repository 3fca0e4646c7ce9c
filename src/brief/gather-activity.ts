import type { SessionId } from '../event/identity.ts'
import { once } from '../once.ts'
import type { TouchedFile } from '../session/files-and-commands.ts'
import { commandKeys } from '../shell/command-key.ts'
import { relativeTo } from '../text/paths.ts'
import { isRedacted } from '../text/tags.ts'
import { type Claim, makeClaim } from './claim.ts'
import { lastSession, type RankedSession } from './rank-sessions.ts'

export interface RankedPath {
  /** The path relative to the repository. */
  readonly path: string
  /** The score relative to the best file, which has 1. */
  readonly score: number
  readonly because: readonly string[]
}

/** The changes to a file by the most relevant session that touched it. */
export interface FileTouch {
  readonly session: SessionId
  readonly because: readonly string[]
  /** The recorded path. */
  readonly path: string
  readonly at: number
  /** What the session did, for example `created, 3 edits`. */
  readonly done: string
  readonly isDeleted: boolean
  readonly score: number
}

/** The touched files by their path in the repository. Within a session, the file that was touched last comes first. */
export function touchedFiles(
  sessions: readonly RankedSession[],
  checkout: string,
  worktrees: readonly string[] = [],
): ReadonlyMap<string, FileTouch> {
  const last = lastSession(sessions)
  const touched = new Map<string, FileTouch>()
  for (const { session, because, weight, view } of lastFirst(sessions, last))
    for (const [index, file] of [...view.craft.files].sort((a, b) => b.at - a.at).entries()) {
      const { path, at } = file
      const own = repositoryPath([view.identity.checkout, checkout, ...worktrees], path)
      const score = 0.6 * weight * 0.95 ** index
      const isDeleted = file.change === 'deleted'
      if (!touched.has(own))
        touched.set(own, { session, because, path, at, done: doneTo(file), isDeleted, score })
    }
  return touched
}

/** The last session decides the state of a file, even if another session is more relevant. */
const lastFirst = (
  sessions: readonly RankedSession[],
  last: RankedSession | undefined,
): readonly RankedSession[] => (last ? [last, ...sessions.filter((one) => one !== last)] : sessions)

function doneTo({ change, times }: TouchedFile): string {
  const edits = change === 'created' || change === 'renamed' ? times - 1 : times
  const kind = change === 'edited' ? [] : [change]
  return [...kind, ...(edits > 0 ? [edits === 1 ? 'edited' : `${edits} edits`] : [])].join(', ')
}

/** The file order if the index has no ranking. */
export const byLastTouch = (touched: ReadonlyMap<string, FileTouch>): readonly RankedPath[] =>
  [...touched].map(([path, { score }]) => ({ path, score, because: [] }))

interface FilesAsk {
  readonly touched: ReadonlyMap<string, FileTouch>
  /** The session to name for files that are not in `touched`. */
  readonly by: Pick<RankedSession, 'session' | 'because'>
  /** The session whose files come first. */
  readonly last?: SessionId | undefined
  readonly checkout: string
  readonly now: number
}

export function fileClaims(
  files: readonly RankedPath[],
  { touched, by, last, checkout, now }: FilesAsk,
): readonly Claim[] {
  const folder = checkout.endsWith('/') ? checkout.slice(0, -1) : checkout
  const inside = files.filter(({ path }) => {
    const known = touched.get(path)
    return isProjectFile(path) && known?.isDeleted !== true && (known !== undefined || isLikelyFile(path))
  })
  const claims = inside.map(({ path, score, because }) => {
    const known = touched.get(path)
    const from = known ?? by
    const isNamed = because.some((reason) => reason.startsWith(NAMED))
    const isLast = known !== undefined && known.session === last
    const why = isNamed ? NAMED : known?.done
    return makeClaim(from, {
      section: 'files',
      text: `${path}${why ? ` (${why})` : ''}`,
      at: known?.at ?? now,
      score: isNamed ? 0.9 + score / 10 : 0.9 * ((score + Number(isLast)) / 2),
      because: [...because, ...from.because],
      ...(last !== undefined && !isLast && !isNamed && { isEarlier: true }),
      about: { files: [known?.path ?? `${folder}/${path}`] },
    })
  })
  const own = claims.filter(({ isEarlier }) => !isEarlier).length
  const most = own > MOST_EARLIER ? MOST_EARLIER / 2 : MOST_EARLIER
  const earlier = claims.filter(({ isEarlier }) => isEarlier).slice(0, most)
  return claims.filter((claim) => !claim.isEarlier || earlier.includes(claim))
}

/**
 * The maximum number of files from earlier sessions; halved if the last session changed many files. Chosen by
 * judgment.
 */
const MOST_EARLIER = 4

/** Files that the prompt names come first. Must match the reasons in app/search/relevant.ts. */
const NAMED = 'the prompt names it'

/** A file inside the checkout that people and agents work on. */
export const isProjectFile = (path: string): boolean =>
  path !== '' &&
  !path.includes('://') &&
  !path.includes('...') &&
  !/^(?:[/~]|\.\.\/|[A-Za-z]:)/.test(path) &&
  !path.endsWith('/') &&
  !BOOKKEEPING.test(path)

/** Names such as `settings.progress` in messages are often properties. */
const isLikelyFile = (path: string): boolean => path.includes('/') || /\.[A-Za-z0-9]{1,5}$/.test(path)

/** Lock files, and folders in which tools keep their own files. */
const BOOKKEEPING =
  /(?:^|\/)(?:node_modules|\.git|\.leftoff|\.claude|\.codex|\.gemini|\.opencode|\.cursor|\.specstory|\.serena|\.beads|\.entire|\.aider[^/]*|__pycache__|\.venv)\/|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|mix\.lock|flake\.lock|\.DS_Store)$/

/** The path relative to the repository, so that paths match between clones. */
export const repositoryPath = (checkouts: readonly string[], path: string): string =>
  relativeTo(checkouts.filter((one) => one !== ''))(path) ?? path

const MOST_COMMANDS = 4
const LONG_COMMAND = 80

/** The last successful command of each kind, unless the same kind has failed since. */
export function commandClaims(sessions: readonly RankedSession[], checkout: string): readonly Claim[] {
  const failedAt = once(() => lastFailures(sessions))
  const last = lastSession(sessions)
  const hasOwn = last?.view.craft.successes.some(({ command }) => runKinds(command).length > 0)
  const runs = (last && hasOwn ? [last] : sessions)
    .flatMap((from) => from.view.craft.successes.map(({ command, at }) => ({ from, command, at })))
    .sort((a, b) => b.at - a.at)
  const shown = new Set<string>()
  const claims: Claim[] = []
  for (const { from, command, at } of separated(runs)) {
    const own = inCheckout(command, [from.view.identity.checkout, checkout])
    const keys = own === undefined ? [] : runKinds(own)
    if (own === undefined || keys.every((key) => shown.has(key))) continue
    if (commandKeys(command).proven.some((one) => (failedAt().get(one) ?? 0) >= at)) continue
    for (const key of keys) shown.add(key)
    const score = 0.6 - 0.02 * claims.length
    claims.push(makeClaim(from, { section: 'commands', text: `\`${bare(own)}\``, at, score }))
    if (claims.length === MOST_COMMANDS) break
  }
  return claims
}

interface Run {
  readonly from: RankedSession
  readonly command: string
  readonly at: number
}

/** Splits one chain at a time, because the first few commands are usually enough. */
function* separated(runs: readonly Run[]): Iterable<Run> {
  for (const run of runs) for (const command of chained(run.command)) yield { ...run, command }
}

/** The commands of a chain such as `npm run lint && npm test`, if each of them is useful on its own. */
function chained(command: string): readonly string[] {
  const parts = /["'`$;|\n]/.test(bare(command)) ? [command] : bare(command).split(' && ')
  return parts.every((part) => runKinds(part).length > 0) ? parts : [command]
}

/** Scratch scripts and tools in other folders do not run the project itself. Redacted commands do not run at all. */
const runKinds = (command: string): readonly string[] =>
  /(?:^|\s)\/(?:tmp|usr|private|var)\//.test(command) || isRedacted(command) ? [] : kindsOf(command)

/** When each kind of command last failed, if it has not succeeded in the same session since. */
function lastFailures(sessions: readonly RankedSession[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const { view } of sessions)
    for (const { what, at } of view.craft.failures)
      for (const key of commandKeys(what).blamed) times.set(key, Math.max(at, times.get(key) ?? 0))
  return times
}

/** The command without a leading `cd` into the checkout. Undefined if it runs in another folder. */
function inCheckout(command: string, checkouts: readonly string[]): string | undefined {
  const [, folder, rest] = /^cd "?((?:\/|~|[A-Za-z]:)[^\s"]{0,300})"? && (.+)$/s.exec(command) ?? []
  if (folder === undefined || rest === undefined) return command
  const below = relativeTo(checkouts.filter((one) => one !== '' && one !== '/'))
  if (checkouts.includes(folder.replace(/\/$/, ''))) return rest
  const inside = below(folder)
  return inside === undefined || inside.startsWith('/') ? undefined : `cd ${inside} && ${rest}`
}

/** The keys of a command line that tests, builds or checks. */
function kindsOf(command: string): readonly string[] {
  if (bare(command).length > LONG_COMMAND || command.includes('\n') || ASKS.test(command)) return []
  return commandKeys(command).proven.filter((key) => isCheck(key))
}

const ASKS = / (?:--help|--version|-h)\b/

/** Whether a command tests, builds, lints, formats or runs the project. */
export const isCheckCommand = (command: string): boolean => commandKeys(command).blamed.some(isCheck)

/**
 * Whether a command key tests, builds, lints, formats or runs a project. Compares words, because long regular
 * expressions are slow to compile.
 */
function isCheck(key: string): boolean {
  const [program = '', argument = ''] = key.split(' ', 2)
  const [verb = ''] = argument.split(/\W/, 1)
  if (program === 'go') return GO_CHECKS.has(verb)
  if (ALONE.has(key)) return true
  if (INTERPRETERS.has(program)) return SCRIPTS.test(argument)
  const only = ONLY[program]
  if (only) return only.has(verb)
  if (PACKAGE_MANAGERS.has(program)) return argument !== '' && !MANAGES.has(verb)
  return argument !== '' && RUNNERS.has(program)
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const GO_CHECKS = setOf('test build vet run generate fmt')
/** Programs that only check, regardless of their arguments. */
const ALONE = setOf(
  `make pytest tox nox jest vitest mocha playwright cypress rspec phpunit eslint biome prettier tsc tsx vite next webpack
  ruff black mypy pyright flake8 golangci-lint gofmt staticcheck clippy rubocop shellcheck vale markdownlint-cli2`,
)
const INTERPRETERS = setOf('node python ruby php bash sh')
const SCRIPTS = /test|build|lint|check|generate|migrate|manage|script/
/** Programs that run commands defined in a project. */
const RUNNERS = setOf(
  `mise just task make rake nx turbo rails gradle gradlew mvn mvnw dotnet swift zig bazel cmake ctest alembic prisma`,
)
/** Package managers, which also run commands defined in a project. */
const PACKAGE_MANAGERS = setOf('npm pnpm yarn bun deno uv poetry bundle composer cargo mix flutter')
/** Subcommands that only manage packages say nothing about how to run the project. */
const MANAGES = setOf(
  `i install ci add remove rm uninstall update up upgrade view info ls list why outdated publish link pack config root login
  whoami init get mod env version search dedupe prune audit fund store cache sync lock tree metadata`,
)
const ONLY: Readonly<Record<string, ReadonlySet<string>>> = {
  docker: setOf('compose build run'),
  helm: setOf('lint template'),
  terraform: setOf('plan validate fmt'),
}

/** Removes trailing redirections and output filters. */
export const bare = (command: string): string =>
  (MAY_HAVE_CUTS.test(command) ? command.replace(CUTS, '') : command).trim() || command
/** The fast path: most commands have no redirection or filter, and the next pattern is slow to build. */
const MAY_HAVE_CUTS = /[|>]| echo /
const CUTS =
  /(?: (?:2>&1|2>\/dev\/null)| ?(?:&&|;) echo [^|&;]{0,80}| \| ?(?:head|tail|e?grep|rg|wc|sort|cat|less|tee)\b(?:"[^"]{0,200}"|'[^']{0,200}'|[^|&;"']){0,80})+$/
