import { once } from 'node:events'
import { chmodSync, chownSync, createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFifo } from '../crash/kit/run-hook.ts'
import { AGENTS, PAYLOADS } from './agent-payloads.ts'
import { AS_NOBODY, canDropRights, NOBODY } from './another-user.ts'
import { createHookSandbox, expectUndisturbed } from './hook-sandbox.ts'
import { sendPrompt } from './prompts.ts'

describe('a hook is recorded and exits 0', () => {
  test('a hook is recorded and exits 0 when the agent has closed standard output', async () => {
    const at = await createHookSandbox()
    await sendPrompt(at)
    for (const agent of AGENTS) {
      const start = PAYLOADS[agent].start({ session: agent, folder: at.folder })
      const { code, signal, err } = await at.hook(agent, start, { closesStdout: true })
      expect({ code, signal, err }).toEqual({ code: 0, signal: null, err: '' })
    }
    const starts = (await at.events()).filter(({ type }) => type === 'session.started')
    expect(starts).toHaveLength(1 + AGENTS.length)
  })

  test('a hook is recorded and exits 0 when the agent and its shell are killed while the hook reads', async () => {
    const at = await createHookSandbox()
    const fifo = createFifo(at.root)
    const shell = at.spawn(['hook', 'codex'], {
      under: ['sh', '-c', '"$@" <"$0" & echo up >&2; wait', fifo],
    })
    const writer = createWriteStream(fifo)
    writer.write('{"session_id":"x","hook_event_name":"UserPromptSubmit",')
    if (shell.stderr) await once(shell.stderr, 'data')
    shell.kill('SIGKILL')
    writer.end(`"cwd":${JSON.stringify(at.folder)},"prompt":"last words","turn_id":"t"}`)
    await once(shell, 'close') // waits until the hook closes its inherited pipes
    expect(await at.locate('last words')).toBe('log')
  })

  test('a hook is recorded and exits 0 when the working directory was deleted', async () => {
    const at = await createHookSandbox()
    const folder = join(at.root, 'gone')
    mkdirSync(folder)
    const withoutFolder = { under: ['sh', '-c', 'rmdir "$PWD";exec "$@"', 'sh'], folder }
    expectUndisturbed(
      await at.hook('codex', PAYLOADS.codex.prompt({ session: 'x', folder }, 'marked words'), withoutFolder),
    )
    expect(await at.locate('marked words')).toBe('log')
  })

  test('a hook is recorded and exits 0 when the payload names an invalid folder', async () => {
    const at = await createHookSandbox()
    const folders = ['/etc/passwd', '/etc/passwd/below', '/tmp/a\0b', `/${'long/'.repeat(1200)}`, 'relative']
    for (const [index, folder] of folders.entries()) {
      const odd = PAYLOADS.codex.prompt({ session: `odd ${index}`, folder }, `odd words ${index}`)
      expectUndisturbed(await at.hook('codex', odd))
      await at.ingestedEvents()
      expect(at.spooled(), folder).toEqual([])
      const where = await at.locate(`odd words ${index}`)
      // A path of this length does not fit into an event.
      expect(where, folder).toBe(folder.length > 4096 ? 'quarantine' : 'log')
    }
  })

  test('a hook is recorded and exits 0 when only a newer release supports the agent', async () => {
    const at = await createHookSandbox()
    const result = await at.hook('tomorrow', '{"payload":"marked words"}')
    expectUndisturbed(result)
    expect(result.out).toBe('')
    expect(await at.locate('marked words')).toBe('spool')
    await at.ingestedEvents()
    expect(await at.locate('marked words')).toBe('quarantine')
    const invalid = await at.hook('../../etc', '{}')
    expectUndisturbed(invalid)
    expect(invalid.out).toBe('')
    expect(at.spooled()).toEqual([])
  })
})

describe('a hook', () => {
  test('a hook does not wait until a spool of 1,000 sessions is ingested', async () => {
    const at = await createHookSandbox()
    const folder = join(at.home, 'spool', 'new')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (let i = 0; i < 1000; i += 1) {
      const payload = PAYLOADS.codex.prompt({ session: `s${i}`, folder: at.folder }, `prompt ${i}`)
      writeFileSync(join(folder, `codex.${String(i).padStart(9, '0')}`), JSON.stringify(payload))
    }
    expectUndisturbed(await sendPrompt(at))
    expect(await at.locate('as usual')).toBe('log')
    expect(at.spooled().length).toBeGreaterThanOrEqual(800)
  })

  test.runIf(canDropRights)('a hook skips spooled files owned by another user', async () => {
    const at = await createHookSandbox()
    chmodSync(at.root, 0o755)
    for (const folder of ['.', 'spool', 'spool/new', 'spool/tmp']) {
      mkdirSync(join(at.home, folder), { recursive: true, mode: 0o700 })
      chownSync(join(at.home, folder), NOBODY, NOBODY)
    }
    writeFileSync(join(at.home, 'spool', 'new', 'codex.by-another-user'), '{}', { mode: 0o600 })
    const payload = PAYLOADS.codex.prompt({ session: 'x', folder: at.folder }, 'marked words')
    expectUndisturbed(await at.hook('codex', payload, { under: AS_NOBODY }))
    expect(await at.locate('marked words')).toBe('log')
    expect(at.spooled()).toEqual(['{}'])
  })
})
