import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agentSdkFolder } from './agent-sdk.mjs'
import { type Box, sendSignal } from './box/box.ts'
import { initLeftoff, openBox } from './box/open-box.ts'
import type { Client } from './client.ts'
import { packages } from './installed.mjs'
import { play } from './model/script.ts'
import { claudeCode } from './real/claude-code.ts'
import { briefIn, eventsOf, readSessions } from './recorded-sessions.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The example runs a real program three times, perhaps on a busy machine. */
const LIMIT_MS = 130_000
const isWanted = process.env.LEFTOFF_ONLY?.split(',').includes('claude-agent-sdk') ?? true

describe.runIf(isWanted)('the Claude Agent SDK with the leftoff hooks', () => {
  it(
    'the example runs, and each run receives the earlier messages, even after a kill',
    () => {
      const { status, stdout, stderr } = node(join(ROOT, 'scripts/examples.mjs'), 'claude-agent-sdk')
      expect(stdout, stderr).toMatch(/^ok {2}claude-agent-sdk/)
      expect(stdout).toContain('examples: 1 passed, 0 failed\n')
      expect(status).toBe(0)
    },
    LIMIT_MS,
  )

  it('the hook types are compatible with the SDK in strict mode', () => {
    const folder = createFolder()
    writeFileSync(join(folder, 'program.mts'), PROGRAM)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
    const { status, stdout } = node(join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', folder)
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })

  it('an SDK session is recorded like a Claude Code session, including its end', async () => {
    const here = await program()
    expect(await here.ask(`Make the greeting longer ${play('work')}`)).toMatchObject({ code: 0, err: '' })
    const [session] = await readSessions(here)
    expect(session).toMatchObject({ state: 'ended', turns: 1, endedBy: 'hook' })
    expect(eventsOf(session, 'prompt.submitted').join()).toContain('Make the greeting longer')
    expect(eventsOf(session, 'file.changed').join()).toMatch(/README\.md.*src\/answer\.js/s)
    expect(eventsOf(session, 'tool.called')).toHaveLength(5)
    expect(eventsOf(session, 'tool.returned').join()).toMatch(/failed/)
    expect(eventsOf(session, 'response.completed').join()).toContain('the answer is 42')
  })

  it('the SDK passes the compaction instructions on and receives a new brief after the compaction', async () => {
    const here = await program()
    const prompts = [`Make the greeting longer ${play('work')}`, '/compact', `What is left? ${play('greet')}`]
    expect(await here.start(prompts)).toMatchObject({ code: 0, err: '' })
    const { questions } = here.model
    const at = questions.findLastIndex(({ kind }) => kind === 'summary')
    expect(questions[at]?.raw).toMatch(/Additional Instructions:[\s\S]*leftoff[\s\S]*README\.md/)
    const next = questions.slice(at).find(({ script }) => script === 'greet')
    expect(briefIn(next?.raw ?? '')).toContain('README.md')
    const sessions = await readSessions(here)
    expect(sessions).toHaveLength(1)
    expect(eventsOf(sessions[0], 'context.compacted')).toHaveLength(1)
  })

  it.each([
    ['aborted by its program', 'SIGUSR2', 'close'],
    ['terminated by a signal', 'SIGTERM', 'signal'],
  ] as const)(
    'the session of a program that is %s ends, and the next session receives the interrupted work',
    async (_, signal, reason) => {
      const here = await program()
      await here.ask(`Take your time ${play('wait')}`, undefined, { meanwhile: sendSignal(here, signal) })
      await here.ask(`What happened? ${play('greet')}`)
      const next = here.model.questions.find(({ script }) => script === 'greet')
      expect(briefIn(next?.raw ?? '')).toContain('Take your time')
      const [first] = await readSessions(here)
      expect(first?.state).toBe('ended')
      expect(eventsOf(first, 'session.ended').join()).toContain(reason)
      expect(eventsOf(first, 'session.crashed')).toEqual([])
    },
  )

  it('an SDK session is recorded once and receives one brief, even if Claude Code also has the leftoff hooks', async () => {
    const here = await program()
    await initLeftoff(here)
    await here.ask(`Make the greeting longer ${play('work')}`)
    await here.ask(`What is left? ${play('greet')}`)
    const sessions = await readSessions(here)
    expect(sessions.map(({ state, turns }) => [state, turns])).toEqual([
      ['ended', 1],
      ['ended', 1],
    ])
    expect(eventsOf(sessions[0], 'tool.called')).toHaveLength(5)
    expect(eventsOf(sessions[1], 'session.resumed')).toEqual([])
    const asked = here.model.questions.find(({ script }) => script === 'greet')?.raw ?? ''
    expect(asked.match(/<leftoff-brief/g)).toHaveLength(1)
  })
})

const program = (): Promise<Box> => openBox(agentSdk(createFolder()))

/** A program that uses the SDK instead of the command. It runs the same Claude Code with the same home. */
function agentSdk(folder: string): Client {
  const program = join(folder, 'program.mjs')
  cpSync(join(import.meta.dirname, 'real/agent-sdk-program.mjs'), program)
  chmodSync(program, 0o755)
  const version = packages.find(({ name }) => name === '@anthropic-ai/claude-agent-sdk')?.version ?? ''
  return { ...claudeCode(version), command: 'agent', program, ask: (prompt) => [prompt] }
}

function createFolder(): string {
  const { folder, close } = agentSdkFolder()
  onTestFinished(close)
  return folder
}

const PROGRAM = `import { type Options, query } from '@anthropic-ai/claude-agent-sdk'
import { leftoffHooks } from 'leftoff/claude-agent-sdk'

const { hooks } = leftoffHooks()
const options: Options = { hooks }
export const asked = query({ prompt: 'hello', options })
// @ts-expect-error a hook is not a string: these are the real types
export const wrong: Options['hooks'] = { Stop: ['hello'] }
`

/** Uses the types from the source, because dist/types may not be built. */
const CONFIG = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: {
    noEmit: true,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: { 'leftoff/claude-agent-sdk': [join(ROOT, 'src/library/claude-agent-sdk/index.ts')] },
  },
  include: ['program.mts'],
}

const node = (...words: readonly string[]) =>
  spawnSync(process.execPath, words, { encoding: 'utf8', timeout: LIMIT_MS })
