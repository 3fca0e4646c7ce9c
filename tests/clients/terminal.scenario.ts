import { expect, it } from 'vitest'
import { type Box, isToolRunning } from './box/box.ts'
import { initLeftoff, openBox, succeeds } from './box/open-box.ts'
import { hasTmux, openTerminal, type Terminal } from './box/terminal.ts'
import type { Client } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import type { Question } from './model/server.ts'
import { briefIn, eventsOf, readSessions } from './recorded-sessions.ts'

// Skipped without tmux.
const inTerminal = it.skipIf(!hasTmux)

withEvery(['claude-code'], 'in a terminal', (client) => {
  inTerminal('the client starts without a warning about its settings', async () => {
    const { window } = await startInTerminal(client, ['--permission-mode', 'default'], '❯')
    expect(window.screen()).not.toContain('Warning')
  })

  inTerminal('a turn that Esc interrupted is recorded', async () => {
    const { here, window } = await startInTerminal(client, ['--permission-mode', 'default'], '❯')
    await window.type(`Take your time ${play('wait')}`)
    await window.until('the tool runs', () => isToolRunning(here))
    window.key('Escape')
    await window.shows('Interrupted')
    await window.type(`Say hello ${play('greet')}`)
    await window.shows('nothing to do')
    await window.type('/exit')
    await window.ended()
    const [session] = await readSessions(here)
    expect(eventsOf(session, 'prompt.submitted', 'turn.interrupted')).toEqual([
      'prompt.submitted: prompt: Take your time [play:wait]',
      expect.stringContaining('turn.interrupted: '),
      'prompt.submitted: prompt: Say hello [play:greet]',
    ])
  })

  inTerminal('the client starts a new session with a brief after /clear', async () => {
    const { here, window } = await startInTerminal(client, ['--permission-mode', 'default'], '❯')
    await window.type(`Say hello ${play('greet')}`)
    await window.shows('nothing to do')
    await window.type('/clear')
    await window.until('a new session is recorded', async () => (await readSessions(here)).length === 2)
    await window.type(`Make it longer ${play('work')}`)
    await window.shows('the answer is 42')
    await window.type('/exit')
    await window.ended()
    const sessions = await readSessions(here)
    expect(sessions.map(({ state }) => state)).toEqual(['ended', 'ended'])
    expect(eventsOf(sessions[1], 'prompt.submitted')).toEqual([
      'prompt.submitted: prompt: Make it longer [play:work]',
    ])
    const afterClear = here.model.questions.find(({ script }) => script === 'work')
    expect(briefIn(afterClear?.raw ?? '')).toContain('Say hello')
  })

  inTerminal('the client receives a new brief after /compact', async () => {
    const { here, window } = await startInTerminal(client, ['--permission-mode', 'default'], '❯')
    await window.type(`Make it longer ${play('work')}`)
    await window.shows('the answer is 42')
    await window.command('/compact', /compacted/i)
    await window.type(`Say hello ${play('greet')}`)
    await window.shows('nothing to do')
    const next = here.model.questions.find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('README.md')
  })

  inTerminal('the leftoff status line is shown and reports the size of the context window', async () => {
    const here = await openBox(client)
    await succeeds(here, 'init', '--agent', 'claude-code', '--user', '--status-line')
    const window = openTerminal(here, ['--permission-mode', 'default'])
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
    const [session] = await readSessions(here)
    expect(eventsOf(session, 'context.measured')[0]).toContain('context size: 160000 of 1000000 tokens')
  })
})

const isFull = ({ script }: Question): boolean => script === 'full'

withEvery(['gemini-cli'], 'in a terminal', (client) => {
  inTerminal('/compress is recorded as a compaction, and the next prompt gets a brief', async () => {
    const { here, window } = await startInTerminal(client, [], 'Type your message')
    await window.type(`Say hello ${play('greet')}`)
    await window.shows('nothing to do')
    await window.command('/compress', /compressed/i)
    await window.type(`Say more ${play('part')}`)
    await window.until('the model is asked', () =>
      here.model.questions.some(({ script }) => script === 'part'),
    )
    const [session] = await readSessions(here)
    expect(eventsOf(session, 'context.compacting', 'context.compacted').length).toBeGreaterThan(0)
    const next = here.model.questions.find(({ script }) => script === 'part')
    expect(briefIn(next?.raw ?? '')).toContain('Say hello')
  })
})

async function startInTerminal(
  client: Client,
  args: readonly string[],
  ready: string,
): Promise<{ here: Box; window: Terminal }> {
  const here = await openBox(client)
  await initLeftoff(here)
  const window = openTerminal(here, args)
  await window.shows(ready)
  return { here, window }
}
