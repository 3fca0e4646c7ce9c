import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../support/sandbox.ts'

const has = (shell: string): boolean => !spawnSync(shell, ['--version']).error

/** Creates a `leftoff` command in the root folder, which the tests add to the PATH. */
async function installed(): Promise<Sandbox> {
  const here = await createSandbox()
  const path = join(here.root, 'leftoff')
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${here.command}' "$@"\n`)
  chmodSync(path, 0o755)
  return here
}

/** The completions that bash offers for an incomplete command line. */
async function offered(here: Sandbox, ...words: readonly string[]): Promise<readonly string[]> {
  const script = [
    'eval "$(leftoff completion bash)"',
    'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))',
    '_leftoff',
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ].join('\n')
  const env = { PATH: `${here.root}:${process.env.PATH}`, LEFTOFF_HOME: here.home, HOME: here.root }
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', 'leftoff', ...words], {
    env,
    cwd: here.folder,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter((line) => line !== '')
}

describe.runIf(has('bash'))('completion in bash', () => {
  test('completion in bash offers commands, groups, flags and values', async () => {
    const here = await installed()
    expect(await offered(here, 'ses')).toEqual(['session', 'sessions'])
    expect(await offered(here, 'session', 'st')).toEqual(['start', 'status'])
    expect(await offered(here, 'note', '')).toEqual(
      expect.arrayContaining(['decision', 'blocker', 'next', 'done', 'cleared']),
    )
    expect(await offered(here, 'session', 'list', '--st')).toEqual(['--state'])
    expect(await offered(here, 'session', 'list', '--state', 'c')).toEqual(['crashed'])
    expect(await offered(here, 'nonsense', '')).toEqual([])
  })

  test('completion in bash registers a function for leftoff', async () => {
    const here = await installed()
    const script = 'eval "$(leftoff completion bash)"; complete -p leftoff'
    const env = { PATH: `${here.root}:${process.env.PATH}`, LEFTOFF_HOME: here.home, HOME: here.root }
    const { stdout } = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' })
    expect(stdout).toContain('_leftoff leftoff')
  })
})

describe.each(['zsh', 'fish'])('the completion script for %s', (shell) => {
  test('the completion script gets its completions from leftoff __complete', async () => {
    const { run } = await createSandbox()
    const { code, out } = await run(['completion', shell])
    expect([code, out]).toEqual([0, expect.stringContaining('leftoff __complete')])
  })

  test.runIf(has(shell))('the completion script is valid in its shell', async () => {
    const { run } = await createSandbox()
    const { out } = await run(['completion', shell])
    expect(spawnSync(shell, ['-n'], { input: out }).status).toBe(0)
  })
})

test('completion creates no home folder and prints only completions', async () => {
  const { run, home } = await createSandbox()
  const { existsSync } = await import('node:fs')
  expect(await run(['__complete', 'bri'])).toEqual({ code: 0, out: 'brief\n', err: '' })
  expect(await run(['__complete'])).toMatchObject({ code: 0, err: '' })
  expect(existsSync(home)).toBe(false)
})
