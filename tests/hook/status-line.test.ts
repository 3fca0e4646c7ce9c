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
import { readStatusUsage } from '../../src/host/status-files.ts'
import { phaseOf } from '../../src/session/context-phase.ts'
import { agent } from '../mcp/client.ts'
import { runs } from '../property/runs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { PAYLOADS } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const fixture = (name: string): string => readFileSync(`tests/fixtures/claude-code/${name}.json`, 'utf8')
const LATER = fixture('status-line')
const AT_START = fixture('status-line-at-start')
const ID: string = JSON.parse(LATER).session_id

interface Status {
  readonly folder: string
  shown(payload: string, env?: Readonly<Record<string, string>>, shell?: string): string
}

/** The script as init writes it, and where it keeps what it was told. */
function status(): Status {
  const root = temporaryFolder()
  const folder = join(root, `it's "my" home`, 'prepared')
  const script = join(root, 'status-line')
  writeFileSync(script, statusLineScript(folder))
  return {
    folder,
    shown(payload, env = {}, shell = 'sh') {
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
  test.each(['sh', 'bash'])('shows how full the context is, and keeps it privately (%s)', (shell) => {
    const { folder, shown } = status()
    expect(shown(LATER, {}, shell)).toBe('leftoff · 8% of 200k\n')
    expect(shown(JSON.stringify(JSON.parse(LATER)), {}, shell)).toBe('leftoff · 8% of 200k\n')
    expect(readStatusUsage(folder, ID)).toMatchObject({ used: 17_307, window: 200_000 })
    expect(readdirSync(folder)).toEqual([`${ID}.usage`])
    expect(statSync(join(folder, `${ID}.usage`)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('shows nothing of a context that nobody has counted yet, and keeps how large it may become', () => {
    const { folder, shown } = status()
    expect(shown(AT_START)).toBe('leftoff\n')
    expect(readStatusUsage(folder, ID)).toMatchObject({ used: 0, window: 1_000_000 })
  })

  test('tells the phase in a word, and in colour where there is little room left', () => {
    const { shown } = status()
    expect(shown(payload('s', 99_999, 200_000))).toBe('leftoff · 49% of 200k\n')
    expect(shown(payload('s', 100_000, 200_000))).toBe('leftoff · 50% of 200k · condensed\n')
    expect(shown(payload('s', 750_000, 1_000_000))).toBe('leftoff · \x1b[33m75% of 1M · signals\x1b[0m\n')
    expect(shown(payload('s', 190_000, 200_000))).toBe('leftoff · \x1b[31m95% of 200k · critical\x1b[0m\n')
    expect(shown(payload('s', 190_000, 200_000), { NO_COLOR: '1' })).toBe(
      'leftoff · 95% of 200k · critical\n',
    )
    expect(shown(payload('s', 190_000, 200_000), { TERM: 'dumb' })).toBe('leftoff · 95% of 200k · critical\n')
  })

  test('what is the same is not written again, so that its time says since when it is so', () => {
    const { folder, shown } = status()
    shown(LATER)
    utimesSync(join(folder, `${ID}.usage`), 1000, 1000)
    shown(LATER)
    expect(readStatusUsage(folder, ID)?.at).toBe(1_000_000)
    shown(LATER.replaceAll('17295', '17296'))
    expect(readStatusUsage(folder, ID)?.at).toBeGreaterThan(1_000_000)
  })

  test('adds what was prepared for this session, one line of it', () => {
    const { folder, shown } = status()
    shown(LATER)
    writeFileSync(join(folder, `${ID}.line`), '3 open · blocked: 5% off \\033[31m %s\nand more\n')
    expect(shown(LATER)).toBe('leftoff · 8% of 200k · 3 open · blocked: 5% off \\033[31m %s\n')
  })

  test('says the same phase as the hooks, whatever the numbers are', () => {
    const { folder, shown } = status()
    const sizes = fc.constantFrom(200_000, 1_000_000, 258_400, 3)
    const counts = fc.tuple(fc.integer({ min: 1, max: 1_100_000 }), sizes)
    fc.assert(
      fc.property(counts, ([used, window]) => {
        const line = shown(payload('s', used, window), { NO_COLOR: '1' })
        expect(readStatusUsage(folder, 's')).toMatchObject({ used, window })
        const word = phaseOf({ used, window }).toLowerCase()
        expect(line.trimEnd().split(' · ')[2] ?? 'verbose').toBe(word)
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('whatever it is told, the status line is one line of our own words', () => {
  const OURS = /^leftoff(?: · \d+% of \d+[kM](?: · (?:condensed|signals|critical))?)?\n$/
  /** Names that lead elsewhere, ends early, or are code. */
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
  const odd = fc.oneof(
    fc.integer(),
    fc.constant(null),
    fc.constant('08'),
    fc.constant('1e9'),
    fc.double(),
    names,
  )
  const told = fc.record({
    session_id: names,
    cwd: fc.constantFrom('/a","context_window_size":5,"x":"', '/"session_id":"evil"', '/a'),
    context_window: fc.record({
      context_window_size: odd,
      current_usage: fc.oneof(odd, fc.record({ input_tokens: odd, cache_read_input_tokens: odd })),
      used_percentage: odd,
    }),
  })
  const anything = fc.oneof(
    told.map((value) => JSON.stringify(value)),
    told.map((value) => JSON.stringify(value).slice(0, 90)),
    fc.json(),
    fc.string({ unit: 'binary' }),
  )

  test('and nothing lies outside its folder, under a name that is none', () => {
    const { folder, shown } = status()
    const root = join(folder, '..', '..')
    mkdirSync(join(folder, '..'))
    const before = readdirSync(root)
    fc.assert(
      fc.property(anything, (text) => {
        expect(shown(text, { NO_COLOR: '1' })).toMatch(OURS)
        expect(readdirSync(root)).toEqual(before)
        expect(readdirSync(join(folder, '..')).filter((name) => name !== 'prepared')).toEqual([])
        for (const name of existsSync(folder) ? readdirSync(folder) : [])
          expect(name).toMatch(/^[A-Za-z0-9-]{1,64}\.usage$/)
      }),
      { numRuns: runs(150) },
    )
  })

  test('a payload without end is passed over, and so is a folder that cannot be written', () => {
    const { folder, shown } = status()
    const long = JSON.parse(LATER)
    expect(shown(JSON.stringify({ ...long, cwd: 'x'.repeat(1 << 20) }))).toBe('leftoff\n')
    mkdirSync(join(folder, '..'))
    writeFileSync(folder, 'a file')
    expect(shown(LATER)).toBe('leftoff · 8% of 200k\n')
  })
})

const payloads = PAYLOADS['claude-code']

/** A session with an open question to it, and a status line that was told how full its context is. */
async function watched(used: number, size = 200_000): Promise<{ at: HookSandbox; where: Where }> {
  const at = await createHookSandbox()
  const where = { session: 'first', folder: at.folder }
  await at.hook('claude-code', payloads.start(where))
  await at.run(['note', 'goal', 'Make it fast'])
  toldTo(at, payload('first', used, size))
  return { at, where }
}
interface Where {
  readonly session: string
  readonly folder: string
}

function toldTo(at: HookSandbox, text: string): string {
  const script = join(at.root, 'status-line')
  writeFileSync(script, statusLineScript(join(at.home, 'prepared')))
  return spawnSync('sh', [script], { input: text, env: { PATH: process.env.PATH }, encoding: 'utf8' }).stdout
}

const stop = (where: Where, text: string): object => ({
  ...payloads.end(where),
  hook_event_name: 'Stop',
  last_assistant_message: text,
})
const measured = async (at: HookSandbox): Promise<readonly unknown[]> =>
  (await at.ingestedEvents()).filter(({ type }) => type === 'context.measured').map(({ data }) => data)

describe('what the status line was told', () => {
  test('is recorded as the usage of its session, once, with the true window', async () => {
    const { at, where } = await watched(120_000, 1_000_000)
    await at.hook('claude-code', payloads.prompt(where, 'hello'))
    await at.hook('claude-code', stop(where, 'hello to you'))
    await at.ingestedEvents()
    await at.hook('claude-code', payloads.prompt(where, 'again'))
    expect(await measured(at)).toEqual([{ used: 120_000, window: 1_000_000, source: 'status line' }])
    const { carry } = await at.json(['session', 'status'])
    expect(carry.context).toMatchObject({ used: 120_000, window: 1_000_000, phase: 'VERBOSE' })
  })

  test('decides at once how much a hook says', async () => {
    const { at, where } = await watched(190_000)
    const { out } = await at.hook('claude-code', payloads.prompt(where, 'Make it fast, with a cache'))
    const text: string = JSON.parse(out).hookSpecificOutput.additionalContext
    expect(text).toContain('goal: Make it fast')
    expect(text.length).toBeLessThan(700)
  })

  test('decides which tiers a checkpoint holds, and is forgotten with the compaction', async () => {
    const { at, where } = await watched(190_000)
    await at.hook('claude-code', payloads.prompt(where, 'hello'))
    await at.ingestedEvents()
    toldTo(at, payload('first', 195_000, 200_000))
    const compacting = { ...payloads.end(where), hook_event_name: 'PreCompact', trigger: 'auto' }
    await at.hook('claude-code', compacting)
    const checkpoint = (await at.ingestedEvents()).find(({ type }) => type === 'checkpoint.taken')
    expect(checkpoint?.data).toMatchObject({ phase: 'CRITICAL' })
    await at.hook('claude-code', payloads.prompt(where, 'go on'))
    expect(await measured(at)).toHaveLength(2)
    expect((await at.json(['session', 'status'])).carry.context).toBeUndefined()
  })

  test('is gone when something is forgotten', async () => {
    const { at } = await watched(10_000)
    const { session } = await at.json(['session', 'status'])
    await at.run(['forget', session.id, '--yes'])
    expect(existsSync(join(at.home, 'prepared', 'first.usage'))).toBe(false)
  })
})

test('leftoff mcp keeps what the status line says besides up to date', async () => {
  const { at } = await watched(10_000)
  const { text } = await agent(at, {
    env: { CLAUDE_CODE_SESSION_ID: 'first', CLAUDE_PROJECT_DIR: at.folder },
  })
  await text('note_next', { text: 'write the test' })
  await text('note_blocker', { text: 'the key \u001b[31mof the\nservice is missing' })
  expect(toldTo(at, payload('first', 10_000, 200_000))).toBe(
    'leftoff · 5% of 200k · 1 open · blocked: the key of the service is missing\n',
  )
})
