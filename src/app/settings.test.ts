import { describe, expect, test } from 'vitest'
import {
  checkSetting,
  defaultSettings,
  formatSetting,
  type Layer,
  parseDuration,
  refuseWrongSettings,
  resolveSettings,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  settingsOf,
  variableOf,
} from './settings.ts'

const layer = (source: Layer['source'], values: Layer['values']): Layer => ({
  source,
  where: `the ${source}`,
  values,
})
const found = (key: SettingKey, ...layers: Layer[]) =>
  resolveSettings(layers).settings.find((one) => one.key === key)

describe('every setting', () => {
  const WRONG: Readonly<Record<string, readonly unknown[]>> = {
    duration: [
      'soon',
      '',
      '30',
      30,
      '-5m',
      '1.5h',
      '0s',
      '5 minutes',
      null,
      true,
      [],
      ['5m'],
      {},
      '9999999999d',
    ],
    count: ['many', '', 0, -1, 1.5, '1e3', 1e9, null, true, [], [5], ['5'], {}, '0x10', Number.NaN],
    text: [
      'gpt',
      5,
      0,
      null,
      true,
      [],
      ['x'],
      {},
      'other/model',
      'openai/',
      'openai/a b',
      'a@b:c',
      '\u001b[1m',
    ],
    switch: ['yes', '', 1, 0, 'TRUE', null, [], [true], ['true'], {}],
  }

  test.each(SETTING_KEYS)(
    '%s refuses invalid values with an error that names the setting, the value and the expected format',
    (key) => {
      const { kind } = SETTINGS[key]
      for (const value of WRONG[kind] ?? []) {
        const attempt = () => checkSetting(key, value, 'the file')
        const label = `${key} = ${JSON.stringify(value)}`
        expect(attempt, label).toThrow(
          expect.objectContaining({ code: 'setting-invalid', outcome: 'usage', where: 'the file' }),
        )
        expect(attempt, label).toThrow(`invalid value ${JSON.stringify(value)} for ${key}: expected `)
      }
    },
  )

  test.each(SETTING_KEYS)('%s accepts its default value as it is displayed', (key) => {
    const { fallback } = SETTINGS[key]
    expect(checkSetting(key, formatSetting(key, fallback), 'here')).toBe(fallback)
    expect(defaultSettings[key]).toBe(fallback)
  })

  test('a setting with a maximum accepts the maximum and refuses a greater value', () => {
    const limited = SETTING_KEYS.flatMap((key) => {
      const setting = SETTINGS[key]
      return 'most' in setting ? [[key, setting.most] as const] : []
    })
    expect(limited.length).toBeGreaterThan(5)
    for (const [key, most] of limited) {
      expect(checkSetting(key, most, 'here')).toBe(most)
      expect(() => checkSetting(key, most + 1, 'here')).toThrow(` to ${most}`)
    }
  })

  const SHARED = SETTING_KEYS.filter((key) => !('isUsers' in SETTINGS[key]))
  test.each(SHARED)(
    '%s is read from the environment first, then from the project file, then from the user file',
    (key) => {
      const kind: string = SETTINGS[key].kind
      const [a, b, c] =
        kind === 'duration' ? ['1m', '2m', '3m'] : kind === 'count' ? [1, 2, 3] : ['false', 'true', 'false']
      const user = layer('user', { [key]: a })
      const project = layer('project', { [key]: b })
      const environment = layer('environment', { [key]: c })
      expect(found(key)).toEqual({ key, value: SETTINGS[key].fallback, source: 'default' })
      for (const [layers, source, value] of [
        [[user], 'user', a],
        [[user, project], 'project', b],
        [[user, project, environment], 'environment', c],
      ] as const) {
        const expected = checkSetting(key, value, '')
        expect(found(key, ...layers)).toMatchObject({ source, value: expected, where: `the ${source}` })
      }
    },
  )
})

describe('an unknown setting', () => {
  test.each([
    ['session.expirey', 'session.expiry'],
    ['session.xyz', 'leftoff config list'],
    ['expiry', 'session.expiry'],
    ['session_expiry', 'session.expiry'],
    ['__proto__', 'leftoff config list'],
    ['constructor', 'leftoff config list'],
    ['', 'leftoff config list'],
  ])('%j is reported with a suggestion: %s', (key, fix) => {
    const values = Object.fromEntries([[key, '1']])
    const { problems } = resolveSettings([layer('user', values)])
    const problem = expect.objectContaining({
      code: 'setting-unknown',
      where: 'the user',
      message: `unknown setting ${JSON.stringify(key)}`,
      fix: expect.stringContaining(fix),
    })
    expect(problems).toEqual([{ source: 'user', problem }])
    expect(() => refuseWrongSettings(problems)).toThrow(problem)
  })
})

