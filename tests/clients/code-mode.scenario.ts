import { expect, it } from 'vitest'
import { lettingGo, signalled } from './box/box.ts'
import { opened, wired } from './box/opened.ts'
import { withNewest } from './every-client.ts'
import { play } from './model/script.ts'
import { codexInCodeMode } from './real/codex.ts'
import { briefIn, of, recorded } from './record.ts'
import { FAILING } from './scripts.ts'
import { stage } from './stage.ts'

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
  const staged = stage(client, async (here) => {
    await here.ask(`Make the greeting longer ${play('work-at-once')}`)
    await here.ask(`What is left? ${play('greet')}`)
  })

  it('really runs a script: the model calls only exec', () => {
    const { bare, wired } = staged()
    for (const { model } of [bare, wired]) {
      const calls = model.questions.flatMap(({ items }) => items.filter(({ kind }) => kind === 'call'))
      expect(calls).toMatchObject([{ name: 'exec' }])
    }
  })

  it('records each tool call of the script once, in order, and not the script', () => {
    const [first] = staged().sessions
    expect(of(first, 'tool.called', 'tool.returned')).toEqual(CALLS)
  })

  it('records the files that the script changed', () => {
    expect(of(staged().sessions[0], 'file.changed')).toEqual([
      "file.changed: edited README.md: 'hello' -> 'hello world'",
      'file.changed: created src/answer.js (1 lines)',
    ])
  })

  it('ends every session and gives the next one a brief', () => {
    const { sessions, wired } = staged()
    expect(sessions.map(({ state, turns }) => [state, turns])).toEqual([
      ['ended', 1],
      ['ended', 1],
    ])
    const next = wired.model.questions.find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('Make the greeting longer')
    expect(briefIn(next?.raw ?? '')).toContain('src/answer.js')
  })

  it('finds every tool call of the rollout already recorded', async () => {
    const { wired } = staged()
    const before = await recorded(wired)
    await wired.json('import', '--agent', 'codex')
    const after = await recorded(wired)
    const tools = ['tool.called', 'tool.returned', 'file.changed']
    expect(after.map((session) => of(session, ...tools))).toEqual(
      before.map((session) => of(session, ...tools)),
    )
  })

  it('records the tool call that was running when the client was killed', async () => {
    const here = await opened(client)
    await wired(here)
    await here.ask(`Take your time ${play('wait')}`, 'a new session', {
      meanwhile: signalled(here, 'SIGKILL'),
    })
    await here.ask(`What happened? ${play('greet')}`)
    const [first] = await recorded(here)
    expect(of(first, 'session.crashed', 'session.recovered')).toHaveLength(2)
    expect(of(first, 'tool.called')).toEqual([expect.stringContaining('sh wait.sh')])
    const next = here.model.questions.find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('Take your time')
  })
})

withNewest('codex', 'in code mode with a sub-agent', ({ version }) => {
  const staged = stage(codexInCodeMode(version), async (here) => {
    const meanwhile = lettingGo(here, ({ script }) => script === 'part')
    await here.ask(`Let somebody help ${play('delegate')}`, 'a new session', { meanwhile })
  })

  it('really starts a sub-agent', () => {
    const { bare, wired } = staged()
    for (const { model } of [bare, wired])
      expect(model.questions.filter(({ script }) => script === 'part')).toHaveLength(2)
  })

  it('records the prompt, the start and end of the sub-agent, and every tool call', () => {
    const { sessions } = staged()
    expect(sessions).toHaveLength(1)
    expect(of(sessions[0], 'prompt.submitted')).toHaveLength(1)
    expect(of(sessions[0], 'subagent.started', 'subagent.stopped')).toHaveLength(2)
    const calls = of(sessions[0], 'tool.called')
    expect(calls).toHaveLength(3)
    expect(calls.filter((call) => call.includes('sh part.sh'))).toHaveLength(1)
  })
})
