import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { FileChanged } from '../../event/tool.ts'
import { FileSettled } from '../../event/upkeep.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

interface SnapshotOptions {
  readonly session: SessionId
  readonly checkout: string
  /** Events about to be stored, before redaction: a redacted path names no file. */
  readonly facts: readonly NewEvent[]
  /** Time of the last event. Later writes do not belong to the session. */
  readonly until: number
  /** The session at the end of a turn, to find earlier files that its commands changed again. */
  readonly before?: Session | undefined
}

/** Bounds the duration of a hook. */
const MAX_FILES = 40

/**
 * Snapshots of changed files, so that a later session detects changes by content, not by mtime. The
 * same file in the same state always has the same event id.
 */
export function fileSnapshotEvents(world: World, options: SnapshotOptions): readonly NewEvent[] {
  const paths = [...new Set([...changedPaths(options.facts), ...changedAgain(world, options)])].slice(
    -MAX_FILES,
  )
  if (paths.length === 0) return []
  const tree = world.treeAt(options.checkout)
  return paths.flatMap((path) => {
    const snapshot = tree.snapshot(path, options.until)
    if (!snapshot) return []
    const source = [path, String(snapshot.bytes), String(snapshot.writtenAt)]
    const id = derivedId('evt', options.session, FileSettled.type, ...source)
    return [fact(FileSettled, { id, at: options.until }, { path, ...snapshot })]
  })
}

const changedPaths = (facts: readonly NewEvent[]): readonly string[] =>
  facts.flatMap(({ type, data: { path } }) =>
    type === FileChanged.type && typeof path === 'string' ? [path] : [],
  )

function changedAgain(world: World, { before, checkout }: SnapshotOptions): readonly string[] {
  const files = before?.craft.files.filter(({ settled }) => settled).slice(-MAX_FILES) ?? []
  if (files.length === 0) return []
  const tree = world.treeAt(checkout)
  return files
    .filter(({ path, at, settled }) => tree.fileState(path, { at, settled }) === 'changed')
    .map(({ path }) => path)
}
