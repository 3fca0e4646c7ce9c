import { expect, it } from 'vitest'
import { sendSignal } from './box/box.ts'
import { AGENTS } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { briefIn, eventsOf } from './recorded-sessions.ts'
import { runTwice } from './run-twice.ts'

withEvery(AGENTS, 'interrupted while a tool runs', (client) => {
  const both = runTwice(client, async (here) => {
    await here.ask(`Take your time ${play('wait')}`, 'a new session', {
      meanwhile: sendSignal(here, 'SIGINT'),
    })
    await here.ask(`Go on ${play('greet')}`, 'the last session')
  })

  it('the interrupted tool call is recorded without a successful result', () => {
    const [first] = both().sessions
    expect(eventsOf(first, 'tool.called').join()).toContain('sh wait.sh')
    expect(eventsOf(first, 'tool.returned').filter((event) => !/failed|interrupted/.test(event))).toEqual([])
  })

  // The other clients have no hook for an interrupted turn.
  if (client.agent === 'codex') {
    it('the interruption of the turn is recorded', () => {
      expect(eventsOf(both().sessions[0], 'turn.interrupted')).toHaveLength(1)
    })
  }

  it('the client continues in the same session', () => {
    const { sessions } = both()
    expect(sessions.map(({ turns }) => turns)).toEqual([2])
  })
})

withEvery(AGENTS, 'killed while a tool runs', (client) => {
  const both = runTwice(client, async (here) => {
    await here.ask(`Take your time ${play('wait')}`, 'a new session', {
      meanwhile: sendSignal(here, 'SIGKILL'),
    })
    await here.ask(`What happened? ${play('greet')}`)
  })

  it('the next start recovers the killed session with its prompt and the running tool', () => {
    const [first] = both().sessions
    expect(eventsOf(first, 'session.crashed')).toHaveLength(1)
    expect(eventsOf(first, 'session.recovered')).toHaveLength(1)
    expect(first?.state).toBe('ended')
    expect(eventsOf(first, 'prompt.submitted')).toHaveLength(1)
    expect(eventsOf(first, 'tool.called').join()).toContain('sh wait.sh')
    expect(eventsOf(first, 'tool.returned')).toEqual([])
  })

  it('the next session is told about the interrupted turn', () => {
    const next = both().wired.model.questions.find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('Take your time')
  })
})
