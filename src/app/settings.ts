import { Problem } from '../problem.ts'
import type { Limits } from '../session/state.ts'
import { truncate } from '../text/truncate.ts'
import { DAY, HOUR, MINUTE, SETTINGS, type SettingDefinition } from './settings-table.ts'

export { SETTINGS }

export type SettingKey = keyof typeof SETTINGS
type SettingValue = number | boolean | string
interface ValueOf {
  readonly duration: number
  readonly count: number
  readonly share: number
  readonly switch: boolean
  readonly text: string
}
export type Settings = { readonly [K in SettingKey]: ValueOf[(typeof SETTINGS)[K]['kind']] }

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[]
const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** The unchecked values of one source. */
export interface Layer {
  readonly source: 'user' | 'project' | 'environment'
  /** The path of the file, or `environment`. */
  readonly where: string
  readonly values: Readonly<Record<string, unknown>>
  /** Why the source could not be read. */
  readonly problem?: Problem
}

export interface Setting {
  readonly key: SettingKey
  readonly value: SettingValue
  readonly source: 'default' | Layer['source']
  readonly where?: string
}

/** A part of a source that is ignored, and why. */
export interface SettingProblem {
  readonly source: Layer['source']
  readonly problem: Problem
}

interface ResolvedSettings {
  readonly settings: readonly Setting[]
  readonly problems: readonly SettingProblem[]
}

/**
 * Later layers win: user file, then project file, then environment. Never throws, because hooks run in any repository:
 * invalid parts of a source are ignored and returned as problems.
 */
export function resolveSettings(layers: readonly Layer[]): ResolvedSettings {
  const checked = layers.map(checkLayer)
  const settings = SETTING_KEYS.map((key): Setting => {
    const layer = checked.findLast(({ values }) => values.has(key))
    const value = layer?.values.get(key)
    if (!layer || value === undefined) return { key, value: SETTINGS[key].fallback, source: 'default' }
    return { key, value, source: layer.source, where: layer.where }
  })
  return { settings, problems: checked.flatMap(({ problems }) => problems) }
}

interface CheckedLayer extends Pick<Layer, 'source' | 'where'> {
  readonly values: ReadonlyMap<SettingKey, SettingValue>
  readonly problems: readonly SettingProblem[]
}

/** At most this many problems are reported per source, because a file may have any number of keys. */
const MAX_PROBLEMS = 20

function checkLayer({ source, where, values, problem }: Layer): CheckedLayer {
  const valid = new Map<SettingKey, SettingValue>()
  const problems: SettingProblem[] = problem ? [{ source, problem }] : []
  for (const key of Object.keys(values)) {
    try {
      refuseUnknown(key, where)
      if (source === 'project') refuseUserSetting(key)
      valid.set(key, checkSetting(key, values[key], where))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (problems.length < MAX_PROBLEMS) problems.push({ source, problem: error })
    }
  }
  return { source, where, values: valid, problems }
}

/** Makes the command fail if a user setting is invalid. An invalid setting in a repository is only reported. */
export function refuseWrongSettings(problems: readonly SettingProblem[]): void {
  const own = problems.find(({ source }) => source !== 'project')
  if (own) throw own.problem
}

export const settingsOf = (settings: readonly Setting[]): Settings =>
  Object.fromEntries(settings.map(({ key, value }) => [key, value])) as Settings

export const defaultSettings: Settings = /* @__PURE__ */ settingsOf(
  /* @__PURE__ */ resolveSettings([]).settings,
)

export const limitsOf = (settings: Settings): Limits => ({
  idleAfterMs: settings['session.idle-timeout'],
  maxDurationMs: settings['session.max-duration'],
  crashAfterMs: settings['session.crash-after'],
})

/** The environment variable of a setting: LEFTOFF_SESSION_IDLE_TIMEOUT for `session.idle-timeout`. */
export const variableOf = (key: SettingKey): string => `LEFTOFF_${key.toUpperCase().replace(/[.-]/g, '_')}`

/** Parses and checks a value, or throws. */
export function checkSetting(key: SettingKey, value: unknown, where: string): SettingValue {
  const setting: SettingDefinition = SETTINGS[key]
  const found = READERS[setting.kind](value)
  if (found !== undefined && isAllowed(setting, found)) return found
  throw new Problem({
    code: 'setting-invalid',
    message: `invalid value ${quoteValue(value)} for ${key}: expected ${describeAllowed(setting)}`,
    where,
    fix: `leftoff config set ${key} ${formatSetting(key, setting.fallback) || "''"}   (the default)`,
    outcome: 'usage',
  })
}

