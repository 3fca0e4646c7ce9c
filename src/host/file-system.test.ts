import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { sessionProjection } from '../app/projection.ts'
import { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import { fileSystemType, refuseSharedFileSystem } from './file-system.ts'

const SHARED = [
  ['NFS', 0x6969],
  ['SMB', 0x517b],
  ['CIFS', 0xff534d42],
  ['SMB2', 0xfe534d42],
  ['9p', 0x01021997],
  ['FUSE', 0x65735546],
  ['AFS', 0x5346414f],
  ['Ceph', 0x00c36400],
  ['Lustre', 0x0bd00bd0],
  ['GPFS', 0x47504653],
  ['VirtualBox shared folder', 0x786f4256],
  ['OCFS2', 0x7461636f],
] as const
const LOCAL = [
  ['ext4', 0xef53],
  ['tmpfs', 0x01021994],
  ['btrfs', 0x9123683e],
  ['xfs', 0x58465342],
  ['overlay', 0x794c7630],
  ['zfs', 0x2fc12fc1],
  ['an unknown file system', 0],
] as const

test.each(SHARED)('a log on %s is refused, and the error names the file system and a fix', (name, type) => {
  const refusal = {
    name: 'Problem',
    code: 'shared-file-system',
    where: '/mnt',
    fix: expect.stringContaining('LEFTOFF_HOME'),
  }
  const refuse = (type: number) => () => refuseSharedFileSystem('/mnt', () => type)
  expect(refuse(type)).toThrow(name)
  expect(refuse(type)).toThrow(expect.objectContaining(refusal))
  expect(refuse(type | 0), 'as a signed number, which some systems return').toThrow(name)
})

test.each(LOCAL)('a log on %s is accepted', (_, type) => {
  expect(() => refuseSharedFileSystem('/home', () => type)).not.toThrow()
})

test('fileSystemType returns the type of a folder, or 0 for a missing folder', () => {
  expect(fileSystemType(temporaryFolder())).not.toBe(0)
  expect(fileSystemType('/no/such/folder')).toBe(0)
})

test('a log on a shared file system is refused before any file is created', async () => {
  const folder = temporaryFolder()
  const path = `${folder}/log.db`
  const log = new SqliteLog({ path, projection: sessionProjection, fileSystemType: () => 0x6969 })
  await expect(log.views()).rejects.toThrow('NFS')
  const { existsSync } = await import('node:fs')
  expect(existsSync(path)).toBe(false)
})
