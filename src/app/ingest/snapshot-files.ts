import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { FileChanged } from '../../event/tool.ts'
import { FileSettled } from '../../event/upkeep.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

interface SettleAsk {
  readonly session: SessionId
  readonly checkout: string
  /** What is about to be stored, as it was told: a redacted path leads to no file. */
  readonly facts: readonly NewEvent[]
  /** When the last of it was told. What was written later is not the session's. */
  readonly until: number
  /** At the end of a turn: what the session's own commands made of files that it had changed before. */
  readonly before?: Session | undefined
}

/** A hook waits for it. */
const MOST_FILES = 40

/**
 * How the files that were changed stand now, as facts: a later session sees by them what has changed since, by content
 * and not by time. The same file in the same state is the same fact, however often it is looked at.
 */
export function fileSnapshotEvents(world: World, ask: SettleAsk): readonly NewEvent[] {
  const paths = [...new Set([...changedIn(ask.facts), ...changedAgain(world, ask)])].slice(-MOST_FILES)
  if (paths.length === 0) return []
  const tree = world.treeAt(ask.checkout)
  return paths.flatMap((path) => {
    const settled = tree.snapshot(path, ask.until)
    if (!settled) return []
    const source = [path, String(settled.bytes), String(settled.writtenAt)]
    const id = derivedId('evt', ask.session, FileSettled.type, ...source)
    return [fact(FileSettled, { id, at: ask.until }, { path, ...settled })]
  })
}

const changedIn = (facts: readonly NewEvent[]): readonly string[] =>
  facts.flatMap(({ type, data: { path } }) =>
    type === FileChanged.type && typeof path === 'string' ? [path] : [],
  )

function changedAgain(world: World, { before, checkout }: SettleAsk): readonly string[] {
  const files = before?.craft.files.filter(({ settled }) => settled).slice(-MOST_FILES) ?? []
  if (files.length === 0) return []
  const tree = world.treeAt(checkout)
  return files
    .filter(({ path, at, settled }) => tree.fileState(path, { at, settled }) === 'changed')
    .map(({ path }) => path)
}
