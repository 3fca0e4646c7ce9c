import { expect, it } from 'vitest'
import { type Box, waiting } from './box/box.ts'
import { opened, succeeds, wired } from './box/opened.ts'
import { hasTmux, type Terminal, terminal } from './box/terminal.ts'
import type { Client } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import type { Question } from './model/server.ts'
import { briefIn, of, recorded } from './record.ts'

// Without tmux there is no terminal to be had, and these are skipped.
const inTerminal = it.skipIf(!hasTmux)

withEvery(['claude-code'], 'in a terminal', (client) => {
  inTerminal('starts without a question about its settings', async () => {
    const { window } = await started(client, ['--permission-mode', 'default'], '❯')
    expect(window.screen()).not.toContain('Warning')
  })

  inTerminal('has what Esc interrupted recorded as interrupted', async () => {
    const { here, window } = await started(client, ['--permission-mode', 'default'], '❯')
    await window.type(`Take your time ${play('wait')}`)
    await window.until('the tool runs', () => waiting(here))
    window.key('Escape')
    await window.shows('Interrupted')
    await window.type(`Say hello ${play('greet')}`)
    await window.shows('nothing to do')
    await window.type('/exit')
    await window.ended()
    const [session] = await recorded(here)
    expect(of(session, 'prompt.submitted', 'turn.interrupted')).toEqual([
      'prompt.submitted: prompt: Take your time [play:wait]',
      expect.stringContaining('turn.interrupted: '),
      'prompt.submitted: prompt: Say hello [play:greet]',
    ])
  })

  inTerminal('begins a new record and gets a brief after /clear', async () => {
    const { here, window } = await started(client, ['--permission-mode', 'default'], '❯')
    await window.type(`Say hello ${play('greet')}`)
    await window.shows('nothing to do')
    await window.type('/clear')
    await window.until('a new record begins', async () => (await recorded(here)).length === 2)
    await window.type(`Make it longer ${play('work')}`)
    await window.shows('the answer is 42')
    await window.type('/exit')
    await window.ended()
    const sessions = await recorded(here)
    expect(sessions.map(({ state }) => state)).toEqual(['ended', 'ended'])
    expect(of(sessions[1], 'prompt.submitted')).toEqual([
      'prompt.submitted: prompt: Make it longer [play:work]',
    ])
    const afterClear = here.model.questions.find(({ script }) => script === 'work')
    expect(briefIn(afterClear?.raw ?? '')).toContain('Say hello')
  })

  inTerminal('gets a brief again in the same process after /compact', async () => {
    const { here, window } = await started(client, ['--permission-mode', 'default'], '❯')
    await window.type(`Make it longer ${play('work')}`)
    await window.shows('the answer is 42')
    await window.command('/compact', /compacted/i)
    await window.type(`Say hello ${play('greet')}`)
    await window.shows('nothing to do')
    const next = here.model.questions.find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('README.md')
  })

  inTerminal('shows the status line of leftoff, by which alone the size of the window is known', async () => {
    const here = await opened(client)
    await succeeds(here, 'init', '--agent', 'claude-code', '--user', '--status-line')
    const window = terminal(here, ['--permission-mode', 'default'])
    await window.shows('❯')
    await window.shows('leftoff')
    await window.type(`Fill it ${play('full')}`)
    await window.shows('leftoff · 16% of 1M')
    // The status line may run after the Stop hook of its turn; the next hook reads it.
    await window.type(`Fill it again ${play('full')}`)
    await window.until('the model is asked again', () => here.model.questions.filter(isFull).length === 2)
    await window.command('/compact', /compacted/i)
    const afterCompaction = await here.json('session', 'status')
    expect(afterCompaction.carry.context?.used ?? 0).toBeLessThan(160_000)
    await window.type('/exit')
    await window.ended()
    const [session] = await recorded(here)
    expect(of(session, 'context.measured')[0]).toContain('held 160000 of 1000000 tokens')
  })
})

const isFull = ({ script }: Question): boolean => script === 'full'

withEvery(['gemini-cli'], 'in a terminal', (client) => {
  inTerminal('is recorded as compacted after /compress, and gets a brief with the next prompt', async () => {
    const { here, window } = await started(client, [], 'Type your message')
    await window.type(`Say hello ${play('greet')}`)
    await window.shows('nothing to do')
    await window.command('/compress', /compressed/i)
    await window.type(`Say more ${play('part')}`)
    await window.until('the model is asked', () =>
      here.model.questions.some(({ script }) => script === 'part'),
    )
    const [session] = await recorded(here)
    expect(of(session, 'context.compacting', 'context.compacted').length).toBeGreaterThan(0)
    const next = here.model.questions.find(({ script }) => script === 'part')
    expect(briefIn(next?.raw ?? '')).toContain('Say hello')
  })
})

async function started(
  client: Client,
  args: readonly string[],
  ready: string,
): Promise<{ here: Box; window: Terminal }> {
  const here = await opened(client)
  await wired(here)
  const window = terminal(here, args)
  await window.shows(ready)
  return { here, window }
}
