import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { plugins } from '../../scripts/plugins.mjs'
import { type HookMode, hookCommand, packagedCommand } from '../../src/agent/install-plan.ts'
import { PLANS } from '../../src/install/plans.ts'
import { END } from '../../src/spool/spool.ts'
import { temporaryFolder, unmanagedFolder } from '../support/temporary-folder.ts'

const PATH = '/usr/bin:/bin'
const sh = (command: string, env: Readonly<Record<string, string>>, input = '{"a":1}') =>
  spawnSync('sh', ['-c', command], { env: { PATH, ...env }, input, encoding: 'utf8' })
const delivered = (spool: string): string[] =>
  readdirSync(join(spool, 'new')).map((name) => readFileSync(join(spool, 'new', name), 'utf8'))

test('a hook command without its script does nothing and exits with 0', () => {
  const command = hookCommand('codex', 'answer', "/no where/it's/bin")
  expect(sh(command, {})).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test('every hook command in every plan is shorter than 100 characters', () => {
  const commands = Object.values(PLANS).flatMap(({ agent, files }) =>
    files.flatMap((file) =>
      file.kind === 'json'
        ? (file.hooks ?? []).map(({ mode }) => hookCommand(agent, mode, '/home/x/leftoff/bin'))
        : [],
    ),
  )
  expect(commands.length).toBeGreaterThan(20)
  for (const command of commands) expect(command.length).toBeLessThan(100)
})

describe('the plugin packages', () => {
  const { folder: out, remove } = unmanagedFolder()
  beforeAll(async () => {
    await plugins(out)
    return remove
  })
  const command = (mode: HookMode): string =>
    packagedCommand('claude-code', mode, join(out, 'plugins', 'leftoff'))

  test('the plugin packages contain the package version and every supported hook', () => {
    const read = (name: string) => JSON.parse(readFileSync(join(out, name), 'utf8'))
    const version = JSON.parse(readFileSync('package.json', 'utf8')).version
    expect(read('plugins/leftoff/.claude-plugin/plugin.json').version).toBe(version)
    expect(read('plugins/leftoff/.codex-plugin/plugin.json').version).toBe(version)
    expect(read('gemini/leftoff/gemini-extension.json').version).toBe(version)
    expect(Object.keys(read('plugins/leftoff/hooks/hooks.json').hooks)).toHaveLength(21)
    expect(Object.keys(read('plugins/leftoff/hooks/codex.json').hooks)).toHaveLength(12)
    expect(Object.keys(read('gemini/leftoff/hooks/hooks.json').hooks)).toHaveLength(8)
    const [first] = read('gemini/leftoff/hooks/hooks.json').hooks.SessionStart
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces this variable
    expect(first.hooks[0].command).toContain('f="${extensionPath}/scripts/hook"')
  })

  test('the plugin packages spool every hook when leftoff is not installed', () => {
    for (const mode of ['spool', 'answer', 'prompt'] as const) {
      const HOME = temporaryFolder()
      expect(sh(command(mode), { HOME })).toMatchObject({ status: 0, stdout: '', stderr: '' })
      expect(delivered(join(HOME, '.local/share/leftoff/spool'))).toEqual([`{"a":1}${END}`])
    }
  })

  test('the plugin packages use the same spool folder as leftoff', () => {
    const HOME = temporaryFolder()
    const data = join(HOME, 'data')
    sh(command('spool'), { HOME, XDG_DATA_HOME: data })
    expect(delivered(join(data, 'leftoff/spool'))).toHaveLength(1)
    sh(command('spool'), { HOME, XDG_DATA_HOME: 'relative' })
    expect(delivered(join(HOME, '.local/share/leftoff/spool'))).toHaveLength(1)
    sh(command('spool'), { HOME, XDG_DATA_HOME: data, LEFTOFF_HOME: join(HOME, 'own') })
    expect(delivered(join(HOME, 'own/spool'))).toHaveLength(1)
  })

  test('the plugin packages exit silently when the user has no home folder', () => {
    expect(sh(command('spool'), {})).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('the plugin packages run leftoff when it is on the PATH', () => {
    const HOME = temporaryFolder()
    const programs = join(HOME, 'programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'leftoff'), '#!/bin/sh\necho "$@"; cat\n')
    chmodSync(join(programs, 'leftoff'), 0o755)
    expect(sh(command('answer'), { HOME, PATH: `${programs}:${PATH}` })).toMatchObject({
      status: 0,
      stdout: 'hook claude-code\n{"a":1}',
    })
    expect(
      sh(join(out, 'plugins/leftoff/scripts/mcp'), { HOME, PATH: `${programs}:${PATH}` }).stdout,
    ).toContain('mcp')
  })

  test('the plugin packages report that leftoff is missing when they are started as an MCP server', () => {
    const { status, stderr } = sh(join(out, 'plugins/leftoff/scripts/mcp'), { HOME: temporaryFolder() })
    expect([status, stderr]).toEqual([127, 'leftoff is not installed: npm install -g leftoff\n'])
  })
})
