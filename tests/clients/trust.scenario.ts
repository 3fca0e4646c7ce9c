import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { initLeftoff, openBox } from './box/open-box.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { listHooks, trustEntries } from './real/codex-trust.ts'

const ASK = ['exec', `Good morning ${play('greet')}`]

withEvery(['codex'], 'with hooks that need trust', (client) => {
  it('the client does not trust new hooks, and leftoff doctor reports them', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    const hooks = await listHooks(here)
    expect(hooks.length).toBeGreaterThan(0)
    expect(new Set(hooks.map(({ trustStatus }) => trustStatus))).toEqual(new Set(['untrusted']))
    const report = JSON.parse((await here.leftoff('doctor', '--json')).out)
    const codex = report.agents.find(({ agent }: { agent: string }) => agent === 'codex')
    expect(codex.trust).toMatchObject({ kind: 'told', trusted: 0, untrusted: hooks.length })
  })

  it('the client skips untrusted hooks, and nothing is recorded', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    expect((await here.start(ASK)).code).toBe(0)
    expect((await here.json('session', 'list')).sessions).toEqual([])
  })

  it('the client runs trusted hooks', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    appendFileSync(join(here.home, '.codex', 'config.toml'), trustEntries(await listHooks(here)))
    expect((await here.start(ASK)).code).toBe(0)
    expect((await here.json('session', 'list')).sessions).toHaveLength(1)
    const report = JSON.parse((await here.leftoff('doctor', '--json')).out)
    expect(report.ok).toBe(true)
  })
})
