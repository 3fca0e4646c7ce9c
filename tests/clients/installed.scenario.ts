import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Box } from './box/box.ts'
import { fingerprint } from './box/files.ts'
import { initLeftoff, openBox, succeeds } from './box/open-box.ts'
import { contentOf } from './box/process.ts'
import { AGENTS } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'

withEvery(AGENTS, 'after leftoff init', (client) => {
  it("leftoff uninstall restores the client's configuration byte for byte", async () => {
    const here = await openBox(client)
    const before = configuration(here)
    await initLeftoff(here)
    expect(configuration(here)).not.toEqual(before)
    await succeeds(here, 'uninstall', '--agent', client.agent, '--user')
    expect(configuration(here)).toEqual(before)
  })

  it("a second leftoff init does not change the client's configuration", async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    const once = configuration(here)
    await initLeftoff(here)
    expect(configuration(here)).toEqual(once)
  })

  it('the client works after leftoff uninstall, and no configuration file mentions leftoff', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Good morning ${play('greet')}`)
    const { sessions } = await here.json('session', 'list')
    await succeeds(here, 'uninstall', '--agent', client.agent, '--user')
    const last = await here.ask(`Good evening ${play('greet')}`)
    expect(last.code).toBe(0)
    expect(here.model.questions.at(-1)?.raw).not.toContain('leftoff-brief')
    expect((await here.json('session', 'list')).sessions).toHaveLength(sessions.length)
    for (const path of client.configuration)
      expect(contentOf(join(here.home, path))).not.toContain('leftoff_')
  })
})

// trust.scenario.ts covers Codex, whose hooks wait for a review.
withEvery(['claude-code', 'gemini-cli', 'opencode'], 'after leftoff init and one session', (client) => {
  it('leftoff doctor finds no problem', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Good morning ${play('greet')}`)
    const { out } = await here.leftoff('doctor', '--json')
    const { ok, chapters }: DoctorReport = JSON.parse(out)
    const wrong = chapters.flatMap(({ findings }) => findings.filter(({ level }) => level === 'wrong'))
    expect({ ok, wrong }).toEqual({ ok: true, wrong: [] })
  })
})

interface DoctorReport {
  readonly ok: boolean
  readonly chapters: readonly {
    readonly findings: readonly { readonly level: string; readonly text: string }[]
  }[]
}

const configuration = ({ home, client }: Box): Record<string, string> =>
  fingerprint(home, client.configuration)
