import { ruleWords } from '../../memory/words.ts'
import type { WorkItem } from '../../session/noted-work.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/** How many lines of their briefs the sessions used. */
export interface BriefUsage {
  readonly sessions: number
  readonly lines: number
  /** The number of lines that named a file, and how many of those files the session then changed. */
  readonly files: number
  readonly touched: number
  /**
   * The number of other lines whose text is known, and how many of those appeared again in prompts, commands
   * or files.
   */
  readonly worded: number
  readonly cameUp: number
}

const MOST_SESSIONS = 50
const FILE = 'files:'

/** Measures brief usage in the last sessions of this project that received a brief. */
export async function measureBriefUsage(world: World): Promise<BriefUsage> {
  const views = await world.log.views({ projects: world.place.projectIds, limit: MOST_SESSIONS })
  const said = new Map(views.flatMap(({ view }) => itemsOf(view)).map(({ id, text }) => [id, text]))
  const briefed = views.map(({ view }) => view).filter(({ memory }) => (memory.told?.length ?? 0) > 0)
  const sum = (count: (view: Session) => number): number =>
    briefed.reduce((total, view) => total + count(view), 0)
  return {
    sessions: briefed.length,
    lines: sum(({ memory }) => memory.told?.filter((key) => !key.startsWith('mem_')).length ?? 0),
    files: sum((view) => filesTold(view).length),
    touched: sum((view) => filesTold(view).filter((path) => isTouched(view, path)).length),
    worded: sum((view) => wordsTold(view, said).length),
    cameUp: sum((view) => cameUpIn(view, wordsTold(view, said))),
  }
}

const itemsOf = ({ work }: Session): readonly WorkItem[] => [
  ...(work.goal ? [work.goal] : []),
  ...[work.decisions, work.blockers, work.actions, work.tasks, work.facts, work.evidence].flat(),
]

const filesTold = ({ memory }: Session): readonly string[] =>
  (memory.told ?? []).filter((key) => key.startsWith(FILE)).map((key) => key.slice(FILE.length))

const isTouched = ({ craft }: Session, told: string): boolean =>
  craft.files.some(({ path }) => path === told || path.endsWith(`/${told}`) || told.endsWith(`/${path}`))

/** The significant words of every line that names no file, from the note's text or the stored terms. */
function wordsTold({ memory }: Session, said: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const texts = (memory.told ?? []).flatMap((key) => {
    if (key.startsWith(FILE) || key.startsWith('mem_')) return []
    return said.get(key) ?? /^[a-z]+:(.+)$/s.exec(key)?.[1] ?? []
  })
  return texts.map((text) => ruleWords(text)).filter((words) => words.length >= LEAST_WORDS)
}

/** The minimum number of words that must match, because a single word would match too easily. */
const LEAST_WORDS = 2
const ENOUGH = 0.5

/**
 * Counts the brief lines that appeared again: a single prompt, command or path contains at least half of the
 * line's words, and at least two of them.
 */
function cameUpIn({ talk, craft }: Session, lines: readonly (readonly string[])[]): number {
  const deeds = [
    ...talk.recentPrompts,
    ...craft.successes.map(({ command }) => command),
    ...craft.files.map(({ path }) => path.replaceAll(/[/\\._-]+/g, ' ')),
  ].map((deed) => new Set(ruleWords(deed)))
  const isIn = (words: readonly string[], deed: ReadonlySet<string>): boolean =>
    words.filter((word) => deed.has(word)).length >= Math.max(LEAST_WORDS, words.length * ENOUGH)
  return lines.filter((words) => deeds.some((deed) => isIn(words, deed))).length
}
