import type { Session } from '../fold/session.ts'
import type { World } from './world.ts'

/** What sessions did with the lines of their briefs. */
export interface LinesUsed {
  readonly sessions: number
  /** Lines of all kinds. */
  readonly lines: number
  /** Those that named a file, and how many of these files the session then changed. */
  readonly files: number
  readonly touched: number
}

const MOST_SESSIONS = 50
const FILE = 'files:'

/** Of the last sessions here that were given a brief. Nothing is stored for it: the log knows what was told and done. */
export async function linesUsed(world: World): Promise<LinesUsed> {
  const views = await world.log.views({ projects: world.place.projectIds, limit: MOST_SESSIONS })
  const briefed = views.map(({ view }) => view).filter(({ memory }) => (memory.told?.length ?? 0) > 0)
  const sum = (count: (view: Session) => number): number =>
    briefed.reduce((total, view) => total + count(view), 0)
  return {
    sessions: briefed.length,
    lines: sum(({ memory }) => memory.told?.filter((key) => !key.startsWith('mem_')).length ?? 0),
    files: sum((view) => filesTold(view).length),
    touched: sum((view) => filesTold(view).filter((path) => isTouched(view, path)).length),
  }
}

const filesTold = ({ memory }: Session): readonly string[] =>
  (memory.told ?? []).filter((key) => key.startsWith(FILE)).map((key) => key.slice(FILE.length))

const isTouched = ({ craft }: Session, told: string): boolean =>
  craft.files.some(({ path }) => path === told || path.endsWith(`/${told}`) || told.endsWith(`/${path}`))
