import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agents } from './agents.ts'

const usageIn = (agent: string, tail: string) => agents.get(agent)?.usageIn?.(tail)
const lines = (...records: readonly object[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('Claude Code', () => {
  const answer = (usage: object, more: object = {}, model = 'claude-opus-5-5') => ({
    type: 'assistant',
    message: { model, usage },
    ...more,
  })
  const USAGE = {
    input_tokens: 12,
    cache_creation_input_tokens: 100,
    cache_read_input_tokens: 11_849,
    output_tokens: 25,
  }
  const used = (...records: readonly object[]) => usageIn('claude-code', lines(...records))

  test('the usage includes all input tokens of the last answer', () => {
    const older = answer({ input_tokens: 9 })
    expect(used(older, answer(USAGE), { type: 'user' })).toEqual({ used: 11_961, window: 200_000 })
  })

  test('incomplete lines at the beginning and at the end are skipped', () => {
    const tail = `ns":12}}}\n${lines(answer(USAGE))}{"type":"assistant","mess`
    expect(usageIn('claude-code', tail)?.used).toBe(11_961)
  })

  test('the usage of sub-agents and of synthetic client messages is ignored', () => {
    const side = answer({ input_tokens: 5 }, { isSidechain: true })
    const synthetic = answer({ input_tokens: 0 }, {}, '<synthetic>')
    expect(used(answer(USAGE), side, synthetic)?.used).toBe(11_961)
  })

  test('the window is assumed to be a million tokens for [1m] models and for usage above 200,000', () => {
    expect(used(answer(USAGE, {}, 'claude-sonnet-4-5[1m]'))?.window).toBe(1_000_000)
    expect(used(answer({ input_tokens: 250_000 }))?.window).toBe(1_000_000)
  })

  test("after a compaction, the usage is the compaction's token count, or unknown if there is none", () => {
    const boundary = (compactMetadata: object) => ({
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata,
    })
    expect(used(answer(USAGE), boundary({ preTokens: 20_106, postTokens: 728 }))).toEqual({
      used: 728,
      window: 200_000,
    })
    expect(used(answer(USAGE), boundary({ preTokens: 20_106 }))).toBeUndefined()
  })

  test('the time of the answer is reported if it is valid', () => {
    const at = '2026-11-16T10:00:00.000Z'
    expect(used(answer(USAGE, { timestamp: at }))?.at).toBe(Date.parse(at))
    expect(used(answer(USAGE, { timestamp: 'soon' }))).not.toHaveProperty('at')
  })
})

describe('Codex', () => {
  const count = (total_tokens: number) => ({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: {
        total_token_usage: { total_tokens: 999_999 },
        last_token_usage: { total_tokens },
        model_context_window: 258_400,
      },
    },
  })

  test('the usage and the window size come from the last answer', () => {
    const tail = lines(count(10), count(9619), { type: 'event_msg', payload: { type: 'task_complete' } })
    expect(usageIn('codex', tail)).toEqual({ used: 9619, window: 258_400 })
  })

  test('token counts from before a compaction are ignored', () => {
    expect(usageIn('codex', lines(count(9619), { type: 'compacted', payload: {} }))).toBeUndefined()
    expect(usageIn('codex', lines({ type: 'compacted', payload: {} }, count(7)))?.used).toBe(7)
  })
})

test('Gemini CLI: the usage comes from the last answer', () => {
  const answer = {
    type: 'gemini',
    tokens: { input: 12_642, output: 20, total: 12_662 },
    model: 'gemini-3.8-flash',
  }
  expect(usageIn('gemini-cli', lines(answer, { $set: {} }, { type: 'user' }))).toEqual({
    used: 12_662,
    window: 1_048_576,
  })
})

test('for any transcript, the usage is a positive safe integer or absent', () => {
  const count = fc.oneof(fc.integer(), fc.double(), fc.maxSafeNat(), fc.string())
  const answer = count.map((input_tokens) =>
    JSON.stringify({ type: 'assistant', message: { model: 'm', usage: { input_tokens } } }),
  )
  const line = fc.oneof(answer, fc.json(), fc.string({ unit: 'binary' }))
  let counted = 0
  fc.assert(
    fc.property(fc.array(line), (all) => {
      for (const agent of agents.values()) {
        const usage = agent.usageIn?.(all.join('\n'))
        if (!usage) continue
        counted += 1
        expect(Number.isSafeInteger(usage.used) && usage.used > 0).toBe(true)
      }
    }),
  )
  expect(counted).toBeGreaterThan(0)
})
