import { delimiter, isAbsolute, relative } from 'node:path'

/** The PATH if no folder is left, because an empty one would mean the working directory. */
const SYSTEM = process.platform === 'win32' ? 'C:\\Windows\\System32' : `/usr/bin${delimiter}/bin`

/**
 * The PATH without folders that a repository controls: relative ones, such as `.`, and those in the checkout, such
 * as the `node_modules/.bin` that `npm run` adds. Otherwise a repository could provide its own `git`.
 */
export function safeSearchPath(
  path: string | undefined,
  checkout: string | undefined,
  home = process.env.HOME ?? '',
): string {
  // If the home folder is in the checkout, the user's own programs are there too.
  const excluded = checkout !== undefined && !isWithin(home, checkout) ? checkout : undefined
  const folders = (path ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && (excluded === undefined || !isWithin(folder, excluded)))
  return folders.join(delimiter) || SYSTEM
}

function isWithin(folder: string, checkout: string): boolean {
  const way = relative(checkout, folder || '/')
  return !way.startsWith('..') && !isAbsolute(way)
}
