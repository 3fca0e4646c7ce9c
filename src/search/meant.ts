import { nameOf } from '../text/paths.ts'
import type { KnownPath } from './shelf.ts'

/** Which of the known files somebody means: by the path, its end, the path as seen from above the repository, the name. */
export function meantBy(said: string, alike: readonly KnownPath[]): readonly KnownPath[] {
  for (const fits of WAYS) {
    const meant = alike.filter(({ path }) => fits(path, said))
    if (meant.length > 0) return meant
  }
  return []
}

/** The first that fits counts. */
const WAYS: readonly ((path: string, said: string) => boolean)[] = [
  (path, said) => path === said,
  (path, said) => path.endsWith(`/${said}`),
  (path, said) => said.endsWith(`/${path}`) && (path.includes('/') || said.split('/').length === 2),
  (path, said) => !said.includes('/') && nameOf(path).toLowerCase() === said.toLowerCase(),
]
