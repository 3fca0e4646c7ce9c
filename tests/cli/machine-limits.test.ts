import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../support/sandbox.ts'

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0
const COMMANDS = [
  ['session', 'list'],
  ['session', 'start', '--json'],
  ['verify', '--salvage'],
  ['rebuild'],
  ['config', 'set', 'session.expiry', '3d'],
  ['brief', '--json'],
  ['forget', '--help'],
]
const COMMAND = join(import.meta.dirname, '../../dist/leftoff.cjs')
const withFiles = (limit: number): readonly string[] => ['sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh']
/** The lowest limit at which Node can load a script. Newer releases of Node need more files. */
const FEW_FILES = [20, 22, 24, 28, 32, 40].find((limit) => {
  const [sh = '', ...words] = [...withFiles(limit), process.execPath, COMMAND, '--version']
  return spawnSync(sh, words).status === 0
})

/** Conditions under which a command may fail, but never with a stack trace. */
const LIMITS: readonly (readonly [string, readonly string[], { readonly fails: boolean }])[] = [
  ['standard output is full', ['sh', '-c', 'exec "$@" >/dev/full', 'sh'], { fails: true }],
  ['standard error is full', ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh'], { fails: false }],
  ['few files may be open', withFiles(FEW_FILES ?? 64), { fails: false }],
  [
    'the file system is read-only',
    [
      ...['unshare', '-m', 'sh', '-c'],
      'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0/app" && exec "$@"',
    ],
    { fails: false },
  ],
]

test.each(LIMITS)('no command shows a stack trace if %s', async (name, under, { fails }) => {
  if (name.includes('read-only') && !canMount) return
  const here = await createSandbox()
  await here.json(['session', 'start'])
  const prefix = name.includes('read-only') ? [...under, here.root] : under
  for (const words of COMMANDS) {
    const { code, out, err } = await here.run(words, { under: prefix })
    expect(`${words} ${out} ${err}`).not.toMatch(/^\s+at |internal error|\\n {4}at /m)
    expect([words, code === null || code > 5]).toEqual([words, false])
    if (fails) expect([words, code]).toEqual([words, 1])
    if (fails) expect(err).toContain('output-unwritable')
  }
})

test('verify --salvage replaces a file that is not a log and keeps the old file', async () => {
  const here = await createSandbox()
  mkdirSync(here.home, { mode: 0o700 })
  writeFileSync(join(here.home, 'log.db'), 'not a log '.repeat(1000))
  expect((await here.run(['session', 'list'])).code).toBe(4)
  expect(await here.json(['verify', '--salvage'])).toMatchObject({ ok: true, salvaged: { kept: 0 } })
  expect((await here.run(['session', 'list'])).code).toBe(0)
})
