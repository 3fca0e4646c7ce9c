import type { SessionId } from '../event/identity.ts'
import type { TouchedFile } from '../session/files-and-commands.ts'
import { commandKeys } from '../shell/command-key.ts'
import { relativeTo } from '../text/paths.ts'
import { agePlaceholder, type Claim, makeClaim } from './claim.ts'
import type { RankedSession } from './rank-sessions.ts'

export interface RankedPath {
  /** Relative to the repository. */
  readonly path: string
  /** Relative to the best file, which has 1. */
  readonly score: number
  readonly because: readonly string[]
}

/** What the most relevant session that touched a file did to it. */
export interface FileTouch {
  readonly session: SessionId
  readonly because: readonly string[]
  /** As recorded. */
  readonly path: string
  readonly at: number
  /** Such as ` (created, 3 edits)`. Empty for a single edit. */
  readonly done: string
  readonly score: number
}

/** By path in the repository; within a session, the last touched file first. */
export function touchedFiles(sessions: readonly RankedSession[]): ReadonlyMap<string, FileTouch> {
  const touched = new Map<string, FileTouch>()
  for (const { session, because, weight, view } of sessions)
    for (const [index, file] of [...view.craft.files].sort((a, b) => b.at - a.at).entries()) {
      const { path, at } = file
      const own = repositoryPath(view.identity.checkout, path)
      const score = 0.6 * weight * 0.95 ** index
      if (!touched.has(own)) touched.set(own, { session, because, path, at, done: doneTo(file), score })
    }
  return touched
}

const doneTo = ({ change, times }: TouchedFile): string => {
  if (change === 'deleted') return ' (deleted)'
  const kind = change === 'edited' ? [] : [change]
  const said = [...kind, ...(times > 1 ? [`${times} edits`] : [])].join(', ')
  return said && ` (${said})`
}

/** Used if the index has no ranking. */
export const byLastTouch = (touched: ReadonlyMap<string, FileTouch>): readonly RankedPath[] =>
  [...touched].map(([path, { score }]) => ({ path, score, because: [] }))

interface FilesAsk {
  readonly touched: ReadonlyMap<string, FileTouch>
  /** The source of files that none of these sessions touched. */
  readonly by: Pick<RankedSession, 'session' | 'because'>
  readonly checkout: string
  readonly now: number
}

export function fileClaims(
  files: readonly RankedPath[],
  { touched, by, checkout, now }: FilesAsk,
): readonly Claim[] {
  const folder = checkout.endsWith('/') ? checkout.slice(0, -1) : checkout
  return files.map(({ path, score, because }) => {
    const known = touched.get(path)
    const from = known ?? by
    return makeClaim(from, {
      section: 'files',
      text: `${path}${known?.done ?? ''}`,
      at: known?.at ?? now,
      score,
      because: [...because, ...from.because],
      about: { files: [known?.path ?? `${folder}/${path}`] },
    })
  })
}

/** Relative to the repository, so that paths agree between clones. */
export const repositoryPath = (checkout: string, path: string): string =>
  checkout === '' ? path : (relativeTo([checkout])(path) ?? path)

/** Symbols and tests of the main session. */
export function activityClaims(main: RankedSession): readonly Claim[] {
  const { craft } = main.view
  const claims: Claim[] = []
  const at = main.view.life.lastActivityAt
  if (craft.symbols.length > 0)
    claims.push(
      makeClaim(main, {
        section: 'symbols',
        text: byOwner(craft.symbols.slice(-MOST_SYMBOLS)),
        at,
        score: 0.6,
      }),
    )
  for (const { name, outcome, at: ran } of craft.tests.slice(-3))
    claims.push(
      makeClaim(main, {
        section: 'tests',
        text: `${name}: ${outcome} ${agePlaceholder(ran)}`,
        at: ran,
        score: outcome === 'failed' ? 0.9 : 0.5,
        about: { test: name },
      }),
    )
  return claims
}

const MOST_SYMBOLS = 16

/** Names each class once: `Shop.open, .close`. */
function byOwner(names: readonly string[]): string {
  const owners = new Map<string, string[]>()
  for (const name of names) {
    const cut = name.lastIndexOf('.')
    const owner = name.slice(0, Math.max(0, cut))
    owners.set(owner, [...(owners.get(owner) ?? []), name.slice(cut + 1)])
  }
  return [...owners]
    .map(([owner, own]) => (owner === '' ? own.join(', ') : `${owner}.${own.join(', .')}`))
    .join(', ')
}

const MOST_COMMANDS = 12
const A_LINE = 4
const LONG_COMMAND = 80

/** Recent commands that succeeded, one of each kind. */
export function commandClaims(sessions: readonly RankedSession[]): readonly Claim[] {
  const [main] = sessions
  if (!main) return []
  const kinds = new Map<string, string>()
  for (const { view } of sessions)
    for (const { command } of [...view.craft.successes].reverse()) {
      const key = kindOf(command)
      if (key !== undefined && !kinds.has(key)) kinds.set(key, bare(command))
    }
  const commands = [...kinds.values()].slice(0, MOST_COMMANDS)
  const lines = Array.from({ length: Math.ceil(commands.length / A_LINE) }, (_, n) =>
    commands.slice(n * A_LINE, (n + 1) * A_LINE),
  )
  return lines.map((line, index) =>
    makeClaim(main, {
      section: 'commands',
      text: line.join(' · '),
      at: main.view.life.lastActivityAt,
      score: 0.6 - 0.1 * index,
    }),
  )
}

/** Program and subcommand; undefined for commands that only read or navigate. */
function kindOf(command: string): string | undefined {
  if (command.length > LONG_COMMAND || command.includes('\n')) return undefined
  const key = commandKeys(command).proven.find((one) => !EVERYWHERE.test(one))
  return key?.split(' ').slice(0, 2).join(' ')
}

/** Removes trailing redirections and output filters. */
export const bare = (command: string): string => command.replace(CUTS, '').trim() || command
const CUTS = /(?: 2>&1| \| ?(?:head|tail|grep|wc|sort|cat|less)\b[^|&;]{0,80})+$/

/** Commands that every session runs reveal nothing about the project. */
const EVERYWHERE =
  /^(?:cd|ls|cat|head|tail|echo|printf|pwd|find|e?grep|rg|sed|awk|wc|sort|uniq|xargs|mkdir|touch|cp|mv|rm|chmod|which|test|true|sleep|date|ps|kill|tree|diff|git|export|source|sudo|env|for|while|if)\b/
