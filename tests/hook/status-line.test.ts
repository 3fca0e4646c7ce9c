import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statusLineScript } from '../../src/agent/claude-code/status-line.ts'
import { readStatusUsage } from '../../src/host/context-usage-files.ts'
import { phaseOf } from '../../src/session/context-phase.ts'
import { agent } from '../mcp/client.ts'
import { runs } from '../property/runs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { PAYLOADS, type SessionAddress } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const fixture = (name: string): string => readFileSync(`tests/fixtures/claude-code/${name}.json`, 'utf8')
const LATER = fixture('status-line')
const AT_START = fixture('status-line-at-start')
const ID: string = JSON.parse(LATER).session_id

interface StatusLine {
  readonly folder: string
  show(payload: string, env?: Readonly<Record<string, string>>, shell?: string): string
}

/** The script as init writes it, and the folder where it stores the usage. */
function installStatusLine(): StatusLine {
  const root = temporaryFolder()
  const folder = join(root, `it's "my" home`, 'prepared')
  const script = join(root, 'status-line')
  writeFileSync(script, statusLineScript(folder))
  return {
    folder,
    show(payload, env = {}, shell = 'sh') {
      const {
        status: code,
        stdout,
        stderr,
      } = spawnSync(shell, [script], {
        input: payload,
        env: { PATH: process.env.PATH ?? '', TERM: 'xterm', ...env },
        encoding: 'utf8',
      })
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    },
  }
}

const payload = (session: string, used: number, size: number): string =>
  JSON.stringify({
    session_id: session,
    cwd: '/home/dev/app',
    context_window: {
      total_input_tokens: used,
      context_window_size: size,
      current_usage: {
        input_tokens: Math.min(used, 3),
        output_tokens: 999,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: Math.max(used - 3, 0),
      },
      used_percentage: 1,
    },
  })

