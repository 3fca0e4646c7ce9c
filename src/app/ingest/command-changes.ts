import { type EventDraft, eventDraft } from '../../agent/event-draft.ts'
import type { ChangedFile } from '../../brief/working-tree.ts'
import { PlaceChanged } from '../../event/session.ts'
import { FileChanged } from '../../event/tool.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/**
 * The tolerance when times are compared, because a client reports an edit a moment after it has written the
 * file.
 */
const SLACK_MS = 2000
/** The maximum number of other sessions to check for changes in the same checkout during the turn. */
const MAX_OTHERS = 8

/**
 * Files that shell commands changed in the last turn: no client reports the files that `sed -i`, a formatter or a
 * generator writes. Excludes files that a tool call or another session reported.
 */
export async function commandChanges(
  world: World,
  seen: Viewed<Session>,
  until: number,
): Promise<readonly EventDraft[]> {
  const { view } = seen
  const since = view.talk.lastPromptAt ?? until
  const { checkout } = view.identity
  if (checkout === '') return []
  const withCommits = (view.craft.commit?.at ?? 0) >= since
  const found = await world.treeAt(checkout).changedFiles({ since, until, withCommits })
  const own = found.filter((one) => !isReported(one, view))
  if (own.length === 0) return []
  const others = await pathsOfOthers(world, seen, since)
  return own
    .filter(({ path }) => !others.has(path))
    .toReversed()
    .map(({ path, change, at }) =>
      eventDraft(FileChanged, ['git', path, String(at)], { path, change, via: 'git' }, at),
    )
}

/** The branch and the commit after the turn's commands, if they changed. */
export function placeChange(world: World, { identity }: Session, at: number): readonly EventDraft[] {
  if (identity.checkout === '') return []
  const { branch, head } = world.placeAt(identity.checkout)
  if (!branch || (branch === identity.branch && head === identity.head)) return []
  return [eventDraft(PlaceChanged, ['git', String(at)], { branch, ...(head && { head }) }, at)]
}

const isReported = ({ path, at }: ChangedFile, { craft }: Session): boolean =>
  craft.files.some((known) => known.path === path && at <= known.at + SLACK_MS)

async function pathsOfOthers(
  world: World,
  { session, view }: Viewed<Session>,
  since: number,
): Promise<ReadonlySet<string>> {
  const projects = [view.identity.project.id]
  const views = await world.log.views({ projects, since, archived: false, limit: MAX_OTHERS })
  const others = views.filter((one) => one.session !== session)
  const changed = others.flatMap((one) => one.view.craft.files.filter(({ at }) => at >= since))
  return new Set(changed.map(({ path }) => path))
}
