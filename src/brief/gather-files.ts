import type { TouchedFile } from '../fold/craft.ts'
import { relativeTo } from '../search/paths.ts'
import type { Claim } from './claim.ts'
import type { Relevant } from './relevance.ts'
import { claim } from './said.ts'

/** A file that matters, whichever session came to it. */
export interface RankedPath {
  /** As the repository sees it. */
  readonly path: string
  /** Beside the best one, which has 1. */
  readonly score: number
  readonly because: readonly string[]
}

/**
 * The files that matter most, with what the most relevant session that touched them did there. Where nobody has had the
 * time to rank them, those that the sessions changed last.
 */
export function fileClaims(files: readonly RankedPath[], sessions: readonly Relevant[]): readonly Claim[] {
  const touched = new Map<
    string,
    { readonly from: Relevant; readonly file: TouchedFile; readonly score: number }
  >()
  for (const from of sessions)
    for (const [index, file] of [...from.view.craft.files].sort((a, b) => b.at - a.at).entries()) {
      const path = within(from.view.identity.checkout, file.path)
      if (!touched.has(path)) touched.set(path, { from, file, score: 0.6 * from.weight * 0.95 ** index })
    }
  const unranked = [...touched].map(([path, { score }]) => ({ path, score, because: [] }))
  const [main] = sessions
  return (files.length > 0 ? files : unranked).flatMap(({ path, score, because }) => {
    const known = touched.get(path)
    const from = known?.from ?? main
    if (!from) return []
    return [
      claim(from, {
        section: 'files',
        text: `${path}${known ? doneTo(known.file) : ''}`,
        at: known?.file.at ?? from.view.life.lastActivityAt,
        score,
        because: [...because, ...from.because],
        about: { files: [known?.file.path ?? `${from.view.identity.checkout}/${path}`] },
      }),
    ]
  })
}

const doneTo = ({ change, times }: TouchedFile): string => {
  if (change === 'deleted') return ' (deleted)'
  const kind = change === 'edited' ? [] : [change]
  const said = [...kind, ...(times > 1 ? [`${times} edits`] : [])].join(', ')
  return said && ` (${said})`
}

/** As the repository sees it, so that two clones of it speak of the same file. */
export const within = (checkout: string, path: string): string =>
  checkout === '' ? path : (relativeTo([checkout])(path) ?? path)
