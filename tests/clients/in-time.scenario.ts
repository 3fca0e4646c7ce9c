import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Box, isToolRunning, sendSignal } from './box/box.ts'
import { initLeftoff, openBox } from './box/open-box.ts'
import { until } from './box/process.ts'
import { hasTmux, openTerminal } from './box/terminal.ts'
import type { Client } from './client.ts'
import { withBoth, withEvery, withNewest } from './every-client.ts'
import { play } from './model/script.ts'
import { codexInCodeMode } from './real/codex.ts'
import { briefIn } from './recorded-sessions.ts'
import { SETTLED } from './scripts.ts'

/** Claude Code writes its transcript a moment after it receives a message. */
const WRITTEN_MS = 2000

const GOAL = 'Make the greeting friendly to the whole world'

interface TwoClients {
  readonly one: Box
  /**
   * The other client of the same user. It is set up in advance, so that no command runs between the sessions.
   */
  readonly other: Box
}

async function openBoth(first: Client, next: Client): Promise<TwoClients> {
  const one = await openBox(first)
  await initLeftoff(one)
  const other = await openBox(next, one)
  await initLeftoff(other)
  return { one, other }
}

async function askForBrief(here: Box): Promise<string> {
  const asked = here.model.questions.length
  await here.ask(`What is left? ${play('greet')}`)
  const briefs = here.model.questions.slice(asked).flatMap(({ raw }) => briefIn(raw) ?? [])
  return briefs[0] ?? 'no brief'
}

/** Expects the goal, decision, next step, conclusion and file from the last turn. */
function expectLastTurn(brief: string): void {
  expect(brief).toContain(GOAL)
  for (const said of Object.values(SETTLED)) expect(brief).toContain(said)
  expect(brief).toContain('README.md')
}

withBoth(['claude-code', 'codex'], 'one right after the other', ([claude, codex]) => {
  it('codex exec receives the whole last turn of claude -p', async () => {
    const { one, other } = await openBoth(claude, codex)
    await one.ask(`${GOAL} ${play('settle')}`)
    expectLastTurn(await askForBrief(other))
  })

  it.skipIf(!hasTmux)(
    'codex exec receives the whole last turn of a terminal session that ended with /exit',
    async () => {
      const { one, other } = await openBoth(claude, codex)
      const window = openTerminal(one, ['--permission-mode', 'acceptEdits'])
      await window.shows('❯')
      await window.type(`${GOAL} ${play('settle')}`)
      await window.shows(SETTLED.conclusion)
      await window.type('/exit')
      await window.ended()
      expectLastTurn(await askForBrief(other))
    },
  )

  it('claude -p receives the whole last turn of codex exec in code mode', async () => {
    const { one, other } = await openBoth(codexInCodeMode(codex.version), claude)
    await one.ask(`${GOAL} ${play('settle-at-once')}`)
    expectLastTurn(await askForBrief(other))
  })
})

withBoth(['gemini-cli', 'opencode'], 'one right after the other', ([gemini, opencode]) => {
  it('opencode receives the whole last turn of gemini', async () => {
    const { one, other } = await openBoth(gemini, opencode)
    await one.ask(`${GOAL} ${play('settle')}`)
    expectLastTurn(await askForBrief(other))
  })
})

withEvery(['claude-code', 'codex'], 'ended in the middle of a turn', (client) => {
  // After SIGTERM, Claude Code reports the end of the session but not that of the turn.
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'the next session is told about a turn that %s ended',
    async (signal) => {
      const here = await openBox(client)
      await initLeftoff(here)
      const kill = sendSignal(here, signal)
      await here.ask(`${GOAL} ${play('cut-short')}`, 'a new session', {
        meanwhile: async (child) => {
          await until('the tool runs', () => isToolRunning(here))
          await delay(WRITTEN_MS)
          await kill(child)
        },
      })
      expectLastTurn(await askForBrief(here))
    },
  )
})

withNewest('claude-code', 'beside the MCP server', (client) => {
  it('the next session receives the question and answer of the last turn only', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Say hello ${play('greet')}`)
    await here.json('session', 'list')
    await here.ask(`${GOAL} ${play('settle')}`, 'the last session')
    const brief = await askForBrief(here)
    expect(here.model.questions.some(({ raw }) => raw.includes('mcp__leftoff'))).toBe(true)
    expectLastTurn(brief)
    expect(brief).not.toContain('There is nothing to do')
  })
})
