import { expect, it } from 'vitest'
import { signalled } from './box/box.ts'
import { AGENTS } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { briefIn, of } from './record.ts'
import { stage } from './stage.ts'

withEvery(AGENTS, 'interrupted while a tool runs', (client) => {
  const staged = stage(client, async (here) => {
    await here.ask(`Take your time ${play('wait')}`, 'a new session', {
      meanwhile: signalled(here, 'SIGINT'),
    })
    await here.ask(`Go on ${play('greet')}`, 'the last session')
  })

  it('records the prompt and the tool that did not return well', () => {
    const [first] = staged().sessions
    expect(of(first, 'tool.called').join()).toContain('sh wait.sh')
    expect(of(first, 'tool.returned').filter((event) => !/failed|interrupted/.test(event))).toEqual([])
  })

  // The others have no hook for it.
  if (client.agent === 'codex') {
    it('records that the turn was interrupted', () => {
      expect(of(staged().sessions[0], 'turn.interrupted')).toHaveLength(1)
    })
  }

  it('goes on in the same record when it is continued', () => {
    const { sessions } = staged()
    expect(sessions.map(({ turns }) => turns)).toEqual([2])
  })
})

withEvery(AGENTS, 'killed while a tool runs', (client) => {
  const staged = stage(client, async (here) => {
    await here.ask(`Take your time ${play('wait')}`, 'a new session', {
      meanwhile: signalled(here, 'SIGKILL'),
    })
    await here.ask(`What happened? ${play('greet')}`)
  })

  it('is found to have crashed, and recovered by the next start, with the prompt and the tool it was at', () => {
    const [first] = staged().sessions
    expect(of(first, 'session.crashed')).toHaveLength(1)
    expect(of(first, 'session.recovered')).toHaveLength(1)
    expect(first?.state).toBe('ended')
    expect(of(first, 'prompt.submitted')).toHaveLength(1)
    expect(of(first, 'tool.called').join()).toContain('sh wait.sh')
    expect(of(first, 'tool.returned')).toEqual([])
  })

  it('tells the next session what it was at', () => {
    const next = staged().wired.model.questions.find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('Take your time')
  })
})
