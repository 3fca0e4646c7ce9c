import { Problem } from '../problem.ts'
import type { Limits } from '../session/state.ts'
import { DAY, HOUR, type Kind, MINUTE, SETTINGS } from './settings-table.ts'

export { SETTINGS }

export type SettingKey = keyof typeof SETTINGS
export type SettingValue = number | boolean | string
interface ValueOf {
  readonly duration: number
  readonly count: number
  readonly share: number
  readonly switch: boolean
  readonly text: string
}
export type Settings = { readonly [K in SettingKey]: ValueOf[(typeof SETTINGS)[K]['kind']] }

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[]
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key)

/** Values found in one place, not yet checked. */
export interface Layer {
  readonly source: 'user' | 'project' | 'environment'
  /** The file or the variables. */
  readonly where: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface Setting {
  readonly key: SettingKey
  readonly value: SettingValue
  readonly source: 'default' | Layer['source']
  readonly where?: string
}

/** Later layers win: user file, then project file, then environment. */
export function resolved(layers: readonly Layer[]): readonly Setting[] {
  for (const layer of layers) for (const key of Object.keys(layer.values)) refuseUnknown(key, layer.where)
  return SETTING_KEYS.map((key) => {
    const setting: Kind = SETTINGS[key]
    const layer = layers.findLast(
      ({ source, values }) => Object.hasOwn(values, key) && !(setting.isUsers && source === 'project'),
    )
    if (!layer) return { key, value: SETTINGS[key].fallback, source: 'default' as const }
    return {
      key,
      value: checkedSetting(key, layer.values[key], layer.where),
      source: layer.source,
      where: layer.where,
    }
  })
}

export const settingsOf = (settings: readonly Setting[]): Settings =>
  Object.fromEntries(settings.map(({ key, value }) => [key, value])) as Settings

export const defaultSettings: Settings = /* @__PURE__ */ settingsOf(/* @__PURE__ */ resolved([]))

export const limitsOf = (settings: Settings): Limits => ({
  idleAfterMs: settings['session.idle-timeout'],
  maxDurationMs: settings['session.max-duration'],
  crashAfterMs: settings['session.crash-after'],
})

/** `session.idle-timeout` is LEFTOFF_SESSION_IDLE_TIMEOUT. */
export const variableOf = (key: SettingKey): string => `LEFTOFF_${key.toUpperCase().replace(/[.-]/g, '_')}`

/** The value in its own unit, or a problem that names key, value and what is allowed. */
export function checkedSetting(key: SettingKey, value: unknown, where: string): SettingValue {
  const setting: Kind = SETTINGS[key]
  const found = READERS[setting.kind](value)
  if (found !== undefined && isAllowed(setting, found)) return found
  throw new Problem({
    code: 'setting-invalid',
    message: `${key} cannot be ${said(value)}: ${allowed(setting)}`,
    where,
    fix: `leftoff config set ${key} ${shown(key, setting.fallback) || "''"}   (the default)`,
    outcome: 'usage',
  })
}

/** As it stands in a file that anybody may have written: a megabyte of it, or a list in a list in a list, is no help. */
function said(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? 'nothing'
    return text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)}…` : text
  } catch {
    return 'nested so deeply' // deeper than what shows it can go
  }
}
const MOST_SAID = 200

function isAllowed({ kind, most = 1e15, pattern }: Kind, value: SettingValue): boolean {
  if (typeof value === 'boolean') return true
  if (typeof value === 'string') return value === '' || pattern === undefined || pattern.test(value)
  return value >= (kind === 'share' ? 0 : 1) && value <= most
}

function allowed({ kind, most, like }: Kind): string {
  if (kind === 'text') return `allowed are ${like}`
  if (kind === 'switch') return 'allowed are true and false'
  if (kind === 'share') return `allowed are numbers from 0 to ${most}`
  if (kind === 'duration') return 'allowed are durations such as 90s, 30m, 8h, 7d'
  return `allowed are whole numbers from 1 to ${most}`
}

const READERS: Readonly<Record<Kind['kind'], (value: unknown) => SettingValue | undefined>> = {
  duration: (value) => (typeof value === 'string' ? parsedDuration(value) : undefined),
  count: (value) => (/^\d{1,9}$/.test(written(value)) ? Number(value) : undefined),
  share: (value) => (/^(?:0|1|0?\.\d{1,6})$/.test(written(value)) ? Number(value) : undefined),
  switch: (value) => ({ true: true, false: false })[written(value)],
  text: (value) => (typeof value === 'string' ? value.trim() : undefined),
}

/** Files say 5 and true, variables say "5" and "true"; a list of one is neither. */
const written = (value: unknown): string => (typeof value === 'object' ? '' : String(value))

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY }

/** `90s`, `30m`, `8h`, `7d`, `2w`. */
export function parsedDuration(text: string): number | undefined {
  const found = /^(\d{1,9})\s*(ms|s|m|h|d|w)$/.exec(text.trim())
  return found ? Number(found[1]) * (UNITS[found[2] ?? ''] ?? 0) : undefined
}

/** As a person would write it into a file. */
export function shown(key: SettingKey, value: SettingValue): string {
  if (SETTINGS[key].kind !== 'duration' || typeof value !== 'number') return String(value)
  const unit = ['d', 'h', 'm', 's', 'ms'].find((name) => value % (UNITS[name] ?? 1) === 0) ?? 'ms'
  return `${value / (UNITS[unit] ?? 1)}${unit}`
}

/** As JSON keeps it: durations stay readable text. */
export const stored = (key: SettingKey, value: SettingValue): SettingValue =>
  SETTINGS[key].kind === 'duration' ? shown(key, value) : value

/** What everybody who clones the repository would get must not decide where its user's words are sent. */
export function refuseShared(key: SettingKey): void {
  const setting: Kind = SETTINGS[key]
  if (!setting.isUsers) return
  throw new Problem({
    code: 'setting-not-shared',
    message: `${key} is for each user to set, and not for a project`,
    fix: `leftoff config set ${key} VALUE   (without --project)`,
    outcome: 'usage',
  })
}

export function refuseUnknown(key: string, where: string): asserts key is SettingKey {
  if (isSettingKey(key)) return
  throw new Problem({
    code: 'setting-unknown',
    message: `there is no setting ${JSON.stringify(key.slice(0, 80))}; there are ${SETTING_KEYS.join(', ')}`,
    where,
    fix: nearest(key) ? `use ${nearest(key)}` : 'leftoff config list',
    outcome: 'usage',
  })
}

/** The key that shares its last word. */
const nearest = (key: string): SettingKey | undefined => {
  const tail = key.split(/[._-]/).at(-1) ?? ''
  return tail.length > 2 ? SETTING_KEYS.find((known) => known.endsWith(tail)) : undefined
}
