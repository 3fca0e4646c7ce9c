import { expect, it } from 'vitest'
import { AGENTS } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { briefIn, eventsOf } from './recorded-sessions.ts'
import { runTwice } from './run-twice.ts'
import { FAILING } from './scripts.ts'

withEvery(AGENTS, 'in a normal session', (client) => {
  const both = runTwice(client, async (here) => {
    await here.ask(`Make the greeting longer ${play('work')}`)
    await here.ask(`What is left? ${play('greet')}`)
    await here.ask(`And now? ${play('greet')}`, 'the last session')
  })

  it('the prompt, the files, the commands and the answer are recorded', () => {
    const [first] = both().sessions
    expect(eventsOf(first, 'prompt.submitted')).toEqual([
      `prompt.submitted: prompt: Make the greeting longer [play:work]`,
    ])
    expect(eventsOf(first, 'file.changed')).toEqual([
      "file.changed: edited README.md: 'hello' -> 'hello world'",
      'file.changed: created src/answer.js (1 lines)',
    ])
    expect(eventsOf(first, 'tool.called')).toHaveLength(5)
    expect(eventsOf(first, 'tool.returned')).toHaveLength(5)
    expect(eventsOf(first, 'tool.returned').at(-2)).toMatch(/ran cat src\/answer\.js$/)
    // Gemini CLI reports the text of the whole turn as one answer, and the event shows the answer's first
    // line.
    const answer = client.agent === 'gemini-cli' ? 'I look at it first' : 'All is done'
    expect(eventsOf(first, 'response.completed').join()).toContain(answer)
  })

  it('a command failure is recorded', () => {
    const [first] = both().sessions
    expect(eventsOf(first, 'tool.returned').at(-1)).toBe(`tool.returned: ran ${FAILING}: failed`)
  })

  it('the next session gets a brief, and the first session gets none', () => {
    const { questions } = both().wired.model
    const first = questions.find(({ script }) => script === 'work')
    const next = questions.find(({ script }) => script === 'greet')
    expect(briefIn(first?.raw ?? '')).toBeUndefined()
    expect(briefIn(next?.raw ?? '')).toContain('Make the greeting longer')
  })

  it('a continued session is recorded as one session', () => {
    const { sessions } = both()
    expect(sessions.map(({ turns }) => turns)).toEqual([1, 2])
    expect(eventsOf(sessions[1], 'session.started', 'session.resumed')).toHaveLength(2)
  })

  it('the end of every session is recorded', () => {
    const { sessions } = both()
    expect(sessions.map(({ state }) => state)).toEqual(['ended', 'ended'])
  })
})
