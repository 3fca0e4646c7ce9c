import { statfsSync } from 'node:fs'
import { Problem } from '../problem.ts'

/** File systems whose locks or shared memory are not reliable enough for the SQLite WAL, by magic number. */
const SHARED: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x786f4256, 'VirtualBox shared folder'],
  [0x7461636f, 'OCFS2'],
])

/**
 * Returns the type of a file system. Tests replace this function, because no machine has every file system.
 */
export type FileSystemType = (folder: string) => number

export const fileSystemType: FileSystemType = (folder) => {
  try {
    return statfsSync(folder).type
  } catch {
    return 0 // opening a file on it will report the problem
  }
}

export function refuseSharedFileSystem(folder: string, typeOf: FileSystemType): void {
  const name = SHARED.get(typeOf(folder) >>> 0)
  if (!name) return
  throw new Problem({
    code: 'shared-file-system',
    message: `the log cannot be stored on ${name}: file locks are unreliable there, and the log would be corrupted`,
    where: folder,
    fix: 'set LEFTOFF_HOME to a folder on a local disk',
  })
}
