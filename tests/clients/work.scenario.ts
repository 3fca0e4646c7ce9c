import { expect, it } from 'vitest'
import { AGENTS } from './client.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { briefIn, of } from './record.ts'
import { FAILING } from './scripts.ts'
import { stage } from './stage.ts'

withEvery(AGENTS, 'at work', (client) => {
  const staged = stage(client, async (here) => {
    await here.ask(`Make the greeting longer ${play('work')}`)
    await here.ask(`What is left? ${play('greet')}`)
    await here.ask(`And now? ${play('greet')}`, 'the last session')
  })

  it('records the prompt, the files, what was run and the answer', () => {
    const [first] = staged().sessions
    expect(of(first, 'prompt.submitted')).toEqual([
      `prompt.submitted: prompt: Make the greeting longer [play:work]`,
    ])
    expect(of(first, 'file.changed')).toEqual([
      "file.changed: edited README.md: 'hello' -> 'hello world'",
      'file.changed: created src/answer.js (1 lines)',
    ])
    expect(of(first, 'tool.called')).toHaveLength(5)
    expect(of(first, 'tool.returned')).toHaveLength(5)
    expect(of(first, 'tool.returned').at(-2)).toMatch(/ran cat src\/answer\.js$/)
    // Gemini CLI gives the text of the whole turn as one answer, and a story tells its first line.
    const answer = client.agent === 'gemini-cli' ? 'I look at it first' : 'All is done'
    expect(of(first, 'response.completed').join()).toContain(answer)
  })

  it('records that a command failed', () => {
    const [first] = staged().sessions
    expect(of(first, 'tool.returned').at(-1)).toBe(`tool.returned: ran ${FAILING}: failed`)
  })

  it('gives the next session a brief, and the first one none', () => {
    const { questions } = staged().wired.model
    const first = questions.find(({ script }) => script === 'work')
    const next = questions.find(({ script }) => script === 'greet')
    expect(briefIn(first?.raw ?? '')).toBeUndefined()
    expect(briefIn(next?.raw ?? '')).toContain('Make the greeting longer')
  })

  it('keeps a session that is continued in one record', () => {
    const { sessions } = staged()
    expect(sessions.map(({ turns }) => turns)).toEqual([1, 2])
    expect(of(sessions[1], 'session.started', 'session.resumed')).toHaveLength(2)
  })

  it('knows that every session is over', () => {
    const { sessions } = staged()
    expect(sessions.map(({ state }) => state)).toEqual(['ended', 'ended'])
  })
})
