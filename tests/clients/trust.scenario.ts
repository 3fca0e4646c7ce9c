import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { opened, wired } from './box/opened.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { hooksOf, trusted } from './real/codex-trust.ts'

const ASK = ['exec', `Good morning ${play('greet')}`]

withEvery(['codex'], 'whose user has not reviewed the hooks', (client) => {
  it('has every hook of leftoff as untrusted, and leftoff doctor says so', async () => {
    const here = await opened(client)
    await wired(here)
    const hooks = await hooksOf(here)
    expect(hooks.length).toBeGreaterThan(0)
    expect(new Set(hooks.map(({ trustStatus }) => trustStatus))).toEqual(new Set(['untrusted']))
    const told = JSON.parse((await here.leftoff('doctor', '--json')).out)
    const codex = told.agents.find(({ agent }: { agent: string }) => agent === 'codex')
    expect(codex.trust).toMatchObject({ kind: 'told', trusted: 0, untrusted: hooks.length })
  })

  it('passes over them, and nothing is recorded', async () => {
    const here = await opened(client)
    await wired(here)
    expect((await here.start(ASK)).code).toBe(0)
    expect((await here.json('session', 'list')).sessions).toEqual([])
  })

  it('runs them once they are trusted', async () => {
    const here = await opened(client)
    await wired(here)
    appendFileSync(join(here.home, '.codex', 'config.toml'), trusted(await hooksOf(here)))
    expect((await here.start(ASK)).code).toBe(0)
    expect((await here.json('session', 'list')).sessions).toHaveLength(1)
    const told = JSON.parse((await here.leftoff('doctor', '--json')).out)
    expect(told.ok).toBe(true)
  })
})