describe('an invalid setting', () => {
  const WRONG = { 'no.such': 1, 'session.expiry': 'soon', 'brief.total-budget': [5], 'chat.budget': 5 }

  test('an invalid setting in a project file causes a warning, and the rest of the file applies', () => {
    const file = layer('project', { ...WRONG, 'session.hot-entries': 7 })
    const { settings, problems } = resolveSettings([layer('user', { 'session.expiry': '2d' }), file])
    expect(problems.map(({ problem }) => problem.code)).toEqual([
      'setting-unknown',
      'setting-invalid',
      'setting-invalid',
      'setting-not-shared',
    ])
    expect(() => refuseWrongSettings(problems)).not.toThrow()
    const values = settingsOf(settings)
    expect(values).toEqual({ ...defaultSettings, 'session.expiry': 172_800_000, 'session.hot-entries': 7 })
  })

  test.each(['user', 'environment'] as const)(
    'an invalid %s setting is an error only in commands',
    (source) => {
      const { settings, problems } = resolveSettings([layer(source, WRONG)])
      expect(settingsOf(settings)).toEqual({ ...defaultSettings, 'chat.budget': 5 })
      expect(() => refuseWrongSettings(problems)).toThrow('unknown setting "no.such"')
    },
  )

  test('only the first few invalid settings in a file are reported', () => {
    const values = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]))
    expect(resolveSettings([layer('project', values)]).problems.length).toBeLessThan(50)
  })
})

test('a huge or deeply nested value is refused with a short message', () => {
  const nested = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  for (const value of [nested, 'x'.repeat(1_000_000)]) {
    const attempt = () => checkSetting('brief.resume-budget', value, 'the file')
    expect(attempt).toThrow(expect.objectContaining({ code: 'setting-invalid' }))
    expect(attempt).toThrow(/^invalid value .{1,210} for brief\.resume-budget: expected /)
  }
})

test('an invalid value in a file is ignored if a later layer overrides it', () => {
  const wrong = layer('user', { 'session.expiry': 'soon' })
  const right = layer('environment', { 'session.expiry': '2d' })
  expect(found('session.expiry', wrong, right)).toMatchObject({ source: 'environment' })
})

test.each([
  ['250ms', 250],
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['8h', 28_800_000],
  ['7d', 604_800_000],
  ['2w', 1_209_600_000],
  [' 5 m ', 300_000],
  ['5', undefined],
  ['5y', undefined],
  ['m', undefined],
  ['1h30m', undefined],
])('%j is a duration of %j milliseconds', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test('a duration is shown in its largest whole unit', () => {
  expect(formatSetting('session.expiry', 7 * 86_400_000)).toBe('7d')
  expect(formatSetting('session.expiry', 36 * 3_600_000)).toBe('36h')
  expect(formatSetting('session.expiry', 1)).toBe('1ms')
})

test('the environment variable of a setting is named after its key, in capital letters', () => {
  expect(variableOf('session.idle-timeout')).toBe('LEFTOFF_SESSION_IDLE_TIMEOUT')
})

test.each([
  ['beads.sync', true, false],
  ['beads.close', true, false],
  ['chat.model', 'openai/a', 'openai/b'],
  ['chat.url', 'http://a.example', 'http://b.example'],
  ['chat.budget', 5, 6],
  ['log.busy-timeout', '1s', '12d'],
] as const)('a project file cannot set %s', (key, own, theirs) => {
  const set = (source: Layer['source'], value: unknown): Layer => layer(source, { [key]: value })
  const value = (...layers: readonly Layer[]): unknown => settingsOf(resolveSettings(layers).settings)[key]
  const ours = checkSetting(key, own, '')
  expect(value(set('project', own))).toBe(SETTINGS[key].fallback)
  expect(value(set('user', own), set('project', theirs))).toBe(ours)
  expect(value(set('environment', own))).toBe(ours)
})

test.each([
  ['chat.model', 'anthropic/claude-sonnet-4-5'],
  ['chat.model', 'google/gemini-2.5-pro'],
  ['chat.model', 'compatible/llama3:8b'],
  ['chat.model', 'compatible/meta-llama/Llama-3.1-8B'],
  ['chat.model', ''],
  ['chat.url', 'http://localhost:11434/v1'],
  ['chat.url', 'https://models.example.com'],
  ['chat.url', 'http://[::1]:8080/v1'],
] as const)('the setting %s accepts %j', (key, value) => {
  expect(checkSetting(key, ` ${value} `, 'here')).toBe(value)
})

test.each([
  'ftp://a.example',
  'http://me:secret@a.example',
  'http://a.example/?key=1',
  'http://a example',
  'localhost:11434',
])('the setting chat.url refuses %j', (value) => {
  expect(() => checkSetting('chat.url', value, 'here')).toThrow('without user and password')
})

test("a project file cannot withhold the user's rules", () => {
  const layer = { source: 'project', where: 'x', values: { 'memory.withhold': 0.5 } } as const
  expect(settingsOf(resolveSettings([layer]).settings)['memory.withhold']).toBe(0)
  expect(settingsOf(resolveSettings([{ ...layer, source: 'user' }]).settings)['memory.withhold']).toBe(0.5)
})