/** The value for an error message. Files may contain huge or deeply nested values. */
function quoteValue(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? 'nothing'
    return truncate(text, MOST_SAID)
  } catch {
    return '(too deeply nested)' // JSON.stringify overflows the stack
  }
}
const MOST_SAID = 200

function isAllowed({ kind, most = 1e15, pattern }: SettingDefinition, value: SettingValue): boolean {
  if (typeof value === 'boolean') return true
  if (typeof value === 'string') return value === '' || pattern === undefined || pattern.test(value)
  return value >= (kind === 'share' ? 0 : 1) && value <= most
}

function describeAllowed({ kind, most, like }: SettingDefinition): string {
  if (kind === 'text') return like ?? 'text'
  if (kind === 'switch') return 'true or false'
  if (kind === 'share') return `a number from 0 to ${most}`
  if (kind === 'duration') return 'a duration such as 90s, 30m, 8h or 7d'
  return `a whole number from 1 to ${most}`
}

const READERS: Readonly<Record<SettingDefinition['kind'], (value: unknown) => SettingValue | undefined>> = {
  duration: (value) => (typeof value === 'string' ? parseDuration(value) : undefined),
  count: (value) => (/^\d{1,9}$/.test(scalarText(value)) ? Number(value) : undefined),
  share: (value) => (/^(?:0|1|0?\.\d{1,6})$/.test(scalarText(value)) ? Number(value) : undefined),
  switch: (value) => ({ true: true, false: false })[scalarText(value)],
  text: (value) => (typeof value === 'string' ? value.trim() : undefined),
}

/** Files contain 5 and true; variables contain "5" and "true". Lists are excluded: `String([5])` is also "5". */
const scalarText = (value: unknown): string => (typeof value === 'object' ? '' : String(value))

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY }

/** Parses `90s`, `30m`, `8h`, `7d`, `2w`. */
export function parseDuration(text: string): number | undefined {
  const found = /^(\d{1,9})\s*(ms|s|m|h|d|w)$/.exec(text.trim())
  return found ? Number(found[1]) * (UNITS[found[2] ?? ''] ?? 0) : undefined
}

/** The value as text, in the largest unit that fits. */
export function formatSetting(key: SettingKey, value: SettingValue): string {
  if (SETTINGS[key].kind !== 'duration' || typeof value !== 'number') return String(value)
  const unit = ['d', 'h', 'm', 's', 'ms'].find((name) => value % (UNITS[name] ?? 1) === 0) ?? 'ms'
  return `${value / (UNITS[unit] ?? 1)}${unit}`
}

/** The value as it is written to JSON: durations stay text. */
export const settingToJson = (key: SettingKey, value: SettingValue): SettingValue =>
  SETTINGS[key].kind === 'duration' ? formatSetting(key, value) : value

/** A cloned repository must not decide, for example, where the user's messages are sent. */
export function refuseUserSetting(key: SettingKey): void {
  const setting: SettingDefinition = SETTINGS[key]
  if (!setting.isUsers) return
  throw new Problem({
    code: 'setting-not-shared',
    message: `${key} is a user setting and cannot be set for a project`,
    fix: `leftoff config set ${key} VALUE   (without --project)`,
    outcome: 'usage',
  })
}

export function refuseUnknown(key: string, where: string): asserts key is SettingKey {
  if (isSettingKey(key)) return
  throw new Problem({
    code: 'setting-unknown',
    message: `unknown setting ${JSON.stringify(key.slice(0, 80))}`,
    where,
    fix: nearest(key) ? `did you mean ${nearest(key)}?` : 'run leftoff config list to see all settings',
    outcome: 'usage',
  })
}

/** The key with the same last word, or with the longest common prefix beyond the group name. */
const nearest = (key: string): SettingKey | undefined => {
  const tail = key.split(/[._-]/).at(-1) ?? ''
  const sameTail = tail.length > 2 ? SETTING_KEYS.find((known) => known.endsWith(tail)) : undefined
  const [closest] = SETTING_KEYS.toSorted((a, b) => commonPrefix(b, key) - commonPrefix(a, key))
  const isClose = closest !== undefined && commonPrefix(closest, key) > closest.indexOf('.') + 2
  return sameTail ?? (isClose ? closest : undefined)
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
