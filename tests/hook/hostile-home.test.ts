import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { AGENTS, PAYLOADS, replyText } from './agent-payloads.ts'
import { AS_NOBODY, canDropRights, NOBODY } from './another-user.ts'
import { createHookSandbox, expectUndisturbed, type HookSandbox } from './hook-sandbox.ts'
import { lockLog } from './locked-log.ts'
import { expectPromptsIn, expectSpoolIngested, sendPrompt } from './prompts.ts'

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0

describe('every agent is heard, answered in its own way and never disturbed', () => {
  test('when all is well', async () => {
    await expectPromptsIn(await createHookSandbox(), 'log')
  })

  test('while another process holds the log', async () => {
    const at = await createHookSandbox()
    await sendPrompt(at)
    const lock = await lockLog(at.home)
    await expectPromptsIn(at, 'spool')
    await lock.release()
    await expectSpoolIngested(at)
  })

  test.runIf(canMount)('on a full disk', async () => {
    const at = await createHookSandbox()
    mkdirSync(at.home)
    const full = 'mount -t tmpfs -o size=64k none "$LEFTOFF_HOME";head -c 99999 /dev/zero >"$LEFTOFF_HOME/x"'
    const under = ['unshare', '-m', 'sh', '-c', `{ ${full}; } 2>/dev/null;exec "$@"`, 'sh']
    await expectPromptsIn(at, 'nowhere', { under })
  })

  test.runIf(canDropRights)('in a home that may not be written', async () => {
    const at = await createHookSandbox()
    chmodSync(at.root, 0o755)
    mkdirSync(at.home)
    chownSync(at.home, NOBODY, NOBODY)
    chmodSync(at.home, 0o500)
    await expectPromptsIn(at, 'nowhere', { under: AS_NOBODY })
  })

  test('with a file in the place of the home', async () => {
    const at = await createHookSandbox()
    writeFileSync(join(at.root, 'file'), 'precious')
    await expectPromptsIn(at, 'nowhere', { env: { LEFTOFF_HOME: join(at.root, 'file', 'home') } })
    expect(readFileSync(join(at.root, 'file'), 'utf8')).toBe('precious')
  })

  test.runIf(canDropRights)('without any HOME', async () => {
    const at = await createHookSandbox()
    chmodSync(at.root, 0o755)
    const env = { HOME: undefined, LEFTOFF_HOME: undefined }
    await expectPromptsIn(at, 'nowhere', { under: AS_NOBODY, env })
  })

  test('with blanks and quotes in the name of the home', async () => {
    await expectPromptsIn(await createHookSandbox({ named: `it's "my" home $HOME` }), 'log')
  })

  test('with settings that cannot be read', async () => {
    const at = await createHookSandbox()
    await sendPrompt(at)
    writeFileSync(join(at.folder, '.leftoff.json'), '{"session": ')
    await Promise.all(
      AGENTS.map(async (agent) => {
        const heard = await at.hook(agent, PAYLOADS[agent].start({ session: agent, folder: at.folder }))
        expectUndisturbed(heard)
        expect(replyText(agent, heard.out)).toBeUndefined()
      }),
    )
    rmSync(join(at.folder, '.leftoff.json'))
    await sendPrompt(at)
    const begun = (await at.events()).filter(({ type }) => type === 'session.started')
    expect(begun).toHaveLength(1 + AGENTS.length)
  })
})

describe('a log that cannot be used is not touched, keeps nobody waiting, and loses nothing', () => {
  test.each<[string, (log: string) => void]>([
    ['damaged', (log) => writeFileSync(log, Buffer.alloc(9000, 7), { flag: 'r+' })],
    ['damaged behind its header', damageBehindHeader],
    ['of another program', (log) => sql(fresh(log), 'CREATE TABLE theirs (x)')],
    ['of a newer release', (log) => sql(log, 'PRAGMA user_version = 999')],
  ])('%s', async (_, spoil) => {
    const at = await createHookSandbox()
    await sendPrompt(at)
    const log = join(at.home, 'log.db')
    settled(log)
    const sound = readFileSync(log)
    spoil(log)
    const spoilt = readFileSync(log)
    await expectPromptsIn({ ...at, locate: inSpool(at) }, 'spool')
    expect(readFileSync(log).equals(spoilt)).toBe(true)
    writeFileSync(fresh(log), sound)
    await expectSpoolIngested(at)
  })
})

/** A log that cannot be used cannot be asked. */
const inSpool =
  (at: HookSandbox): HookSandbox['locate'] =>
  async (text) =>
    at.spooled().some((payload) => payload.includes(text)) ? 'spool' : 'nowhere'

function damageBehindHeader(log: string): void {
  const bytes = readFileSync(log)
  writeFileSync(log, bytes.fill(7, 100))
}

function settled(log: string): void {
  sql(log, 'PRAGMA wal_checkpoint(TRUNCATE)')
  for (const extra of ['-wal', '-shm']) rmSync(log + extra, { force: true })
}

function fresh(log: string): string {
  for (const extra of ['', '-wal', '-shm']) rmSync(log + extra, { force: true })
  return log
}

function sql(path: string, statement: string): void {
  const db = new DatabaseSync(path)
  db.exec(statement)
  db.close()
}
