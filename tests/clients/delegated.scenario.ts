import { expect, it } from 'vitest'
import { lettingGo } from './box/box.ts'
import type { Client } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import type { Question } from './model/server.ts'
import { of } from './record.ts'
import { stage } from './stage.ts'

/** Newer versions of Claude Code end the turn while a sub-agent works, and begin another when it reports. */
const isInBackground = ({ agent, version }: Client): boolean =>
  agent === 'claude-code' && version !== '2.1.197'
const isLeftToItself = ({ script, at }: Question): boolean => script === 'delegate' && at === 2
const isAtWork = ({ script }: Question): boolean => script === 'part'

withEvery(['claude-code', 'codex', 'opencode'], 'with a sub-agent', (client) => {
  const staged = stage(client, async (here) => {
    const meanwhile = lettingGo(here, isInBackground(client) ? isLeftToItself : isAtWork)
    await here.ask(`Let somebody help ${play('delegate')}`, 'a new session', { meanwhile })
  })

  it('has had a part done by a sub-agent, or nothing here proves anything', () => {
    const { bare, wired } = staged()
    for (const { model } of [bare, wired]) {
      expect(model.questions.filter(({ script }) => script === 'part')).toHaveLength(2)
    }
  })

  it('has one prompt of the user; what the sub-agent was told is not one', () => {
    const [session] = staged().sessions
    expect(of(session, 'prompt.submitted')).toEqual([
      'prompt.submitted: prompt: Let somebody help [play:delegate]',
    ])
  })

  it('records that a sub-agent began and ended', () => {
    const [session] = staged().sessions
    expect(of(session, 'subagent.started')).toHaveLength(1)
    expect(of(session, 'subagent.stopped')).toHaveLength(1)
  })
})

withEvery(['claude-code'], 'forked', (client) => {
  const staged = stage(client, async (here) => {
    await here.ask(`Make the greeting longer ${play('work')}`)
    await here.start([...client.ask(`Another way ${play('greet')}`, 'the last session'), '--fork-session'])
  })

  it('is a session of its own', () => {
    const { sessions } = staged()
    expect(sessions.map((session) => of(session, 'prompt.submitted'))).toEqual([
      ['prompt.submitted: prompt: Make the greeting longer [play:work]'],
      ['prompt.submitted: prompt: Another way [play:greet]'],
    ])
  })

  it('leaves the session it came from as it was', () => {
    const [first] = staged().sessions
    expect(first?.state).toBe('ended')
    expect(of(first, 'session.crashed')).toEqual([])
    // The older version announces a fork as a return to the session it comes from, and then speaks for the fork.
    if (client.version !== '2.1.197') expect(of(first, 'session.resumed')).toEqual([])
  })
})
