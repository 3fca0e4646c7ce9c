import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import type { SessionId } from '../../src/event/identity.ts'
import { countTokens } from '../../src/host/tokenizer.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { collect } from '../support/events.ts'
import { gitRepository } from '../support/git.ts'
import { createSandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { agent, quotedIn, textOf } from './client.ts'

const READ = { readOnlyHint: true, openWorldHint: false }
const WRITE = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }

const NOTES = [
  ['note_decision', 'decision.made', 'decision', 'use SQLite'],
  ['note_blocker', 'blocker.met', 'blocker', 'a key is missing'],
  ['note_next', 'action.planned', 'next', 'write the tests'],
  ['pin_fact', 'fact.pinned', 'fact', 'port 8080 is taken'],
  ['set_goal', 'goal.set', 'goal', 'ship the parser'],
  ['add_evidence', 'evidence.found', 'evidence', '41 tests passed'],
] as const

test('the tools, their parameters and annotations do not change', async () => {
  const { client } = await agent(await createSandbox())
  const { tools } = await client.listTools()
  const found = tools.map(({ name, annotations, inputSchema }) => [
    name,
    annotations,
    Object.keys(inputSchema.properties ?? {}),
    inputSchema.required ?? [],
  ])
  expect(found).toEqual([
    ['brief', READ, ['session', 'budget', 'prompt'], []],
    ['session_status', READ, ['session'], []],
    ['session_list', READ, ['limit', 'state'], []],
    ['memory_context', READ, [], []],
    ['note_decision', WRITE, ['text', 'why'], ['text']],
    ['note_blocker', WRITE, ['text', 'why'], ['text']],
    ['note_next', WRITE, ['text', 'why'], ['text']],
    ['note_done', WRITE, ['item'], ['item']],
    ['open_task', WRITE, ['text', 'why'], ['text']],
    ['clear_blocker', WRITE, ['item'], ['item']],
    ['pin_fact', WRITE, ['text', 'why'], ['text']],
    ['set_goal', WRITE, ['text', 'why', 'phase'], ['text']],
    ['add_evidence', WRITE, ['text', 'why'], ['text']],
    ['checkpoint', WRITE, [], []],
    ['handoff', WRITE, ['to'], []],
    ['memory_learn', WRITE, ['rule', 'why', 'everywhere'], ['rule']],
  ])
  expect(JSON.stringify(tools).length, 'the list costs tokens at every agent start').toBeLessThan(9500)
})

