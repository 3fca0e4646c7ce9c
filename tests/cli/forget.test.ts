import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { connect } from '../../src/log/sqlite/driver.ts'
import { lockLog } from '../hook/locked-log.ts'
import { gitRepository } from '../support/git.ts'
import { answering, missingTerminal } from '../support/pseudo-terminal.ts'
import { createSandbox, type Sandbox, waitForExit } from '../support/sandbox.ts'

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
const holding = (home: string, word: string): readonly string[] =>
  filesBelow(home).filter((path) => readFileSync(path).includes(word))

async function sessionAbout(here: Sandbox, goal: string, folder = here.folder): Promise<string> {
  const { session } = await here.json(['session', 'start', '--goal', goal], { folder })
  return session.id
}

describe('forgetting content that does not exist', () => {
  test.each([
    [['--event', '999'], 'has no event 999', 3],
    [['--event', '2', '--event', '17'], 'has no event 17', 3],
  ])('forget ID %j does not report missing events as erased', async (args, message, code) => {
    const here = await createSandbox()
    const id = await sessionAbout(here, 'the zanzibar affair')
    const done = await here.run(['forget', id, ...args, '--yes'])
    expect(done).toMatchObject({ code, out: '', err: expect.stringContaining(message) })
    expect(holding(here.home, 'zanzibar')).not.toEqual([])
  })

  test('forget does not report a session as erased again', async () => {
    const here = await createSandbox()
    const id = await sessionAbout(here, 'the zanzibar affair')
    expect((await here.run(['forget', id, '--event', '2', '--yes'])).out).toContain('Erased 1 event from 1')
    expect((await here.run(['forget', id, '--event', '2', '--yes'])).out).toContain('Nothing to erase')
    expect(await here.run(['forget', id, '--event', '3', '--yes'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('records an earlier erasure'),
    })
    await here.run(['forget', id, '--yes'])
    expect((await here.run(['forget', id, '--yes'])).out).toContain('Nothing to erase')
    expect(await here.run(['forget', '--project', '.', '--yes'])).toMatchObject({ code: 3 })
    expect(await here.run(['forget', '--project', 'nowhere', '--yes'])).toMatchObject({ code: 3 })
  })

  test('forget does not report an empty quarantine or an empty log as erased', async () => {
    const here = await createSandbox()
    expect((await here.run(['forget', '--quarantine', '--yes'])).out).toBe('The quarantine is empty.\n')
    expect((await here.run(['forget', '--all', '--yes'])).out).toContain('Nothing to erase')
  })
})

test('an ambiguous project name causes an error that lists unique names', async () => {
  const here = await createSandbox()
  const folders = ['one', 'two'].map((name) => join(here.root, name, 'tool'))
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    gitRepository(folder)
    await sessionAbout(here, `zanzibar in ${folder}`, folder)
  }
  const refused = await here.run(['forget', '--project', 'tool', '--yes'])
  expect(refused).toMatchObject({ code: 2, out: '' })
  for (const folder of folders) expect(refused.err).toContain(folder)
  expect(holding(here.home, 'zanzibar')).not.toEqual([])
  const typed = [...refused.err.matchAll(/--project '([^']+)'/g)].map(([, id]) => id ?? '')
  expect(typed).toHaveLength(2)
  expect(await here.json(['forget', '--project', typed[0] ?? '', '--yes'])).toMatchObject({ sessions: 1 })
  expect(await here.json(['forget', '--project', 'tool', '--yes'])).toMatchObject({ sessions: 1 })
  expect(holding(here.home, 'zanzibar')).toEqual([])
})

