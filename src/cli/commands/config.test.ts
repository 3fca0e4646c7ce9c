import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { readSettingsFile } from '../../host/settings-files.ts'
import { writeSetting } from './config.ts'

function file(text: string): string {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, text)
  return path
}

describe('writeSetting', () => {
  test('writeSetting creates a file and a directory that only the owner can read', () => {
    const path = join(temporaryFolder(), 'home', 'config.json')
    writeSetting(path, 'session.expiry', '3d')
    expect(readSettingsFile(path)).toEqual({ 'session.expiry': '3d' })
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(readdirSync(dirname(path))).toEqual(['config.json'])
  })

  test('writeSetting keeps a project file readable for other users and follows a symbolic link inside the project', () => {
    const folder = temporaryFolder()
    const path = join(folder, '.leftoff.json')
    const before = process.umask(0o022)
    writeSetting(path, 'session.expiry', '3d')
    process.umask(before)
    expect(statSync(path).mode & 0o777).toBe(0o644)
    renameSync(path, join(folder, 'settings.json'))
    symlinkSync('settings.json', path)
    writeSetting(path, 'session.expiry', '4d')
    expect([lstatSync(path).isSymbolicLink(), readSettingsFile(path)]).toEqual([
      true,
      { 'session.expiry': '4d' },
    ])
  })

  test('writeSetting does not follow a project file that links outside the project', () => {
    const theirs = file('{"theirs": true}')
    const link = join(temporaryFolder(), '.leftoff.json')
    symlinkSync(theirs, link)
    const refused = expect.objectContaining({ code: 'config-unreadable' })
    expect(() => writeSetting(link, 'session.expiry', '4d')).toThrow(refused)
    expect(readFileSync(theirs, 'utf8')).toBe('{"theirs": true}')
  })

  test('writeSetting changes only the value of the setting in the file', () => {
    const before = '// mine\n{\n\t"session.expiry":   "3d", // for now\n\n\t"brief.total-budget": 10,\n}\n'
    const path = file(before)
    writeSetting(path, 'session.expiry', '5d')
    expect(readFileSync(path, 'utf8')).toBe(before.replace('3d', '5d'))
  })

  test.each([
    ['dotted', '{"session.expiry": "3d"}'],
    ['nested', '{"session": {"expiry": "3d"}}'],
    ['nested next to dotted keys', '{"session": {"idle-timeout": "9m"}, "session.expiry": "3d"}'],
    ['dotted next to nested keys', '{"session.expiry": "3d", "session": {"idle-timeout": "9m"}}'],
    ['empty', ''],
    ['empty object', '{}'],
    ['with a comment that looks like a group', '{\n// "session": {\n}'],
    ['with a byte order mark', '\uFEFF{"session.expiry": "3d"}'],
    ['with another group', '{"brief": {"total-budget": 7}}'],
  ])('writeSetting sets the value in a file (%s) and keeps the other settings', (_, text) => {
    const path = file(text)
    const before = readSettingsFile(path) ?? {}
    writeSetting(path, 'session.expiry', '5d')
    expect(readSettingsFile(path)).toEqual({ ...before, 'session.expiry': '5d' })
    writeSetting(path, 'session.expiry', '6d')
    expect(readSettingsFile(path)).toEqual({ ...before, 'session.expiry': '6d' })
  })

  test('writeSetting refuses an unreadable file and does not change it', () => {
    const path = file('{ "a" 1')
    expect(() => writeSetting(path, 'session.expiry', '5d')).toThrow(
      expect.objectContaining({ code: 'config-unreadable' }),
    )
    expect(readFileSync(path, 'utf8')).toBe('{ "a" 1')
  })

  test('writeSetting reports a directory that is not writable', () => {
    const path = join(temporaryFolder(), 'file', 'config.json')
    mkdirSync(dirname(path))
    expect(() => writeSetting('/proc/config.json', 'session.expiry', '5d')).toThrow(
      expect.objectContaining({ code: 'home-unusable' }),
    )
    expect(existsSync(path)).toBe(false)
  })
})
