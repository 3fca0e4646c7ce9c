import { expect, it } from 'vitest'
import type { Box } from './box/box.ts'
import { AGENTS, type Agent } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { briefIn, of } from './record.ts'
import { stage } from './stage.ts'

/** How a conversation of some length comes to be compacted without a terminal. */
const COMPACTED: Record<Agent, (here: Box) => Promise<unknown>> = {
  'claude-code': (here) => here.start(['-p', '/compact keep the greeting', '--continue']),
  codex: (here) => here.ask(`Tell it at length ${play('long')}`, 'the last session'),
  'gemini-cli': async (here) => {
    await here.ask(`Tell it at length ${play('long')}`, 'the last session')
    // It compacts before it asks, by the length of the answer before.
    await here.ask(`Tell it at length ${play('long')}`, 'the last session')
  },
  opencode: (here) => here.ask(`Tell it at length ${play('long')}`, 'the last session'),
}

withEvery(AGENTS, 'compacted', (client) => {
  const staged = stage(client, async (here) => {
    await here.ask(`Make the greeting longer ${play('work')}`)
    await COMPACTED[client.agent](here)
    await here.ask(`What is left? ${play('greet')}`, 'the last session')
  })

  it('has been compacted, or nothing here proves anything', () => {
    const { bare, wired } = staged()
    for (const { model } of [bare, wired]) {
      expect(model.questions.filter(({ kind }) => kind === 'summary').length).toBeGreaterThan(0)
    }
  })

  // No hook of Gemini CLI tells of a compaction that happened by itself; for others see terminal.scenario.ts.
  it.skipIf(client.agent === 'gemini-cli')(
    'is recorded once as compacted, in the record of its session',
    () => {
      const { sessions } = staged()
      expect(sessions).toHaveLength(1)
      expect(of(sessions[0], 'context.compacted')).toHaveLength(1)
    },
  )

  it('gives the model a brief again afterwards', () => {
    const { questions } = staged().wired.model
    const at = questions.findLastIndex(({ kind }) => kind === 'summary')
    const next = questions.slice(at).find(({ script }) => script === 'afterwards' || script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('README.md')
  })
})
