import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { AGENTS, PAYLOADS } from './agent-payloads.ts'
import { AS_NOBODY, canDropRights, NOBODY } from './another-user.ts'
import { createHookSandbox, expectUndisturbed, type HookSandbox } from './hook-sandbox.ts'
import { lockLog } from './locked-log.ts'
import { expectPromptsIn, expectSpoolIngested, sendPrompt } from './prompts.ts'

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0

describe('every agent gets a valid reply and no error', () => {
  test('every agent gets a valid reply under normal conditions', async () => {
    await expectPromptsIn(await createHookSandbox(), 'log')
  })

  test('every agent gets a valid reply while another process locks the log', async () => {
    const at = await createHookSandbox()
    await sendPrompt(at)
    const lock = await lockLog(at.home)
    await expectPromptsIn(at, 'spool')
    await lock.release()
    await expectSpoolIngested(at)
  })

  test.runIf(canMount)('every agent gets a valid reply on a full disk', async () => {
    const at = await createHookSandbox()
    mkdirSync(at.home)
    const full = 'mount -t tmpfs -o size=64k none "$LEFTOFF_HOME";head -c 99999 /dev/zero >"$LEFTOFF_HOME/x"'
    const under = ['unshare', '-m', 'sh', '-c', `{ ${full}; } 2>/dev/null;exec "$@"`, 'sh']
    await expectPromptsIn(at, 'nowhere', { under })
  })

  test.runIf(canDropRights)('every agent gets a valid reply with a read-only data folder', async () => {
    const at = await createHookSandbox()
    chmodSync(at.root, 0o755)
    mkdirSync(at.home)
    chownSync(at.home, NOBODY, NOBODY)
    chmodSync(at.home, 0o500)
    await expectPromptsIn(at, 'nowhere', { under: AS_NOBODY })
  })

  test('every agent gets a valid reply if a file blocks the path of the data folder', async () => {
    const at = await createHookSandbox()
    writeFileSync(join(at.root, 'file'), 'precious')
    await expectPromptsIn(at, 'nowhere', { env: { LEFTOFF_HOME: join(at.root, 'file', 'home') } })
    expect(readFileSync(join(at.root, 'file'), 'utf8')).toBe('precious')
  })

  test.runIf(canDropRights)('every agent gets a valid reply without HOME', async () => {
    const at = await createHookSandbox()
    chmodSync(at.root, 0o755)
    const env = { HOME: undefined, LEFTOFF_HOME: undefined }
    await expectPromptsIn(at, 'nowhere', { under: AS_NOBODY, env })
  })

  test('every agent gets a valid reply with spaces and quotes in the path of the data folder', async () => {
    await expectPromptsIn(await createHookSandbox({ named: `it's "my" home $HOME` }), 'log')
  })

  test.each([
    ['project', (at: HookSandbox) => join(at.folder, '.leftoff.json')],
    ['user', (at: HookSandbox) => join(at.home, 'config.json')],
  ])(
    'every agent gets a valid reply if the %s settings are invalid, and they are ignored',
    async (_, fileOf) => {
      for (const text of ['{"session": ', '{"no.such": 1}', '{"session.expiry": "soon"}', '[]']) {
        const at = await createHookSandbox()
        await sendPrompt(at)
        writeFileSync(fileOf(at), text)
        for (const agent of AGENTS)
          expectUndisturbed(
            await at.hook(agent, PAYLOADS[agent].start({ session: agent, folder: at.folder })),
          )
        const starts = (await at.events()).filter(({ type }) => type === 'session.started')
        expect(starts).toHaveLength(1 + AGENTS.length)
      }
    },
  )
})

describe('a pipe or a link in place of a file in the data folder', () => {
  const PIPES = [
    'trouble.jsonl',
    'config.json',
    'spool/pending/claude-code',
    'spool/pending/claude-code.sessions',
    'spool/new/claude-code.12345678',
    'spool/quarantine/claude-code.12345678.reason',
  ]
  test.each(PIPES)('no hook and no command waits for a pipe named %s', async (name) => {
    const at = await createHookSandbox()
    await sendPrompt(at)
    const path = join(at.home, name)
    rmSync(path, { recursive: true, force: true })
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    execFileSync('mkfifo', [path])
    const lock = await lockLog(at.home)
    for (const agent of AGENTS)
      expectUndisturbed(await at.hook(agent, PAYLOADS[agent].start({ session: agent, folder: at.folder })))
    await lock.release()
    for (const words of [['doctor'], ['session', 'list'], ['forget', '--quarantine', '--yes']])
      expect((await at.run(words)).code, words.join(' ')).toBeLessThanOrEqual(2)
  })

  test('an error is not written to a file elsewhere through a link', async () => {
    const at = await createHookSandbox()
    await sendPrompt(at)
    writeFileSync(join(at.root, 'elsewhere'), 'precious')
    symlinkSync(join(at.root, 'elsewhere'), join(at.home, 'trouble.jsonl'))
    const lock = await lockLog(at.home)
    await expectPromptsIn(at, 'spool')
    await lock.release()
    expect(readFileSync(join(at.root, 'elsewhere'), 'utf8')).toBe('precious')
  })
})

describe('a log that cannot be opened', () => {
  test.each<[string, (log: string) => void]>([
    ['damaged', (log) => writeFileSync(log, Buffer.alloc(9000, 7), { flag: 'r+' })],
    ['damaged after its header', damageBehindHeader],
    ['from another program', (log) => sql(deleteLog(log), 'CREATE TABLE theirs (x)')],
    ['from a newer release', (log) => sql(log, 'PRAGMA user_version = 999')],
  ])('a log that is %s stays unchanged, and its events wait in the spool', async (_, damage) => {
    const at = await createHookSandbox()
    await sendPrompt(at)
    const log = join(at.home, 'log.db')
    truncateWal(log)
    const intact = readFileSync(log)
    damage(log)
    const damaged = readFileSync(log)
    await expectPromptsIn({ ...at, locate: inSpool(at) }, 'spool')
    expect(readFileSync(log).equals(damaged)).toBe(true)
    writeFileSync(deleteLog(log), intact)
    await expectSpoolIngested(at)
  })
})

/** Does not open the log, which is unusable here. */
const inSpool =
  (at: HookSandbox): HookSandbox['locate'] =>
  async (text) =>
    at.spooled().some((payload) => payload.includes(text)) ? 'spool' : 'nowhere'

function damageBehindHeader(log: string): void {
  const bytes = readFileSync(log)
  writeFileSync(log, bytes.fill(7, 100))
}

function truncateWal(log: string): void {
  sql(log, 'PRAGMA wal_checkpoint(TRUNCATE)')
  for (const extra of ['-wal', '-shm']) rmSync(log + extra, { force: true })
}

function deleteLog(log: string): string {
  for (const extra of ['', '-wal', '-shm']) rmSync(log + extra, { force: true })
  return log
}

function sql(path: string, statement: string): void {
  const db = new DatabaseSync(path)
  db.exec(statement)
  db.close()
}
