import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { currentFolder, pathsIn } from './paths.ts'

describe('the data folder', () => {
  test('the data folder is LEFTOFF_HOME on every platform', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const env = { LEFTOFF_HOME: '/my/home', XDG_DATA_HOME: '/other', LOCALAPPDATA: '/other' }
      expect(pathsIn(env, platform)).toEqual({
        home: '/my/home',
        log: '/my/home/log.db',
        index: '/my/home/index.db',
        statusLine: '/my/home/prepared',
        spool: '/my/home/spool',
        config: '/my/home/config.json',
      })
    }
  })

  test('a relative LEFTOFF_HOME is resolved against the current folder', () => {
    expect(pathsIn({ LEFTOFF_HOME: 'data' }).home).toBe(join(process.cwd(), 'data'))
  })

  test.each([
    ['linux', { XDG_DATA_HOME: '/xdg' }, '/xdg/leftoff'],
    ['linux', { XDG_DATA_HOME: 'relative' }, `${homedir()}/.local/share/leftoff`],
    ['linux', { XDG_DATA_HOME: '' }, `${homedir()}/.local/share/leftoff`],
    ['linux', { LEFTOFF_HOME: '' }, `${homedir()}/.local/share/leftoff`],
    ['linux', {}, `${homedir()}/.local/share/leftoff`],
    ['darwin', { XDG_DATA_HOME: '/xdg' }, `${homedir()}/Library/Application Support/leftoff`],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/leftoff'],
  ] as const)('the data folder on %s with %j is %s', (platform, env, home) => {
    expect(pathsIn(env, platform).home).toBe(home)
  })
})

test('currentFolder returns the working directory', () => {
  expect(currentFolder({})).toBe(process.cwd())
})
