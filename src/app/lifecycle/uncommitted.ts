import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/** Only the files that the session changed last: the user waits. */
const MAX_FILES = 40

/** The files of a session that are not committed. Empty if git does not answer in time. */
export async function findUncommitted(
  world: World,
  { craft, identity }: Session,
): Promise<readonly string[]> {
  const paths = craft.files.slice(-MAX_FILES).map(({ path }) => path)
  const report = await world.treeAt(identity.checkout).startGit({ paths })()
  return [...report.commitStates].flatMap(([path, state]) =>
    state === 'modified' || state === 'untracked' ? [path] : [],
  )
}
