import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/log/sqlite/driver.ts'
import { OWN_COLOURS, UNSAFE } from '../support/control-characters.ts'
import { type CommandResult, createSandbox, type Sandbox } from '../support/sandbox.ts'

const SHAPE = /^error\[[a-z-]+\]: .+\n( {2}--> .+\n)? {2}fix: .+\n$/

/** Expects an error with a fix on stderr (also with --json) and nothing on stdout. */
async function expectError(
  { run }: Sandbox,
  words: readonly string[],
  expected: { readonly code: number; readonly error: string },
  options?: Parameters<Sandbox['run']>[1],
): Promise<CommandResult> {
  const result = await run(words, options)
  expect(result).toMatchObject({ code: expected.code, out: '' })
  expect(result.err).toMatch(SHAPE)
  expect(result.err).toContain(`error[${expected.error}]: `)
  const asJson = await run([...words, '--json'], options)
  expect(asJson).toMatchObject({ code: expected.code, out: '' })
  const { error } = JSON.parse(asJson.err)
  expect(error).toMatchObject({ code: expected.error, exit: expected.code, message: expect.any(String) })
  expect(error.fix).not.toBe('')
  return result
}

/** Moves everything from the WAL to the database file. */
function checkpointWal(path: string): void {
  const db = connect(path, { readOnly: false, busyMs: 1000 })
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Creates a log with three events and changes the text of the second. */
async function damagedLog() {
  const here = await createSandbox()
  const { session } = await here.json(['session', 'start', '--goal', 'REMEMBER-THIS'])
  await here.json(['note', 'next', 'still readable'])
  const path = join(here.home, 'log.db')
  checkpointWal(path)
  writeFileSync(path, readFileSync(path, 'latin1').replaceAll('REMEMBER-THIS', 'REMEMBER-THAT'), 'latin1')
  return { here, session }
}

describe('exit codes', () => {
  test('exit code 1: an active session cannot be resumed, and the error suggests another command', async () => {
    const here = await createSandbox()
    const { session } = await here.json(['session', 'start'])
    const { err } = await expectError(here, ['session', 'resume', session.id], {
      code: 1,
      error: 'illegal-transition',
    })
    expect(err).toContain(`leftoff session end ${session.id}`)
  })

  test.each([
    [['sesion', 'list'], 'usage', 'session'],
    [['session', 'list', '--limit', '0'], 'usage', 'a whole number'],
    [['session', 'list', '--bogus'], 'usage', 'bogus'],
    [['session', 'list', '--state', 'sleeping'], 'usage', 'sleeping'],
    [['session', 'status', 'a', 'b'], 'usage', 'b'],
    [['session', 'cleanup', '--older-than', 'yesterday'], 'usage', '30d'],
    [['session', 'start', '--agent', 'Not An Agent'], 'usage', 'claude-code'],
    [['session', 'start', '--pid', '4194304'], 'process-unknown', '4194304'],
    [['session', 'start', '--tag', 'a b'], 'tag-invalid', 'letters'],
    [['session', 'tag', 'abc'], 'usage', ''],
    [['session', 'title', 'abc'], 'usage', ''],
    [['note', 'fact'], 'usage', ''],
    [['note', 'fact', '  '], 'note-empty', 'fact'],
    [['forget'], 'usage', 'forget'],
    [['config', 'get', 'session.expirey'], 'setting-unknown', 'session.expiry'],
    [['config', 'set', 'session.expiry', 'soon'], 'setting-invalid', '7d'],
    [['config', 'set', 'session.hot-entries', '21'], 'setting-invalid', '1 to 20'],
  ])('exit code 2 for the usage error %j', async (words, error, hint) => {
    const here = await createSandbox()
    const { err } = await here.run(words)
    expect(err).toMatch(SHAPE)
    expect(err).toMatch(/^error\[(usage|agent-name-invalid|[a-z-]+)\]/)
    expect(err).toContain(hint)
    const asJson = await here.run([...words, '--json'])
    expect([asJson.code, asJson.out]).toEqual([2, ''])
    const result = JSON.parse(asJson.err).error
    expect([result.exit, result.code]).toEqual([2, words.includes('--agent') ? result.code : error])
  })

  test.each([
    [['session', 'end'], 'no-session-here'],
    [['session', 'suspend'], 'no-session-here'],
    [['session', 'show'], 'no-session-here'],
    [['session', 'show', 'ses_0000000000000000'], 'session-unknown'],
    [['session', 'status', '0000'], 'session-unknown'],
    [['session', 'resume'], 'nothing-to-resume'],
    [['session', 'complete'], 'nothing-to-complete'],
    [['session', 'list', '--project', 'nobody'], 'project-unknown'],
    [['brief', '--session', 'ses_0000000000000000'], 'session-unknown'],
    [['note', 'done', 'nothing'], 'item-unknown'],
    [['note', 'fact', 'x', '--session', 'ses_0000000000000000'], 'session-unknown'],
    [['forget', 'ses_0000000000000000', '--yes'], 'session-unknown'],
    [['verify', '--salvage'], 'log-missing'],
  ])('exit code 3 for the missing target in %j', async (words, error) => {
    await expectError(await createSandbox(), words, { code: 3, error })
  })

  test('exit code 4: a changed event is reported, and the other events remain readable', async () => {
    const { here, session } = await damagedLog()
    const { code, out, err } = await here.run(['verify'])
    expect([code, err]).toEqual([4, expect.stringContaining('error[log-damaged]')])
    expect(out).toContain(`event 2 of ${session.id}`)
    const found = await here.run(['verify', '--json'])
    expect([found.code, JSON.parse(found.out).ok]).toEqual([4, false])
    const story = await here.json(['session', 'show', session.id])
    expect(story.damage).toMatchObject([{ seq: 2 }])
    expect(JSON.stringify(story.events)).toContain('still readable')
  })

  test('verify --salvage repairs the log and reports the number of lost events', async () => {
    const { here } = await damagedLog()
    const saved = await here.json(['verify', '--salvage'])
    expect(saved).toMatchObject({ ok: true, salvaged: { kept: 2, lost: 1 } })
  })

  test('exit code 5: the log is busy while another process locks it', async () => {
    const here = await createSandbox()
    await here.json(['session', 'start'])
    const other = connect(join(here.home, 'log.db'), { readOnly: false, busyMs: 0 })
    other.exec('BEGIN IMMEDIATE')
    const env = { LEFTOFF_LOG_BUSY_TIMEOUT: '1s' }
    await expectError(here, ['session', 'end'], { code: 5, error: 'log-busy' }, { env })
    expect((await here.run(['session', 'status'], { env })).code, 'reading still works').toBe(0)
    other.exec('ROLLBACK')
    other.close()
    await here.json(['session', 'end'], { env })
  })
})

test('a command that may refer to several sessions lists them and requires an id', async () => {
  const here = await createSandbox()
  const [one, two] = [await here.json(['session', 'start']), await here.json(['session', 'start'])]
  const { err } = await expectError(here, ['session', 'end'], { code: 2, error: 'session-ambiguous' })
  for (const { session } of [one, two]) expect(err).toContain(session.id)
  expect(await here.run(['session', 'end'], { env: { LEFTOFF_SESSION: one.session.id } })).toMatchObject({
    code: 0,
  })
})

const HOSTILE = [
  '../../x',
  '..',
  '/etc/passwd',
  'ses_../../../etc',
  '%00',
  '%2e%2e%2f',
  '．．／x',
  '\u2024\u2024/x',
  'ses_\u0430bcdefgh',
  "' OR 1=1 --",
  'a"; DROP TABLE event; --',
  '*',
  '%',
  '_',
  'CON',
  'nul.txt',
  'a\u001b[31mred',
  'a\nb',
  '\u202egnp.exe',
  '$(id)',
  '`id`',
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'x'.repeat(10_240),
]

test('a hostile id causes a usage or not-found error and is never printed unescaped', async () => {
  const here = await createSandbox()
  await here.json(['session', 'start'])
  const answers = await Promise.all(
    HOSTILE.map(async (id) => ({ id, ...(await here.run(['session', 'show', '--', id])) })),
  )
  for (const { id, code, out, err } of answers) {
    expect([2, 3], id.slice(0, 40)).toContain(code)
    expect(out).toBe('')
    expect(err).toMatch(/^error\[session-(id-invalid|unknown)\]: /)
    expect(err.length).toBeLessThan(600)
    expect(err).not.toMatch(UNSAFE)
  }
})

describe('terminal output', () => {
  const NASTY = 'a\u001b]0;owned\u0007b\u001b[2Jc\u009b31md\u202ee\rf\u0008g\u2028h'

  test('no command prints stored escape sequences', async () => {
    const here = await createSandbox()
    await here.json(['session', 'start', '--goal', NASTY])
    for (const kind of ['decision', 'blocker', 'next', 'fact', 'task']) await here.json(['note', kind, NASTY])
    const commands = [
      ['session', 'status'],
      ['session', 'list'],
      ['session', 'show'],
      ['session', 'history'],
      ['brief'],
      ['note', 'done', 'nothing like it'],
      ['session', 'end'],
      ['session', 'start'],
      ['session', 'resume'],
    ]
    for (const words of commands) {
      const { out, err } = await here.run(words)
      expect(out + err, words.join(' ')).not.toMatch(UNSAFE)
      if (words[0] === 'session') expect(out, words.join(' ')).not.toContain('owned')
    }
    const coloured = await here.run(['session', 'show'], { env: { FORCE_COLOR: '1' } })
    expect(coloured.out).toContain('\u001b[')
    expect(coloured.out.replaceAll(OWN_COLOURS, '')).not.toMatch(UNSAFE)
    const raw = (await here.run(['session', 'show', '--json'])).out
    expect(raw).not.toMatch(UNSAFE)
    expect(JSON.parse(raw).left.goal, 'JSON output contains the whole text').toBe(NASTY)
  })

  test('output contains no colors in a pipe or with NO_COLOR', async () => {
    const here = await createSandbox()
    await here.json(['session', 'start'])
    for (const words of [['session', 'list'], ['config', 'list'], ['session', 'show'], ['nonsense']]) {
      const piped = await here.run(words)
      expect(piped.out + piped.err).not.toContain('\u001b')
      const silent = await here.run(words, { env: { NO_COLOR: '1', FORCE_COLOR: '1' } })
      expect(silent.out + silent.err).not.toContain('\u001b')
    }
  })
})
