import type { Stats } from 'node:fs'
import { Problem } from '../problem.ts'

/** A link is followed only where link and file are the user's own; a file of somebody else is left alone. */
export function refuseUnlessOurs(
  path: string,
  { entry, file }: { readonly entry: Stats; readonly file: Stats },
): void {
  const me = process.getuid?.()
  if (!file.isFile()) throw refusal(path, 'not-a-file', 'this is not a file', 'move it away')
  const isLink = entry.isSymbolicLink()
  const isForeignLink = isLink && me !== undefined && (entry.uid !== me || file.uid !== me)
  const isForeignFile = me !== undefined && me !== 0 && file.uid !== me
  if (isForeignLink || isForeignFile) {
    const what = isLink ? 'this is a link, and it or what it leads to belongs' : 'this file belongs'
    throw refusal(path, 'not-yours', `${what} to another user`, 'set the agent up as that user')
  }
  if ((file.mode & 0o200) === 0)
    throw refusal(path, 'read-only', 'this file is read-only', `make it writable: chmod u+w ${path}`)
}

const refusal = (where: string, kind: string, message: string, fix: string): Problem =>
  new Problem({
    code: `agent-config-${kind}`,
    message: `${message}, so it was left as it is`,
    where,
    fix: `${fix}, and try again`,
  })

export const unwritable = (where: string, cause: unknown): Problem => {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  const isDangling = code === 'ENOENT'
  return new Problem({
    code: code === 'ENOSPC' ? 'disk-full' : 'agent-config-unwritable',
    message: isDangling
      ? 'this is a link that leads nowhere, or its folder is gone'
      : `the agent's settings cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    where,
    fix:
      code === 'ENOSPC'
        ? 'free some space and try again'
        : 'make the file and its folder readable and writable for you, and try again',
    cause,
  })
}

export const busy = (where: string): Problem =>
  new Problem({
    code: 'agent-config-busy',
    message: 'another program keeps changing this file',
    where,
    fix: 'close the agent and try again',
    outcome: 'busy',
  })

/** The bytes as text. A file that is no UTF-8 would come back with other bytes than it had. */
export function textOf(bytes: Buffer, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Problem({
      code: 'agent-config-unreadable',
      message: 'this file is not UTF-8, so it was left as it is',
      where,
      fix: 'save it as UTF-8 and try again',
      cause,
    })
  }
}