test('no file in the home folder contains forgotten content', async () => {
  const here = await createSandbox()
  const kept = await sessionAbout(here, 'repair the parser')
  const id = await sessionAbout(here, 'the zanzibar affair')
  await here.run(['brief'])
  const spool = join(here.home, 'spool')
  for (const part of ['tmp', 'new', 'quarantine']) mkdirSync(join(spool, part), { recursive: true })
  const unfinished = `{"session_id":"${id}","prompt":"zanzibar`
  writeFileSync(join(spool, 'tmp', 'claude-code.abcdefgh1'), unfinished)
  writeFileSync(join(spool, 'new', 'claude-code.sh-abcdefgh2'), unfinished)
  writeFileSync(join(spool, 'quarantine', 'claude-code.abcdefgh3'), '{"prompt":"the zanzibar affair"}')
  writeFileSync(join(spool, 'quarantine', 'claude-code.abcdefgh3.reason'), 'broken\n')
  writeFileSync(join(spool, 'quarantine', 'claude-code.abcdefgh4'), '{"prompt":"another"}')
  cpSync(join(here.home, 'log.db'), join(here.home, 'log.db.damaged-1'))
  cpSync(join(here.home, 'log.db-wal'), join(here.home, 'log.db.damaged-1-wal'))
  await here.run(['session', 'export', id, '--out', join(here.home, 'export.json')])
  mkdirSync(join(here.home, 'prepared'))
  writeFileSync(join(here.home, 'prepared', 'x.line'), 'zanzibar')
  expect(holding(here.home, 'zanzibar').length).toBeGreaterThan(5)

  const done = await here.json(['forget', id, '--yes'])
  expect(holding(here.home, 'zanzibar')).toEqual([])
  expect(done).toMatchObject({ deliveries: 3, sessions: 1 })
  expect(done.copies).toContain(join(here.home, 'export.json'))
  expect(readdirSync(join(spool, 'quarantine'))).toEqual(['claude-code.abcdefgh4'])
  expect(JSON.stringify(await here.json(['session', 'show', kept]))).toContain('repair the parser')
  expect(await here.json(['verify'])).toMatchObject({ ok: true })
})

test('forgetting a project also removes the first delivery of a session that is not recorded yet', async () => {
  const here = await createSandbox()
  const [gone, kept] = ['gone', 'gone-not'].map((name) => join(here.root, name))
  const inner = join(gone ?? '', 'inner')
  for (const folder of [gone, kept, inner]) {
    mkdirSync(folder ?? '', { recursive: true })
    gitRepository(folder ?? '')
    await sessionAbout(here, `work in ${folder}`, folder)
  }
  const spool = join(here.home, 'spool', 'tmp')
  mkdirSync(spool, { recursive: true })
  const deliver = (name: string, cwd: string | undefined): void =>
    writeFileSync(
      join(spool, `claude-code.${name}`),
      JSON.stringify({ session_id: name, cwd, prompt: 'zanzibar' }),
    )
  deliver('aaaaaaaa1', gone)
  deliver('aaaaaaaa2', join(gone ?? '', 'src'))
  deliver('aaaaaaaa3', kept)
  deliver('aaaaaaaa4', inner)
  expect(await here.json(['forget', '--project', gone ?? '', '--yes'])).toMatchObject({ deliveries: 2 })
  expect(readdirSync(spool).sort()).toEqual(['claude-code.aaaaaaaa3', 'claude-code.aaaaaaaa4'])
})

describe('rules learned from forgotten content', () => {
  async function learned(here: Sandbox): Promise<{ readonly session: string; readonly rule: string }> {
    const client = '0d9f7f4e-1111-4222-8333-444455556666'
    const call = (name: string, more: object) =>
      here.run(['hook', 'claude-code'], {
        input: JSON.stringify({ session_id: client, hook_event_name: name, cwd: here.folder, ...more }),
      })
    await call('SessionStart', { source: 'startup' })
    await call('UserPromptSubmit', { prompt: 'write the parser' })
    await call('Stop', { last_assistant_message: 'I used npm install.' })
    await call('UserPromptSubmit', { prompt: 'No, always use pnpm, never npm.' })
    await call('SessionEnd', { reason: 'other' })
    await here.json(['memory', 'propose'])
    const [rule] = (await here.json(['memory', 'list', '--all'])).memories
    const [session] = (await here.json(['session', 'list', '--all'])).sessions
    return { session: session.id, rule: rule.id }
  }

  test('rules learned from forgotten content are listed, also in JSON, with the command that erases them', async () => {
    const here = await createSandbox()
    const { session, rule } = await learned(here)
    const copy = join(here.root, 'copy')
    cpSync(here.home, copy, { recursive: true })
    const { out } = await here.run(['forget', session, '--yes'])
    expect(out).toContain(`Erase: leftoff memory forget ${rule}`)
    const json = await here.json(['forget', session, '--yes'], { env: { LEFTOFF_HOME: copy } })
    expect(json.rules).toMatchObject([{ id: rule }])
    await here.run(['memory', 'forget', rule, '--yes'])
    expect(holding(here.home, 'use pnpm, never npm')).toEqual([])
  })

  const reason = missingTerminal()
  test.skipIf(reason).each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
    ['an empty line', ''],
  ])('%s at the confirmation prompt erases nothing', async (_, answer) => {
    const here = await createSandbox()
    const id = await sessionAbout(here, 'the zanzibar affair')
    const { code, out } = await here.run(['forget', id], { under: answering(answer) })
    expect({ code, out }).toMatchObject({ code: 2, out: expect.stringContaining('nothing was erased') })
    expect(holding(here.home, 'zanzibar')).not.toEqual([])
  })

  test.skipIf(reason)(
    `rules learned from forgotten content can be erased in a terminal${reason ? ` (skipped: ${reason})` : ''}`,
    async () => {
      const here = await createSandbox()
      const { session } = await learned(here)
      const { code, out } = await here.run(['forget', session], { under: answering('y', 'y') })
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Erased 1 rule.') })
      expect(holding(here.home, 'use pnpm, never npm')).toEqual([])
    },
  )
})

