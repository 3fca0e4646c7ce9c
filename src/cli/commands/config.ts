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
  settingToJson,
  variableOf,
} from '../../app/settings.ts'
import { jsonc } from '../../host/lazy-packages.ts'
import { privateFolder, replaceFile } from '../../host/private-file.ts'
import { PROJECT_FILE, projectFileOf, readSettingsFile } from '../../host/settings-files.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag, text } from '../flags.ts'
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
    flags: {
      project: {
        kind: 'boolean',
        brief: 'Set it for everyone who works on this project',
        default: false,
        withNegated: false,
      },
      json: jsonFlag,
    },
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
      'Precedence, highest first: environment variables, the project file (.leftoff.json), your settings file, defaults.',
  },
  parameters: { flags: { json: jsonFlag } },
  func(this: CliContext, flags: { readonly json: boolean }) {
    printResult(this, flags, { settings: this.settings().map(describeSetting) }, ({ settings }) => {
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

/** Sets one key in a file and keeps every other byte of it: comments, order, spacing. */
export function writeSetting(path: string, key: string, value: string | number | boolean): void {
  if (!existsSync(dirname(path))) privateFolder(dirname(path))
  readSettingsFile(path) // throws for an unreadable file, so that it is never overwritten
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const text = before.trim() === '' ? '{}\n' : before
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  const { applyEdits, modify } = jsonc()
  const target = existsSync(path) ? realpathSync(path) : path // a link stays a link
  replaceFile(target, applyEdits(text, modify(text, pathInFile(text, key), value, options)), modeOf(path))
}

/** The user file is private. The project file is shared and keeps its mode. */
function modeOf(path: string): number {
  if (basename(path) !== PROJECT_FILE) return 0o600
  return existsSync(path) ? statSync(path).mode & 0o777 : 0o644
}

/** An existing key keeps its form (dotted or nested). A new key goes into its group if the file has one. */
function pathInFile(text: string, key: string): string[] {
  const settings: unknown = jsonc().parse(text)
  const [group = '', name = ''] = key.split('.', 2)
  if (!isObject(settings) || Object.hasOwn(settings, key)) return [key]
  return isObject(settings[group]) ? [group, name] : [key]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
