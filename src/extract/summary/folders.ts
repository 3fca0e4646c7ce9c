/** The folder that most paths lie in, with a slash at its end; empty where there is none. */
export function rootOf(paths: readonly string[]): string {
  const absolute = paths.filter((path) => ABSOLUTE.test(path))
  const times = new Map<string, number>()
  for (const path of absolute)
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at + 1)
      times.set(folder, (times.get(folder) ?? 0) + 1)
    }
  const most = absolute.length * MOST
  const common = [...times].filter(([, count]) => absolute.length > 1 && count >= most)
  return common.reduce((longest, [folder]) => (folder.length > longest.length ? folder : longest), '')
}

const MOST = 0.6
const ABSOLUTE = /^(?:\/|[A-Za-z]:\/)/

/** Paths by their folders, which are told once: `src/app: import.ts, resume.ts; docs: cli.md`. */
export function byFolder(paths: readonly string[], root: string): string {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const inside = path.startsWith(root) ? path.slice(root.length) : path
    const cut = inside.lastIndexOf('/')
    const folder = inside.slice(0, Math.max(0, cut))
    folders.set(folder, [...(folders.get(folder) ?? []), inside.slice(cut + 1)])
  }
  return [...folders]
    .map(([folder, names]) => `${folder === '' ? '' : `${folder}: `}${names.join(', ')}`)
    .join('; ')
}

/** The same, read again. */
export const fromFolders = (text: string): readonly string[] =>
  text.split('; ').flatMap((part) => {
    const [folder = '', names] = part.split(': ', 2)
    return names === undefined ? folder.split(', ') : names.split(', ').map((name) => `${folder}/${name}`)
  })
