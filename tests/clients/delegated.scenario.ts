import { expect, it } from 'vitest'
import { letSubagentGo } from './box/box.ts'
import type { Client } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import type { Question } from './model/server.ts'
import { eventsOf } from './recorded-sessions.ts'
import { runTwice } from './run-twice.ts'

/** Newer versions of Claude Code end the turn while a sub-agent works and start another turn when it reports. */
const isInBackground = ({ agent, version }: Client): boolean =>
  agent === 'claude-code' && version !== '2.1.197'
const isLeftToItself = ({ script, at }: Question): boolean => script === 'delegate' && at === 2
const isAtWork = ({ script }: Question): boolean => script === 'part'

withEvery(['claude-code', 'codex', 'opencode'], 'with a sub-agent', (client) => {
  const both = runTwice(client, async (here) => {
    const meanwhile = letSubagentGo(here, isInBackground(client) ? isLeftToItself : isAtWork)
    await here.ask(`Let somebody help ${play('delegate')}`, 'a new session', { meanwhile })
  })

  it('the client starts a sub-agent', () => {
    const { bare, wired } = both()
    for (const { model } of [bare, wired]) {
      expect(model.questions.filter(({ script }) => script === 'part')).toHaveLength(2)
    }
  })

  it("the user's prompt is recorded, but not the sub-agent's prompt", () => {
    const [session] = both().sessions
    expect(eventsOf(session, 'prompt.submitted')).toEqual([
      'prompt.submitted: prompt: Let somebody help [play:delegate]',
    ])
  })

  it('the start and the end of the sub-agent are recorded', () => {
    const [session] = both().sessions
    expect(eventsOf(session, 'subagent.started')).toHaveLength(1)
    expect(eventsOf(session, 'subagent.stopped')).toHaveLength(1)
  })
})

withEvery(['claude-code'], 'forked', (client) => {
  const both = runTwice(client, async (here) => {
    await here.ask(`Make the greeting longer ${play('work')}`)
    await here.start([...client.ask(`Another way ${play('greet')}`, 'the last session'), '--fork-session'])
  })

  it('a fork is recorded as another session', () => {
    const { sessions } = both()
    expect(sessions.map((session) => eventsOf(session, 'prompt.submitted'))).toEqual([
      ['prompt.submitted: prompt: Make the greeting longer [play:work]'],
      ['prompt.submitted: prompt: Another way [play:greet]'],
    ])
  })

  it('a fork does not change the original session', () => {
    const [first] = both().sessions
    expect(first?.state).toBe('ended')
    expect(eventsOf(first, 'session.crashed')).toEqual([])
    // The older version reports a fork as a resume of the original session and later events under the new id.
    if (client.version !== '2.1.197') expect(eventsOf(first, 'session.resumed')).toEqual([])
  })
})
