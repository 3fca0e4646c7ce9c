import type { History } from './histories.ts'

/**
 * The folders that were the repository in a series: those that its sessions ran in. Where the transcripts do not say,
 * the deepest folder that holds most of what was edited.
 */
export function rootsOf({ sessions }: History): readonly string[] {
  const folders = [...new Set(sessions.map(({ directory }) => slashed(directory)))].filter((at) => at !== '/')
  if (folders.length === 0) return commonRoot(sessions)
  return folders.filter((at) => !folders.some((other) => isPartOf(at, other)))
}

/** A folder below another one is a part of the repository, unless it is a worktree. */
const isPartOf = (folder: string, other: string): boolean =>
  folder.startsWith(`${other}/`) && !folder.slice(other.length).includes('worktrees/')

const slashed = (path: string): string => path.replaceAll('\\', '/')

const MOST = 0.8

function commonRoot(sessions: History['sessions']): readonly string[] {
  const edited = sessions
    .flatMap(({ events }) => events.flatMap((event) => (event.type === 'file.changed' ? [event.path] : [])))
    .map((path) => slashed(path).toLowerCase())
    .filter((path) => path.startsWith('/'))
  let root = ''
  for (;;) {
    const below = edited.filter((path) => path.startsWith(`${root}/`))
    const next = mostFrequent(below.map((path) => path.slice(root.length + 1).split('/')))
    if (!next || next.count < MOST * edited.length) return root === '' ? [] : [root]
    root = `${root}/${next.folder}`
  }
}

function mostFrequent(paths: readonly (readonly string[])[]): { folder: string; count: number } | undefined {
  const counts = new Map<string, number>()
  for (const [folder = '', ...rest] of paths)
    if (rest.length > 0) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first && { folder: first[0], count: first[1] }
}
