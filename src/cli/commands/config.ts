import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { buildCommand } from '@stricli/core'
import {
  checkSetting,
  formatSetting,
  refuseUnknown,
  refuseUserSetting,
  SETTINGS,
  type Setting,
  type SettingProblem,
  settingToJson,
  variableOf,
} from '../../app/settings.ts'
import { jsonc } from '../../host/lazy-packages.ts'
import { privateFolder, replaceFile } from '../../host/private-file.ts'
import {
  PROJECT_FILE,
  projectFileOf,
  readProjectFile,
  readSettingsFile,
  unreadableSettings,
} from '../../host/settings-files.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag, switchFlag, text } from '../flags.ts'
import { printResult } from '../out.ts'
import { table } from '../present/table.ts'

interface ShownSetting {
  readonly key: string
  readonly value: string
  readonly source: string
  readonly where?: string
  readonly about: string
  readonly variable: string
}

const describeSetting = ({ key, value, source, where }: Setting): ShownSetting => ({
  key,
  value: formatSetting(key, value),
  source,
  ...(where && { where: source === 'environment' ? variableOf(key) : where }),
  about: SETTINGS[key].about,
  variable: variableOf(key),
})

/** Describes a setting or file that is ignored, with its fix. */
const describeProblem = ({ source, problem: { code, message, where = source, fix } }: SettingProblem) => ({
  code,
  message,
  where,
  fix,
})

const get = buildCommand({
  docs: { brief: 'Print the value of a setting' },
  parameters: {
    positional: { kind: 'tuple', parameters: [{ brief: 'Setting name', parse: text, placeholder: 'KEY' }] },
    flags: { json: jsonFlag },
  },
  func(this: CliContext, flags: { readonly json: boolean }, key: string) {
    refuseUnknown(key, 'command line')
    const found = this.settings().find((setting) => setting.key === key)
    if (found) printResult(this, flags, describeSetting(found), ({ value }) => value)
  },
})

const set = buildCommand({
  docs: {
    brief: 'Change a setting',
    fullDescription:
      'Writes the setting to your settings file, or with --project to .leftoff.json in this checkout. Comments and order in the file are preserved.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'Setting name', parse: text, placeholder: 'KEY' },
        { brief: 'New value', parse: text, placeholder: 'VALUE' },
      ],
    },
    flags: { project: switchFlag('Set it for everyone who works on this project'), json: jsonFlag },
  },
  func(
    this: CliContext,
    flags: { readonly project: boolean; readonly json: boolean },
    key: string,
    value: string,
  ) {
    refuseUnknown(key, 'command line')
    const checked = checkSetting(key, value, 'command line')
    if (flags.project) refuseUserSetting(key)
    const path = flags.project ? projectFileOf(this.place().checkout) : this.paths().config
    writeSetting(path, key, settingToJson(key, checked))
    const env = this.env[variableOf(key)]
    if (env) this.out.talk(`Warning: ${variableOf(key)}=${env} is set and overrides this setting.`)
    printResult(
      this,
      flags,
      { key, value: formatSetting(key, checked), where: path },
      (done) => `${done.key} = ${done.value}   (${done.where})`,
    )
  },
})

const list = buildCommand({
  docs: {
    brief: 'List all settings with their values and sources',
    fullDescription:
      'Environment variables override the project file (.leftoff.json), which overrides your settings file, which overrides the defaults.',
  },
  parameters: { flags: { json: jsonFlag } },
  func(this: CliContext, flags: { readonly json: boolean }) {
    const settings = this.settings().map(describeSetting)
    const warnings = this.settingProblems().map(describeProblem)
    for (const { message, where, fix } of flags.json ? [] : warnings)
      this.out.talk(`Warning: ${message} (${where}); it is ignored. Fix: ${fix}`)
    const result = { settings, ...(warnings.length > 0 && { warnings }) }
    printResult(this, flags, result, () => {
      const [head = '', ...rows] = table(
        settings,
        [
          { title: 'KEY', of: ({ key }) => key, paint: this.out.style.cyan },
          { title: 'VALUE', of: ({ value }) => value || '-' },
          {
            title: 'SOURCE',
            of: ({ source, where }) =>
              where && source !== 'environment' ? `${source}: ${where}` : (where ?? source),
          },
          { title: 'DESCRIPTION', of: ({ about }) => about, rest: true, paint: this.out.style.dim },
        ],
        this.out.columns,
      )
      return [this.out.style.bold(head), ...rows].join('\n')
    })
  },
})

const path = buildCommand({
  docs: { brief: 'Print the paths of data and settings' },
  parameters: { flags: { json: jsonFlag } },
  func(this: CliContext, flags: { readonly json: boolean }) {
    const { home, log, spool, config } = this.paths()
    const value = { home, log, spool, config, project: projectFileOf(this.place().checkout) }
    printResult(this, flags, value, (paths) =>
      Object.entries(paths)
        .map(([name, where]) => `${this.out.style.bold(name.padEnd(8))} ${where}`)
        .join('\n'),
    )
  },
})

export default { get, set, list, path }

/** Sets one key in a file and leaves the rest unchanged, including comments, order and spacing. */
export function writeSetting(path: string, key: string, value: string | number | boolean): void {
  if (!existsSync(dirname(path))) privateFolder(dirname(path))
  // Throws if the file is unreadable, so that it is never overwritten, or if a project file links elsewhere.
  if (basename(path) === PROJECT_FILE) readProjectFile(dirname(path))
  else readSettingsFile(path)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const text = before.trim() === '' ? '{}\n' : before
  const target = existsSync(path) ? realpathSync(path) : path // keeps a symbolic link
  replaceFile(target, edited(path, text, { key, value }), modeOf(path))
}

interface NewValue {
  readonly key: string
  readonly value: string | number | boolean
}

function edited(path: string, text: string, { key, value }: NewValue): string {
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  const { applyEdits, modify } = jsonc()
  try {
    return applyEdits(text, modify(text, pathInFile(text, key), value, options))
  } catch (error) {
    if (error instanceof RangeError) throw unreadableSettings(path, 'it is nested too deeply')
    throw error
  }
}

/** The user file is private. The project file is shared and keeps its mode. */
function modeOf(path: string): number {
  if (basename(path) !== PROJECT_FILE) return 0o600
  return existsSync(path) ? statSync(path).mode & 0o777 : 0o644
}

/** An existing key keeps its form (dotted or nested). A new key is added to its group if the file has that group. */
function pathInFile(text: string, key: string): string[] {
  const settings: unknown = jsonc().parse(text)
  const [group = '', name = ''] = key.split('.', 2)
  if (!isObject(settings) || Object.hasOwn(settings, key)) return [key]
  return isObject(settings[group]) ? [group, name] : [key]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
