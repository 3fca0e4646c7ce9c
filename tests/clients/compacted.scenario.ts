import { expect, it } from 'vitest'
import type { Box } from './box/box.ts'
import { AGENTS, type Agent } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { briefIn, eventsOf } from './recorded-sessions.ts'
import { runTwice } from './run-twice.ts'

/** How each client compacts a conversation without a terminal. */
const COMPACTED: Record<Agent, (here: Box) => Promise<unknown>> = {
  'claude-code': (here) => here.start(['-p', '/compact keep the greeting', '--continue']),
  codex: (here) => here.ask(`Tell it at length ${play('long')}`, 'the last session'),
  'gemini-cli': async (here) => {
    await here.ask(`Tell it at length ${play('long')}`, 'the last session')
    // This client compacts before a request if the previous answer reported too many tokens.
    await here.ask(`Tell it at length ${play('long')}`, 'the last session')
  },
  opencode: (here) => here.ask(`Tell it at length ${play('long')}`, 'the last session'),
}

withEvery(AGENTS, 'with a compaction', (client) => {
  const both = runTwice(client, async (here) => {
    await here.ask(`Make the greeting longer ${play('work')}`)
    await COMPACTED[client.agent](here)
    await here.ask(`What is left? ${play('greet')}`, 'the last session')
  })

  it('the client compacts the conversation', () => {
    const { bare, wired } = both()
    for (const { model } of [bare, wired]) {
      expect(model.questions.filter(({ kind }) => kind === 'summary').length).toBeGreaterThan(0)
    }
  })

  // Gemini CLI calls no hook after an automatic compaction. terminal.scenario.ts covers a manual one.
  it.skipIf(client.agent === 'gemini-cli')('one compaction is recorded in the same session', () => {
    const { sessions } = both()
    expect(sessions).toHaveLength(1)
    expect(eventsOf(sessions[0], 'context.compacted')).toHaveLength(1)
  })

  it('the model gets a new brief after the compaction', () => {
    const { questions } = both().wired.model
    const at = questions.findLastIndex(({ kind }) => kind === 'summary')
    const next = questions.slice(at).find(({ script }) => script === 'afterwards' || script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('README.md')
  })
})