test('the server sends its version and four sentences of instructions', async () => {
  const { client } = await agent(await createSandbox())
  expect(client.getServerVersion()).toEqual({
    name: 'leftoff',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
  expect(client.getInstructions()?.match(/[^.]+\.(?= |$)/g)).toHaveLength(4)
})

test('a rule suggested by an agent applies only after the user approves it', async () => {
  const here = await createSandbox()
  const { text } = await agent(here)
  expect(await text('memory_learn', { rule: 'Use pnpm', why: 'the user said so' })).toContain(
    'Suggested rule mem_',
  )
  expect(await text('memory_context')).toContain('not approved any rules')
  const { memories } = await here.json(['memory', 'list', '--all'])
  expect(memories[0]).toMatchObject({ state: 'proposed', origin: 'assistant' })
  await here.json(['memory', 'approve', memories[0].id])
  expect(quotedIn(await text('memory_context'))).toContain('- Use pnpm')
})

describe('a note', () => {
  test.each(NOTES)(
    'the tool %s stores the event %s with the origin assistant',
    async (tool, type, kind, text) => {
      const here = await createSandbox()
      const { call } = await agent(here)
      const { structuredContent } = await call(tool, { text, why: 'it is so' })
      expect(structuredContent).toEqual({
        noted: kind,
        id: expect.stringMatching(/^[0-9a-z]{6}$/),
        session: expect.stringMatching(/^ses_[0-9a-z]{16}$/),
        stored: 'logged',
        sessionStarted: true,
      })
      const log = new SqliteLog({ path: join(here.home, 'log.db'), projection: sessionProjection })
      const events = await collect(log.read({ session: structuredContent?.session as SessionId }))
      await log.close()
      expect(events.map((event) => event.type)).toEqual(['session.started', type])
      const content = kind === 'decision' ? { choice: text } : { text }
      expect(events[1]?.data).toEqual({ ...content, why: 'it is so', origin: 'assistant' })
      const { out } = await here.run(['session', 'show'])
      expect(out).toContain(text)
    },
  )

  test('all notes go into one session, and the status lists them with their ids', async () => {
    const here = await createSandbox()
    const { call, text } = await agent(here)
    const ids: unknown[] = []
    for (const [tool, , , words] of NOTES) ids.push((await call(tool, { text: words })).structuredContent?.id)
    const status = quotedIn(await text('session_status'))
    expect(status).toContain('goal: ship the parser')
    expect(status).toContain(`next ${ids[2]}: write the tests`)
    expect(status).toContain(`blocked ${ids[1]}: a key is missing`)
    expect((await here.json(['session', 'list'])).sessions).toHaveLength(1)
  })

  test('a note contains no secrets from the environment or in a known format', async () => {
    const here = await createSandbox()
    const secrets = ['hunter2-hunter2-hunter2', `ghp_${'a1B2'.repeat(9)}`]
    const { text } = await agent(here, { env: { DATABASE_PASSWORD: secrets[0] ?? '' } })
    for (const secret of secrets) await text('pin_fact', { text: `the key is ${secret}, keep it` })
    const shown = [await text('session_status'), (await here.run(['session', 'show'])).out].join('\n')
    expect(shown).toContain('the key is')
    for (const secret of secrets) expect(shown).not.toContain(secret)
  })

  test('a blocker can have a kind as its prefix', async () => {
    const { text } = await agent(await createSandbox())
    await text('note_blocker', { text: 'need: a database' })
    expect(quotedIn(await text('brief'))).toContain('need: a database')
  })
})

describe('checkpoint and handoff', () => {
  test('checkpoint saves the current session, or reports that there is none', async () => {
    const here = await createSandbox()
    const { call, text } = await agent(here)
    expect(await text('checkpoint')).toContain('nothing to save')
    await text('set_goal', { text: 'ship the parser' })
    const { structuredContent } = await call('checkpoint', {})
    expect(structuredContent).toEqual({
      session: expect.stringMatching(/^ses_/),
      phase: 'VERBOSE',
      stored: 'logged',
    })
    const { carry } = await here.json(['session', 'show'])
    expect(carry.checkpoint).toEqual({ at: expect.any(Number), occasion: 'agent', phase: 'VERBOSE' })
  })

  test('handoff returns the text for the next session as a quotation', async () => {
    const here = await createSandbox()
    const { call, text } = await agent(here)
    expect(await text('handoff')).toContain('nothing to hand off')
    await text('set_goal', { text: 'ship the parser' })
    await text('note_next', { text: 'write the tests' })
    expect(quotedIn(await text('handoff', { to: 'codex' }))).toContain('## Next\n\n- write the tests')
    expect((await here.json(['session', 'show'])).carry.handoff).toMatchObject({ to: 'codex' })
    expect((await call('handoff', { to: 'Not An Agent' })).isError).toBe(true)
  })
})

describe('note_done', () => {
  test('note_done finds an item by its id or text', async () => {
    const here = await createSandbox()
    const { call, text } = await agent(here)
    const { structuredContent } = await call('note_next', { text: 'write the tests' })
    await text('note_next', { text: 'Tidy up' })
    await text('note_done', { item: String(structuredContent?.id) })
    await text('note_done', { item: 'tidy up' })
    expect(quotedIn(await text('session_status'))).not.toMatch(/^next/m)
  })

  test('note_done closes a task, clear_blocker clears a blocker, and set_goal can set a phase', async () => {
    const here = await createSandbox()
    const { text } = await agent(here)
    await text('set_goal', { text: 'checkout works with an empty cart', phase: 'empty-cart' })
    await text('open_task', { text: 'test the redirect' })
    await text('note_blocker', { text: 'need: the design' })
    const { session, left } = await here.json(['session', 'show', 'latest'])
    expect([session.phase, left.tasks, left.blocked]).toEqual([
      'empty-cart',
      ['test the redirect'],
      ['need: the design'],
    ])
    expect(await text('clear_blocker', { item: 'the design' })).toContain('Recorded cleared')
    await text('note_done', { item: 'test the redirect' })
    const { left: rest } = await here.json(['session', 'show', 'latest'])
    expect([rest.tasks, rest.blocked]).toEqual([[], []])
  })

  test('note_done closes an item of an earlier session without reopening that session', async () => {
    const here = await createSandbox()
    const { session: earlier } = await here.json(['session', 'start'])
    await here.json(['note', 'next', 'write the tests'])
    await here.json(['session', 'end'])
    const { text } = await agent(here)
    expect(await text('note_done', { item: 'write the tests' })).toContain('Recorded done')
    const { session, left } = await here.json(['session', 'show', earlier.id])
    expect([session.state, left.next]).toEqual(['ended', []])
  })

  test('note_done refuses an unknown or ambiguous item and lists the open items', async () => {
    const { call, text } = await agent(await createSandbox())
    await text('note_next', { text: 'write the tests' })
    await text('note_next', { text: 'write the docs' })
    const nothing = await call('note_done', { item: 'sing' })
    expect([nothing.isError, quotedIn(textOf(nothing))]).toEqual([
      true,
      expect.stringMatching(
        /error\[item-unknown\].*\n {2}fix: use one of the open items: \w{6} "write the tests"/,
      ),
    ])
    const several = await call('note_done', { item: 'write' })
    expect([several.isError, textOf(several)]).toEqual([true, expect.stringContaining('item-ambiguous')])
  })
})

describe('reading', () => {
  test('a project without sessions is not an error', async () => {
    const { text } = await agent(await createSandbox())
    expect(await text('brief')).toContain('No brief for this project')
    expect(await text('session_status')).toContain('No open session')
    expect(await text('session_list')).toContain('No matching sessions')
  })

  test('brief returns what the command line prints, within the budget', async () => {
    const here = await createSandbox()
    const { text } = await agent(here)
    await here.json(['session', 'start', '--goal', 'ship it'])
    for (let i = 0; i < 30; i += 1) await text('note_next', { text: `write test number ${i}` })
    const { out } = await here.run(['brief'])
    expect(quotedIn(await text('brief'))).toBe(out.trim())
    const small = await text('brief', { budget: 150 })
    expect(small).toMatch(/Left out: \d+ next steps/)
    expect(countTokens(quotedIn(small))).toBeLessThanOrEqual(150)
  })

  test('session_list lists the sessions of this project with their topics', async () => {
    const here = await createSandbox()
    for (const goal of ['one', 'two', 'three']) {
      await here.json(['session', 'start', '--goal', goal])
      await here.json(['session', 'end'])
    }
    const { text } = await agent(here)
    expect(quotedIn(await text('session_list')).split('\n')).toEqual([
      expect.stringMatching(/^ses_\w{16} ended, by person on main, .*: three$/),
      expect.stringMatching(/: two$/),
      expect.stringMatching(/: one$/),
    ])
    expect(quotedIn(await text('session_list', { limit: 1 })).split('\n')).toHaveLength(1)
    expect(await text('session_list', { state: 'crashed' })).toContain('No matching sessions')
  })

  test('sessions of another project cannot be read, not even by id', async () => {
    const here = await createSandbox()
    const { session } = await here.json(['session', 'start', '--goal', 'the secret plan'])
    const other = await agent(here, { folder: gitRepository(temporaryFolder()) })
    for (const tool of ['brief', 'session_status']) {
      const result = await other.call(tool, { session: session.id })
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining('session-unknown')])
    }
    const texts = await Promise.all(
      ['brief', 'session_status', 'session_list'].map((tool) => other.text(tool)),
    )
    expect(texts.join('\n')).not.toContain('secret plan')
  })

  test('CLAUDE_PROJECT_DIR overrides the working directory', async () => {
    const here = await createSandbox()
    await here.json(['session', 'start', '--goal', 'ship it'])
    const env = { CLAUDE_PROJECT_DIR: here.folder }
    const { text } = await agent(here, { env, folder: temporaryFolder() })
    expect(quotedIn(await text('session_status'))).toContain('goal: ship it')
  })

  test('session_status shortens long texts and long lists, and reports the omissions', async () => {
    const here = await createSandbox()
    const { text } = await agent(here)
    for (let i = 0; i < 25; i += 1) await text('pin_fact', { text: `${i} ${'x'.repeat(3000)}` })
    const status = await text('session_status')
    expect(status).toContain('fact: 5 earlier left out')
    expect(status.length).toBeLessThan(10_000)
  })
})

test('T7: brief and memory_context give the rules, open items and facts of the project, as hooks do', async () => {
  const at = await createSandbox()
  await at.json(['session', 'start'])
  await at.json(['memory', 'add', 'Use pnpm, never npm'])
  await at.json(['note', 'next', 'handle leap years in the parser'])
  await at.json(['note', 'fact', 'The staging host is called heron'])
  await at.json(['session', 'end'])
  const mcp = await agent(at)
  for (const tool of ['brief', 'memory_context']) {
    const text = JSON.stringify(await mcp.call(tool, {}))
    for (const part of ['Use pnpm, never npm', 'handle leap years in the parser', 'called heron'])
      expect(text, tool).toContain(part)
  }
})
