import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/log/sqlite/driver.ts'
import { commit, git } from '../support/git.ts'
import { createSandbox } from '../support/sandbox.ts'

const isRoot = process.getuid?.() === 0
const canDropRights = isRoot && !spawnSync('setpriv', ['--version']).error
const canMount = spawnSync('unshare', ['-m', 'true']).status === 0
const NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const COMMANDS = [['session', 'status'], ['session', 'list'], ['session', 'start'], ['verify']]

describe('a log path that is not a usable log', () => {
  test.each([
    ['a text file', 'notes of mine\n'.repeat(50), 'log-foreign', 4],
    ['a database of another program', undefined, 'log-foreign', 1],
  ])('a log path that is %s is refused and not changed', async (_, text, error, code) => {
    const { run, home } = await createSandbox()
    mkdirSync(home)
    const path = join(home, 'log.db')
    if (text !== undefined) writeFileSync(path, text)
    else {
      const db = connect(path, { readOnly: false, busyMs: 0 })
      db.exec('CREATE TABLE mine (x); INSERT INTO mine VALUES (1)')
      db.close()
    }
    const before = readFileSync(path)
    for (const words of COMMANDS) {
      const result = await run(words)
      expect([words, result.code, result.out]).toEqual([words, code, ''])
      expect(result.err).toContain(`error[${error}]`)
    }
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('a log from a newer release is refused and not changed', async () => {
    const { run, json, home } = await createSandbox()
    await json(['session', 'start'])
    const db = connect(join(home, 'log.db'), { readOnly: false, busyMs: 1000 })
    db.exec('PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    for (const words of COMMANDS) {
      const result = await run(words)
      expect([words, result.code, result.out]).toEqual([words, 1, ''])
      expect(result.err).toContain('error[log-newer]')
    }
  })

  test('a log path that is a directory is refused and not changed', async () => {
    const { run, home } = await createSandbox()
    mkdirSync(join(home, 'log.db'), { recursive: true })
    for (const words of COMMANDS) {
      expect(await run(words)).toMatchObject({ code: 1, err: expect.stringContaining('file-not-regular') })
    }
  })

  test('a log path that is a symbolic link is refused and not changed', async () => {
    const { run, root, home } = await createSandbox()
    mkdirSync(home)
    symlinkSync(join(root, 'victim'), join(home, 'log.db'))
    expect(await run(['session', 'start'])).toMatchObject({ code: 1 })
    expect(existsSync(join(root, 'victim'))).toBe(false)
  })
})

describe('invalid settings', () => {
  test('a malformed user settings file is reported with the line number and never overwritten', async () => {
    const { run, home } = await createSandbox()
    mkdirSync(home, { recursive: true })
    const path = join(home, 'config.json')
    writeFileSync(path, '{\n  "session": {\n    "expiry" "7d"\n  }\n}\n')
    // `verify` reads only one setting and falls back to its default.
    const commands = COMMANDS.filter(([name]) => name !== 'verify')
    for (const words of [...commands, ['config', 'set', 'session.expiry', '1d']]) {
      const result = await run(words)
      expect([words, result.code]).toEqual([words, 2])
      expect(result.err).toMatch(/error\[config-unreadable\][\s\S]+--> .+config\.json:3\n/)
    }
    expect(readFileSync(path, 'utf8')).toContain('"expiry" "7d"')
  })

  test.each([
    ['an unknown key', '{"no.such": 1, "session.expiry": "3d"}', 'unknown setting \\"no.such\\"'],
    ['an invalid value', '{"brief.total-budget": -1, "session.expiry": "3d"}', 'invalid value -1'],
    ['a user setting', '{"log.busy-timeout": "12d", "session.expiry": "3d"}', 'is a user setting'],
    ['invalid JSON', '{"session": ', 'cannot be read'],
    [
      'nesting that is too deep',
      `{"session.expiry": "3d", "a":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`,
      'unknown',
    ],
  ])('%s in a project file causes a warning, and commands still work', async (_, text, warning) => {
    const { run, json, folder } = await createSandbox()
    writeFileSync(join(folder, '.leftoff.json'), text)
    await json(['session', 'start'])
    for (const words of COMMANDS) expect([words, (await run(words)).code]).toEqual([words, 0])
    const listed = await json(['config', 'list'])
    expect(JSON.stringify(listed.warnings)).toContain(warning)
    const expiry = listed.settings.find(({ key }: { key: string }) => key === 'session.expiry')
    expect(expiry.value).toBe(text.includes('3d') ? '3d' : '7d')
    expect((await run(['config', 'list'])).err).toContain('Warning: ')
    const doctor = await run(['doctor', '--json'])
    expect(doctor.out).toContain('it is ignored')
    const set = await run(['config', 'set', 'session.expiry', '1d', '--project'])
    const isEditable = text.endsWith('}') && !text.endsWith('}}}')
    expect(set.code).toBe(isEditable ? 0 : 2)
    expect(set.err).not.toContain('    at ')
  })

  test('an invalid environment variable is reported by doctor', async () => {
    const { run } = await createSandbox()
    const { code, out } = await run(['doctor'], { env: { LEFTOFF_SESSION_EXPIRY: 'soon' } })
    expect(code).toBe(1)
    expect(out).toMatch(/Settings\n {2}wrong {2}invalid value "soon" for session\.expiry/)
  })

  test('an invalid value is reported with its key and the expected format', async () => {
    const { run } = await createSandbox()
    const env = { LEFTOFF_SESSION_EXPIRY: 'soon' }
    const { code, err } = await run(['session', 'list'], { env })
    expect(code).toBe(2)
    expect(err).toContain(
      'invalid value "soon" for session.expiry: expected a duration such as 90s, 30m, 8h or 7d',
    )
  })
})

test('session status works in a deleted working directory', async () => {
  const { run, json, root } = await createSandbox()
  const doomed = join(root, 'doomed')
  mkdirSync(doomed)
  await json(['session', 'start', '--goal', 'dig'], { folder: doomed })
  const under = ['sh', '-c', 'rmdir "$PWD"; exec "$@"', 'sh']
  const { code, out, err } = await run(['session', 'status'], { folder: doomed, under })
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('doomed')
})

describe.runIf(canDropRights)('an unprivileged user', () => {
  /** A sandbox whose root directory is writable by all users, like /tmp. */
  async function sharedSandbox() {
    const here = await createSandbox()
    chmodSync(here.root, 0o1777)
    return here
  }

  test("an unprivileged user gets an error for another user's home, and nothing is created", async () => {
    const { run, home } = await sharedSandbox()
    mkdirSync(home, { mode: 0o755 })
    for (const words of [...COMMANDS, ['config', 'set', 'session.expiry', '1d']]) {
      const result = await run(words, { under: NOBODY })
      expect([words, result.code, result.out]).toEqual([words, 1, ''])
      expect(result.err).toMatch(/error\[(not-yours|home-unusable)\]/)
      expect(result.err).toContain('LEFTOFF_HOME')
    }
    expect(readdirSync(home)).toEqual([])
  })

  test('an unprivileged user gets an error for an unreadable home', async () => {
    const { run, json, home } = await sharedSandbox()
    await json(['session', 'start'])
    for (const words of COMMANDS) {
      const result = await run(words, { under: NOBODY })
      expect([words, result.code, result.out]).toEqual([words, 1, ''])
      expect(result.err).toMatch(/^error\[(not-yours|home-unusable|config-unreadable)\]/)
    }
    expect(readdirSync(home)).toContain('log.db')
  })

  test('an unprivileged user gets an error without HOME, and nothing is created', async () => {
    const { run, root } = await sharedSandbox()
    const folder = join(root, 'open')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    for (const words of COMMANDS) {
      const result = await run(words, {
        under: NOBODY,
        folder,
        env: { LEFTOFF_HOME: undefined, HOME: undefined },
      })
      expect([words, result.code, result.out]).toEqual([words, 1, ''])
      expect(result.err).toContain('error[home-unknown]')
    }
    expect(readdirSync(folder)).toEqual([])
  })
})

test.runIf(canMount)(
  'a full disk is reported, and the stored events stay intact',
  async () => {
    const { run, json, home } = await createSandbox()
    mkdirSync(home)
    const kept = join(home, '..', 'kept')
    const script = [
      `mount -t tmpfs -o size=400k none ${home}`,
      '"$@" session start --goal first >/dev/null || exit 9',
      `cat /dev/zero >${home}/filler 2>/dev/null`,
      'while "$@" note next "$(printf %3000s x)" >/dev/null; do :; done',
      `rm ${home}/filler`,
      '"$@" verify >&2',
      `cp -r ${home} ${kept}`,
    ].join('\n')
    const under = ['unshare', '-m', 'sh', '-c', `set -- "$1" "$2"\n${script}`, 'sh']
    const { err } = await run([], { under })
    expect(err).toMatch(/error\[(disk-full|log-io|home-unusable)\]/)
    expect(err).toContain('OK: ')
    cpSync(kept, home, { recursive: true })
    expect((await json(['session', 'status'])).session).toMatchObject({ state: 'active' })
  },
  30_000,
)

test('all files are private under umask 000', async () => {
  const { run, home } = await createSandbox()
  const under = ['sh', '-c', 'umask 000; exec "$@"', 'sh']
  await run(['session', 'start'], { under })
  await run(['config', 'set', 'session.expiry', '8d'], { under })
  const { statSync } = await import('node:fs')
  const modes = ['.', ...readdirSync(home, { recursive: true, encoding: 'utf8' })].map((name) => {
    const found = statSync(join(home, name))
    return found.isDirectory() ? [name, found.mode & 0o777, 0o700] : [name, found.mode & 0o777, 0o600]
  })
  for (const [name, mode, expected] of modes) expect(mode, String(name)).toBe(expected)
  expect(modes.length).toBeGreaterThan(4)
})

test('two clones and a worktree of one repository are three checkouts of one project', async () => {
  const { json, root, folder } = await createSandbox()
  commit(folder)
  git(root, 'clone', '-q', folder, 'clone')
  git(folder, 'worktree', 'add', '-q', join(root, 'tree'), '-b', 'side')
  const folders = [folder, join(root, 'clone'), join(root, 'tree')]
  const started = []
  for (const at of folders) started.push((await json(['session', 'start'], { folder: at })).session)
  expect(new Set(started.map(({ project }) => project.id)).size).toBe(1)
  expect(new Set(started.map(({ checkout }) => checkout)).size).toBe(3)
  const { session, others } = await json(['session', 'status'], { folder: join(root, 'clone') })
  expect([session.checkout, others.length]).toEqual([expect.stringMatching(/clone$/), 2])
  mkdirSync(join(root, 'stranger'))
  expect(await json(['session', 'status'], { folder: join(root, 'stranger') })).toMatchObject({
    session: null,
    others: [],
  })
})
