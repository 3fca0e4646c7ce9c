import { lstatSync } from 'node:fs'
import { below } from '../host/below.ts'
import { type GitFolders, headOf } from './git.ts'

/** What the kernel knows of a file, by which a change shows without a look into it. */
export function stampOf(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}` : ''
}

/** Whether a second change could leave the stamp as it is: the clocks of file systems tick every few milliseconds. */
export function isFresh(stamp: string, now: number): boolean {
  const [, , writtenAt = 0, changedAt = 0] = stamp.split(':').map(Number)
  const isCoarse = writtenAt % 1000 === 0
  return Math.max(writtenAt, changedAt) > now - (isCoarse ? COARSE_MS : FINE_MS)
}
const FINE_MS = 100
/** Some know seconds only, and some every other of them. */
const COARSE_MS = 2500

/** The files by which git knows what is checked out, where HEAD was, and what is staged. */
export function gitFiles({ own, common }: GitFolders): readonly string[] {
  const { branch } = headOf({ own, common })
  return [
    below(own, 'HEAD'),
    below(own, 'logs', 'HEAD'),
    below(own, 'index'),
    below(common, 'packed-refs'),
    ...(branch ? [below(common, 'refs', 'heads', branch)] : []),
  ]
}