describe('the status line', () => {
  test.each(['sh', 'bash'])(
    'the status line shows the context usage and stores it in a private file (%s)',
    (shell) => {
      const { folder, show } = installStatusLine()
      expect(show(LATER, {}, shell)).toBe('leftoff · 8% of 200k\n')
      expect(show(JSON.stringify(JSON.parse(LATER)), {}, shell)).toBe('leftoff · 8% of 200k\n')
      expect(readStatusUsage(folder, ID)).toMatchObject({ used: 17_307, window: 200_000 })
      expect(readdirSync(folder)).toEqual([`${ID}.usage`])
      expect(statSync(join(folder, `${ID}.usage`)).mode & 0o777).toBe(0o600)
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    },
  )

  test('the status line shows no usage before the first count, and stores the window size', () => {
    const { folder, show } = installStatusLine()
    expect(show(AT_START)).toBe('leftoff\n')
    expect(readStatusUsage(folder, ID)).toMatchObject({ used: 0, window: 1_000_000 })
  })

  test('the status line shows the phase, in color if the context is nearly full', () => {
    const { show } = installStatusLine()
    expect(show(payload('s', 99_999, 200_000))).toBe('leftoff · 49% of 200k\n')
    expect(show(payload('s', 100_000, 200_000))).toBe('leftoff · 50% of 200k · condensed\n')
    expect(show(payload('s', 750_000, 1_000_000))).toBe('leftoff · \x1b[33m75% of 1M · signals\x1b[0m\n')
    expect(show(payload('s', 190_000, 200_000))).toBe('leftoff · \x1b[31m95% of 200k · critical\x1b[0m\n')
    expect(show(payload('s', 190_000, 200_000), { NO_COLOR: '1' })).toBe('leftoff · 95% of 200k · critical\n')
    expect(show(payload('s', 190_000, 200_000), { TERM: 'dumb' })).toBe('leftoff · 95% of 200k · critical\n')
  })

  test('the status line does not rewrite an unchanged file, so that its mtime is the time of the change', () => {
    const { folder, show } = installStatusLine()
    show(LATER)
    utimesSync(join(folder, `${ID}.usage`), 1000, 1000)
    show(LATER)
    expect(readStatusUsage(folder, ID)?.at).toBe(1_000_000)
    show(LATER.replaceAll('17295', '17296'))
    expect(readStatusUsage(folder, ID)?.at).toBeGreaterThan(1_000_000)
  })

  test('the status line appends the first line of the text prepared for the session', () => {
    const { folder, show } = installStatusLine()
    show(LATER)
    writeFileSync(join(folder, `${ID}.line`), '3 open · blocked: 5% off \\033[31m %s\nand more\n')
    expect(show(LATER)).toBe('leftoff · 8% of 200k · 3 open · blocked: 5% off \\033[31m %s\n')
  })

  test('the status line shows the same phase as the hooks for all token counts', () => {
    const { folder, show } = installStatusLine()
    const sizes = fc.constantFrom(200_000, 1_000_000, 258_400, 3)
    const counts = fc.tuple(fc.integer({ min: 1, max: 1_100_000 }), sizes)
    fc.assert(
      fc.property(counts, ([used, window]) => {
        const line = show(payload('s', used, window), { NO_COLOR: '1' })
        expect(readStatusUsage(folder, 's')).toMatchObject({ used, window })
        const word = phaseOf({ used, window }).toLowerCase()
        expect(line.trimEnd().split(' · ')[2] ?? 'verbose').toBe(word)
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('the status line for any input', () => {
  const OURS = /^leftoff(?: · \d+% of \d+[kM](?: · (?:condensed|signals|critical))?)?\n$/
  /** Attempts at path traversal, at ending the value early, and at injecting shell code. */
  const names = fc.oneof(
    fc.constantFrom(
      '../../x',
      '..',
      '/etc/x',
      '',
      '-rf',
      '$(touch x)',
      '`id`',
      'a b',
      '*',
      'a\nb',
      'é',
      '\\',
    ),
    fc.string({ unit: 'binary' }),
  )
  const oddValue = fc.oneof(
    fc.integer(),
    fc.constant(null),
    fc.constant('08'),
    fc.constant('1e9'),
    fc.double(),
    names,
  )
  const statusPayload = fc.record({
    session_id: names,
    cwd: fc.constantFrom('/a","context_window_size":5,"x":"', '/"session_id":"evil"', '/a'),
    context_window: fc.record({
      context_window_size: oddValue,
      current_usage: fc.oneof(
        oddValue,
        fc.record({ input_tokens: oddValue, cache_read_input_tokens: oddValue }),
      ),
      used_percentage: oddValue,
    }),
  })
  const anything = fc.oneof(
    statusPayload.map((value) => JSON.stringify(value)),
    statusPayload.map((value) => JSON.stringify(value).slice(0, 90)),
    fc.json(),
    fc.string({ unit: 'binary' }),
  )

  test('the status line prints one line of fixed text and writes only valid file names in its own folder', () => {
    const { folder, show } = installStatusLine()
    const root = join(folder, '..', '..')
    mkdirSync(join(folder, '..'))
    const before = readdirSync(root)
    fc.assert(
      fc.property(anything, (text) => {
        expect(show(text, { NO_COLOR: '1' })).toMatch(OURS)
        expect(readdirSync(root)).toEqual(before)
        expect(readdirSync(join(folder, '..')).filter((name) => name !== 'prepared')).toEqual([])
        for (const name of existsSync(folder) ? readdirSync(folder) : [])
          expect(name).toMatch(/^[A-Za-z0-9-]{1,64}\.usage$/)
      }),
      { numRuns: runs(150) },
    )
  })

  test('the status line tolerates huge payloads and an unwritable folder', () => {
    const { folder, show } = installStatusLine()
    const long = JSON.parse(LATER)
    expect(show(JSON.stringify({ ...long, cwd: 'x'.repeat(1 << 20) }))).toBe('leftoff\n')
    mkdirSync(join(folder, '..'))
    writeFileSync(folder, 'a file')
    expect(show(LATER)).toBe('leftoff · 8% of 200k\n')
  })
})

const payloads = PAYLOADS['claude-code']

/** A session with a goal, and a status line that has stored its context usage. */
async function sessionWithUsage(
  used: number,
  size = 200_000,
): Promise<{ at: HookSandbox; where: SessionAddress }> {
  const at = await createHookSandbox()
  const where = { session: 'first', folder: at.folder }
  await at.hook('claude-code', payloads.start(where))
  await at.run(['note', 'goal', 'Make it fast'])
  runStatusLine(at, payload('first', used, size))
  return { at, where }
}

function runStatusLine(at: HookSandbox, text: string): string {
  const script = join(at.root, 'status-line')
  writeFileSync(script, statusLineScript(join(at.home, 'prepared')))
  return spawnSync('sh', [script], { input: text, env: { PATH: process.env.PATH }, encoding: 'utf8' }).stdout
}

const stop = (where: SessionAddress, text: string): object => ({
  ...payloads.end(where),
  hook_event_name: 'Stop',
  last_assistant_message: text,
})
const measured = async (at: HookSandbox): Promise<readonly unknown[]> =>
  (await at.ingestedEvents()).filter(({ type }) => type === 'context.measured').map(({ data }) => data)

describe('the usage that the status line stored', () => {
  test('the stored usage is recorded once for its session, with the actual window size', async () => {
    const { at, where } = await sessionWithUsage(120_000, 1_000_000)
    await at.hook('claude-code', payloads.prompt(where, 'hello'))
    await at.hook('claude-code', stop(where, 'hello to you'))
    await at.ingestedEvents()
    await at.hook('claude-code', payloads.prompt(where, 'again'))
    expect(await measured(at)).toEqual([{ used: 120_000, window: 1_000_000, source: 'status line' }])
    const { carry } = await at.json(['session', 'status'])
    expect(carry.context).toMatchObject({ used: 120_000, window: 1_000_000, phase: 'VERBOSE' })
  })

  test('the stored usage determines at once how much context a hook adds', async () => {
    const { at, where } = await sessionWithUsage(190_000)
    const { out } = await at.hook('claude-code', payloads.prompt(where, 'Make it fast, with a cache'))
    const text: string = JSON.parse(out).hookSpecificOutput.additionalContext
    expect(text).toContain('goal: Make it fast')
    expect(text.length).toBeLessThan(700)
  })

  test('the stored usage determines the tiers of a checkpoint and is discarded at a compaction', async () => {
    const { at, where } = await sessionWithUsage(190_000)
    await at.hook('claude-code', payloads.prompt(where, 'hello'))
    await at.ingestedEvents()
    runStatusLine(at, payload('first', 195_000, 200_000))
    const compacting = { ...payloads.end(where), hook_event_name: 'PreCompact', trigger: 'auto' }
    await at.hook('claude-code', compacting)
    const checkpoint = (await at.ingestedEvents()).find(({ type }) => type === 'checkpoint.taken')
    expect(checkpoint?.data).toMatchObject({ phase: 'CRITICAL' })
    await at.hook('claude-code', payloads.prompt(where, 'go on'))
    expect(await measured(at)).toHaveLength(2)
    expect((await at.json(['session', 'status'])).carry.context).toBeUndefined()
  })

  test('forget deletes the stored usage', async () => {
    const { at } = await sessionWithUsage(10_000)
    const { session } = await at.json(['session', 'status'])
    await at.run(['forget', session.id, '--yes'])
    expect(existsSync(join(at.home, 'prepared', 'first.usage'))).toBe(false)
  })
})

test('leftoff mcp updates the text that the status line appends', async () => {
  const { at } = await sessionWithUsage(10_000)
  const { text } = await agent(at, {
    env: { CLAUDE_CODE_SESSION_ID: 'first', CLAUDE_PROJECT_DIR: at.folder },
  })
  await text('note_next', { text: 'write the test' })
  await text('note_blocker', { text: 'the key \u001b[31mof the\nservice is missing' })
  expect(runStatusLine(at, payload('first', 10_000, 200_000))).toBe(
    'leftoff · 5% of 200k · 1 open · blocked: the key of the service is missing\n',
  )
})
