import { expect, it } from 'vitest'
import { letSubagentGo, sendSignal } from './box/box.ts'
import { initLeftoff, openBox } from './box/open-box.ts'
import { withNewest } from './every-client.ts'
import { play } from './model/script.ts'
import { codexInCodeMode } from './real/codex.ts'
import { briefIn, eventsOf, readSessions } from './recorded-sessions.ts'
import { runTwice } from './run-twice.ts'
import { FAILING } from './scripts.ts'

const CALLS = [
  'tool.called: calls Bash: cat README.md',
  'tool.returned: ran cat README.md',
  'tool.called: calls apply_patch on README.md',
  'tool.returned: apply_patch README.md',
  'tool.called: calls apply_patch on src/answer.js',
  'tool.returned: apply_patch src/answer.js',
  'tool.called: calls Bash: cat src/answer.js',
  'tool.returned: ran cat src/answer.js',
  `tool.called: calls Bash: ${FAILING}`,
  `tool.returned: ran ${FAILING}: failed`,
]

withNewest('codex', 'in code mode', ({ version }) => {
  const client = codexInCodeMode(version)
  const both = runTwice(client, async (here) => {
    await here.ask(`Make the greeting longer ${play('work-at-once')}`)
    await here.ask(`What is left? ${play('greet')}`)
  })

  it('in code mode, the model calls only exec, which runs a script', () => {
    const { bare, wired } = both()
    for (const { model } of [bare, wired]) {
      const calls = model.questions.flatMap(({ items }) => items.filter(({ kind }) => kind === 'call'))
      expect(calls).toMatchObject([{ name: 'exec' }])
    }
  })

  it('each tool call that the script makes is recorded once and in order, but not the script itself', () => {
    const [first] = both().sessions
    expect(eventsOf(first, 'tool.called', 'tool.returned')).toEqual(CALLS)
  })

  it('the files that the script changed are recorded', () => {
    expect(eventsOf(both().sessions[0], 'file.changed')).toEqual([
      "file.changed: edited README.md: 'hello' -> 'hello world'",
      'file.changed: created src/answer.js (1 lines)',
    ])
  })

  it('every session ends, and the next one gets a brief', () => {
    const { sessions, wired } = both()
    expect(sessions.map(({ state, turns }) => [state, turns])).toEqual([
      ['ended', 1],
      ['ended', 1],
    ])
    const next = wired.model.questions.find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('Make the greeting longer')
    expect(briefIn(next?.raw ?? '')).toContain('src/answer.js')
  })

  it('every tool call in the rollout is recorded', async () => {
    const { wired } = both()
    const before = await readSessions(wired)
    await wired.json('import', '--agent', 'codex')
    const after = await readSessions(wired)
    const tools = ['tool.called', 'tool.returned', 'file.changed']
    expect(after.map((session) => eventsOf(session, ...tools))).toEqual(
      before.map((session) => eventsOf(session, ...tools)),
    )
  })

  it('the tool call that was running when the client was killed is recorded', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Take your time ${play('wait')}`, 'a new session', {
      meanwhile: sendSignal(here, 'SIGKILL'),
    })
    await here.ask(`What happened? ${play('greet')}`)
    const [first] = await readSessions(here)
    expect(eventsOf(first, 'session.crashed', 'session.recovered')).toHaveLength(2)
    expect(eventsOf(first, 'tool.called')).toEqual([expect.stringContaining('sh wait.sh')])
    const next = here.model.questions.find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('Take your time')
  })
})

withNewest('codex', 'in code mode with a sub-agent', ({ version }) => {
  const both = runTwice(codexInCodeMode(version), async (here) => {
    const meanwhile = letSubagentGo(here, ({ script }) => script === 'part')
    await here.ask(`Let somebody help ${play('delegate')}`, 'a new session', { meanwhile })
  })

  it('the client starts a sub-agent', () => {
    const { bare, wired } = both()
    for (const { model } of [bare, wired])
      expect(model.questions.filter(({ script }) => script === 'part')).toHaveLength(2)
  })

  it('the prompt, the start and end of the sub-agent, and every tool call are recorded', () => {
    const { sessions } = both()
    expect(sessions).toHaveLength(1)
    expect(eventsOf(sessions[0], 'prompt.submitted')).toHaveLength(1)
    expect(eventsOf(sessions[0], 'subagent.started', 'subagent.stopped')).toHaveLength(2)
    const calls = eventsOf(sessions[0], 'tool.called')
    expect(calls).toHaveLength(3)
    expect(calls.filter((call) => call.includes('sh part.sh'))).toHaveLength(1)
  })
})
