import type { SessionId } from '../event/identity.ts'
import type { TouchedFile } from '../session/activity.ts'
import { relativeTo } from '../text/paths.ts'
import type { Claim } from './claim.ts'
import { claim } from './make-claim.ts'
import type { Relevant } from './relevance.ts'

/** A file that matters, whichever session came to it. */
export interface RankedPath {
  /** As the repository sees it. */
  readonly path: string
  /** Beside the best one, which has 1. */
  readonly score: number
  readonly because: readonly string[]
}

/** What the most relevant session that touched a file did there. */
export interface Touched {
  readonly session: SessionId
  readonly because: readonly string[]
  /** As it was recorded. */
  readonly path: string
  readonly at: number
  /** `(created, 3 edits)`, where that is worth saying. */
  readonly done: string
  readonly score: number
}

/** By path as the repository sees it, the one that was touched last first within a session. */
export function touchedIn(sessions: readonly Relevant[]): ReadonlyMap<string, Touched> {
  const touched = new Map<string, Touched>()
  for (const { session, because, weight, view } of sessions)
    for (const [index, file] of [...view.craft.files].sort((a, b) => b.at - a.at).entries()) {
      const { path, at } = file
      const own = within(view.identity.checkout, path)
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

/** Where nobody has had the time to rank them, those that the sessions changed last. */
export const unranked = (touched: ReadonlyMap<string, Touched>): readonly RankedPath[] =>
  [...touched].map(([path, { score }]) => ({ path, score, because: [] }))

interface FilesAsk {
  readonly touched: ReadonlyMap<string, Touched>
  /** Who speaks of a file that none of the sessions at hand has touched. */
  readonly by: Pick<Relevant, 'session' | 'because'>
  readonly checkout: string
  readonly now: number
}

/** The files that matter most, each with what was done to it. */
export function fileClaims(
  files: readonly RankedPath[],
  { touched, by, checkout, now }: FilesAsk,
): readonly Claim[] {
  const folder = checkout.endsWith('/') ? checkout.slice(0, -1) : checkout
  return files.map(({ path, score, because }) => {
    const known = touched.get(path)
    const from = known ?? by
    return claim(from, {
      section: 'files',
      text: `${path}${known?.done ?? ''}`,
      at: known?.at ?? now,
      score,
      because: [...because, ...from.because],
      about: { files: [known?.path ?? `${folder}/${path}`] },
    })
  })
}

/** As the repository sees it, so that two clones of it speak of the same file. */
export const within = (checkout: string, path: string): string =>
  checkout === '' ? path : (relativeTo([checkout])(path) ?? path)
