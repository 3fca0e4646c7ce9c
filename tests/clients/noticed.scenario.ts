import { expect, it } from 'vitest'
import { letSubagentGo } from './box/box.ts'
import { initLeftoff, openBox, succeeds } from './box/open-box.ts'
import { hasTmux, openTerminal } from './box/terminal.ts'
import type { Client } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import type { Question } from './model/server.ts'

// Skipped without tmux.
const inTerminal = it.skipIf(!hasTmux)

const NOTICE = /leftoff: briefed from 1 session, about \d+ tokens/

/** How each client starts in a terminal, and what it shows when it is ready. */
const STARTED = {
  'claude-code': [['--permission-mode', 'default'], '❯'],
  'gemini-cli': [[], 'Type your message'],
} as const

withEvery(['claude-code', 'gemini-cli'], 'in a terminal', (client) => {
  const [args, ready] = STARTED[client.agent === 'claude-code' ? 'claude-code' : 'gemini-cli']

  inTerminal('the user sees one line about the brief', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Make the greeting longer ${play('work')}`)
    const window = openTerminal(here, args)
    await window.shows(ready)
    await window.type(`Say hello ${play('greet')}`)
    await window.shows(NOTICE)
  })
})

withEvery(['gemini-cli'], 'without a terminal', (client) => {
  it('the client prints no notice, because scripts read its output', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Make the greeting longer ${play('work')}`)
    const asked = await here.start(client.ask(`Say hello ${play('greet')}`, 'a new session'))
    expect(asked.out).not.toContain('leftoff:')
  })
})

withEvery(['codex'], 'in a terminal', (client) => {
  inTerminal('the user sees one line about the brief', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Make the greeting longer ${play('work')}`)
    const window = openTerminal(here, ['--dangerously-bypass-hook-trust', '--disable', 'daemon_auto_start'])
    await window.shows('›')
    await window.type(`Say hello ${play('greet')}`)
    // Codex starts its hooks with the first prompt, and may interpret the first Enter differently.
    await window.until('the model is asked', () => {
      window.key('Enter')
      return here.model.questions.some(({ script }) => script === 'greet')
    })
    await window.shows(NOTICE)
  })
})

/** Newer versions of Claude Code end the turn while a sub-agent works. */
const isInBackground = ({ agent, version }: Client): boolean =>
  agent === 'claude-code' && version !== '2.1.197'
const isLeftToItself = ({ script, at }: Question): boolean => script === 'delegate' && at === 2
const isAtWork = ({ script }: Question): boolean => script === 'part'

withEvery(['claude-code', 'codex', 'opencode'], 'with a sub-agent', (client) => {
  it("the sub-agent gets the user's rules", async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await succeeds(here, 'memory', 'add', 'Use pnpm, never npm')
    const meanwhile = letSubagentGo(here, isInBackground(client) ? isLeftToItself : isAtWork)
    await here.ask(`Let somebody help ${play('delegate')}`, 'a new session', { meanwhile })
    const asked = here.model.questions.filter(isAtWork)
    expect(asked.length).toBeGreaterThan(0)
    for (const { raw } of asked) expect(raw).toContain('Use pnpm, never npm')
  })
})
