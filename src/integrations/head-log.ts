import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Commit, HeadSince, Moves } from '../brief/working-tree.ts'
import { below } from '../host/below.ts'

/**
 * How HEAD of this checkout moved, by `.git/logs/HEAD`, where git adds a line at every move and never changes one; read
 * once, from its end. `own` is the git folder of the checkout: every worktree has a log of its own.
 */
export function headLogIn(own: string, mostBytes: number): ((since: HeadSince) => Moves) | undefined {
  const tail = tailOf(below(own, 'logs', 'HEAD'), mostBytes)
  if (!tail) return undefined
  const moves = tail.text.split('\n').flatMap((line) => moveIn(line) ?? [])
  return (since) => {
    const known = since.head ? moves.findLastIndex(({ to }) => to === since.head) : -1
    const after = known >= 0 ? moves.slice(known + 1) : moves.filter(({ at }) => at > since.at)
    return summed(after, tail.isCut && known < 0 && after.length === moves.length)
  }
}

interface Move {
  readonly to: string
  readonly at: number
  readonly kind: Kind
  readonly text: string
}

const LINE = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) .{0,1000}?> (\d{1,12}) [+-]\d{4}\t([^:]{0,200})(?:: (.*))?$/

function moveIn(line: string): Move | undefined {
  const found = LINE.exec(line)
  if (!found?.[1] || !found[2]) return undefined
  const [action, text] = [found[3] ?? '', found[4] ?? '']
  return { to: found[1], at: Number(found[2]) * 1000, kind: kindOf(action, text), text }
}

function summed(moves: readonly Move[], isCut: boolean): Moves {
  const count = (kind: Kind): number => moves.filter((move) => move.kind === kind).length
  const steps = moves.flatMap(({ kind, text }) =>
    kind === 'switch' ? [/^moving from (\S+) to (\S+)$/.exec(text)] : [],
  )
  const [from, to] = [steps[0]?.[1], steps.at(-1)?.[2]]
  return {
    commits: commitsIn(moves),
    pulls: count('pull'),
    resets: count('reset'),
    isCut,
    ...(from && to && from !== to && { switched: { from, to } }),
  }
}

/** An amended commit takes the place of the one before it. */
function commitsIn(moves: readonly Move[]): readonly Commit[] {
  const commits: Commit[] = []
  for (const { kind, to, at, text } of moves) {
    if (kind === 'amend') commits.pop()
    if (kind === 'commit' || kind === 'amend') commits.push({ id: to, subject: text, at })
  }
  return commits
}

type Kind = 'commit' | 'amend' | 'pull' | 'reset' | 'switch' | 'step'

/** By what git says it did: `commit`, `commit (amend)`, `checkout`, `pull --rebase (finish)`, ... */
function kindOf(action: string, text: string): Kind {
  if (action === 'commit (amend)') return 'amend'
  if (/^(?:commit|cherry-pick|revert|am)(?: \(|$)/.test(action)) return 'commit'
  if (action === 'checkout') return 'switch'
  if (action === 'reset') return text === 'moving to HEAD' ? 'step' : 'reset'
  const isFinished = /^(?:merge|pull)\b/.test(action) && !/\((?:start|pick|continue)\)/.test(action)
  return isFinished || /^rebase.{0,40}\(finish\)/.test(action) ? 'pull' : 'step'
}

/** Whole lines from the end of a file. */
function tailOf(path: string, most: number): { readonly text: string; readonly isCut: boolean } | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, most))
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.toString('utf8', 0, read)
    const isCut = size > most
    return { text: isCut ? text.slice(text.indexOf('\n') + 1) : text, isCut }
  } catch {
    return undefined // git was told to keep no log, or keeps it in another form
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
