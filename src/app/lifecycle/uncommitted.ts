import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/** The last so many files of a session are looked at: somebody waits. */
const MOST_FILES = 40

/** Of the files of this session those that are not committed, as far as git's own files tell. */
export function uncommittedIn(world: World, { craft, identity }: Session): readonly string[] {
  const paths = craft.files.slice(-MOST_FILES).map(({ path }) => path)
  const states = world.treeAt(identity.checkout).commitStates(paths)
  return [...states].flatMap(([path, state]) => (state === 'modified' || state === 'untracked' ? [path] : []))
}