describe('a process that is killed while it erases content', () => {
  const kill = async (child: ReturnType<Sandbox['spawn']>): Promise<void> => {
    child.kill('SIGKILL')
    await waitForExit(child)
  }

  test('every copy is deleted before the erasure, so that none remains', async () => {
    const here = await createSandbox()
    const id = await sessionAbout(here, 'the zanzibar affair')
    await here.run(['brief'])
    cpSync(join(here.home, 'log.db'), join(here.home, 'log.db.damaged-1'))
    cpSync(join(here.home, 'log.db-wal'), join(here.home, 'log.db.damaged-1-wal'))
    await here.run(['session', 'export', id, '--out', join(here.home, 'export.json')])
    const quarantine = join(here.home, 'spool', 'quarantine')
    mkdirSync(quarantine, { recursive: true })
    writeFileSync(join(quarantine, 'claude-code.abcdefgh3'), '{"prompt":"the zanzibar affair"}')
    // Another process holds the lock, because this one would lose its SQLite locks when it reads the files.
    const lock = await lockLog(here.home)
    const child = here.spawn(['forget', id, '--yes'])
    await vi.waitFor(
      () =>
        expect(holding(here.home, 'zanzibar').filter((path) => !/log\.db(-wal)?$/.test(path))).toEqual([]),
      { timeout: 20_000, interval: 100 },
    )
    await kill(child)
    await lock.release()
    expect(await here.json(['forget', id, '--yes'])).toMatchObject({ sessions: 1 })
    expect(holding(here.home, 'zanzibar')).toEqual([])
  }, 60_000)

  test('the next command finishes the erasure', async () => {
    const here = await createSandbox()
    const id = await sessionAbout(here, 'the zanzibar affair')
    const reader = connect(join(here.home, 'log.db'), { readOnly: true, busyMs: 0 })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM event').get()
    const child = here.spawn(['forget', id, '--yes'])
    const other = connect(join(here.home, 'log.db'), { readOnly: true, busyMs: 0 })
    await vi.waitFor(() => expect(other.prepare('SELECT name FROM chore').get()).toBeDefined(), {
      timeout: 20_000,
      interval: 100,
    })
    await kill(child)
    reader.exec('ROLLBACK')
    for (const db of [reader, other]) db.close()
    expect(holding(here.home, 'zanzibar')).not.toEqual([])
    await here.json(['session', 'list'])
    expect(holding(here.home, 'zanzibar')).toEqual([])
  }, 60_000)
})

test('no old log contains a forgotten rule', async () => {
  const here = await createSandbox()
  await here.run(['memory', 'add', 'never mention zanzibar'])
  const [rule] = (await here.json(['memory', 'list', '--all'])).memories
  cpSync(join(here.home, 'log.db'), join(here.home, 'log.db.damaged-1'))
  cpSync(join(here.home, 'log.db-wal'), join(here.home, 'log.db.damaged-1-wal'))
  await here.run(['memory', 'forget', rule.id, '--yes'])
  expect(holding(here.home, 'zanzibar')).toEqual([])
})
