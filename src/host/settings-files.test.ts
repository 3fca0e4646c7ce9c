import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { projectFileOf, readSettingsFile, settingsFromEnvironment } from './settings-files.ts'

function file(text: string): string {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, text)
  return path
}

const EXPECTED = { 'session.expiry': '3d', 'brief.total-budget': 10 }

describe('a settings file', () => {
  test.each([
    ['dotted keys', '{"session.expiry":"3d","brief.total-budget":10}'],
    ['nested keys', '{"session":{"expiry":"3d"},"brief":{"total-budget":10}}'],
    ['dotted and nested keys', '{"session":{"expiry":"3d"},"brief.total-budget":10}'],
    ['comments', '{\n// why\n"session.expiry": "3d", /* and */ "brief.total-budget": 10 }'],
    ['a trailing comma', '{"session.expiry":"3d","brief.total-budget":10,}'],
    ['a byte order mark', '\uFEFF{"session.expiry":"3d","brief.total-budget":10}'],
    ['carriage returns', '{\r\n  "session.expiry": "3d",\r\n  "brief.total-budget": 10\r\n}\r\n'],
  ])('a settings file with %s is read', (_, text) => {
    expect(readSettingsFile(file(text))).toEqual(EXPECTED)
  })

  test.each(['', ' \n', undefined])('a settings file with the content %j has no settings', (text) => {
    expect(readSettingsFile(text === undefined ? '/no/such/file' : file(text))).toBeUndefined()
  })

  test('a settings file below a path that is not a folder counts as missing', () => {
    expect(readSettingsFile(join(file('{}'), 'config.json'))).toBeUndefined()
  })

  test.each([
    ['{\n  "session.expiry" "3d"\n}', 2],
    ['{\n\n\n  "a": 1', 4],
    ['\uFEFF{\n  nonsense\n}', 2],
    ['{"a": 1}\n}', 2],
  ])(
    'a settings file with the content %j is refused, and the error contains the line number',
    (text, line) => {
      const path = file(text)
      expect(() => readSettingsFile(path)).toThrow(
        expect.objectContaining({ code: 'config-unreadable', where: `${path}:${line}`, outcome: 'usage' }),
      )
    },
  )

  test.each(['[]', '"text"', '7', 'null', 'true'])(
    'a settings file with the content %s is refused because it is not an object',
    (text) => {
      const path = file(text)
      expect(() => readSettingsFile(path)).toThrow(
        expect.objectContaining({
          code: 'config-unreadable',
          message: expect.stringContaining('one object'),
        }),
      )
    },
  )

  test('hostile keys such as __proto__ are read like any other key', () => {
    const values = readSettingsFile(
      file('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"x": 1}}}'),
    )
    expect(Object.keys(values ?? {})).toEqual(['__proto__.polluted', 'constructor.prototype.x'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a settings file that is a folder is an error', () => {
    const path = join(temporaryFolder(), 'config.json')
    mkdirSync(path)
    expect(() => readSettingsFile(path)).toThrow(
      expect.objectContaining({ code: 'config-unreadable', where: path }),
    )
  })

  test.runIf(process.getuid?.() !== 0)('a settings file without read permission is an error', () => {
    const path = file('{}')
    chmodSync(path, 0)
    expect(() => readSettingsFile(path)).toThrow(
      expect.objectContaining({ code: 'config-unreadable', where: path }),
    )
  })
})

test('environment variables set their settings, and empty variables are ignored', () => {
  const keys = new Map([
    ['LEFTOFF_A', 'a'],
    ['LEFTOFF_B', 'b'],
  ])
  expect(settingsFromEnvironment({ LEFTOFF_A: '1', LEFTOFF_B: '', OTHER: 'x' }, () => keys)).toEqual({
    a: '1',
  })
})

test('the project settings file is in the checkout', () => {
  expect(projectFileOf('/work/app')).toBe('/work/app/.leftoff.json')
})
