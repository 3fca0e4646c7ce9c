import { expect, test } from 'vitest'
import { FORMATS, formatNamed, formatOf } from '../../src/agent/transcript/formats.ts'
import { importTranscripts } from '../../src/app/transcript/import.ts'
import { type Random, seeded } from '../crash/kit/random.ts'
import { cpuTimeMs } from '../support/cpu-time.ts'
import { memoryFile } from './memory-file.ts'
import { plainWorld } from './plain-world.ts'
import { linesOf, type TranscriptStep, writers } from './writers.ts'

const STEPS: readonly TranscriptStep[] = [
  { kind: 'prompt', text: 'fix it' },
  { kind: 'call', id: 'c1', command: 'ls' },
  { kind: 'result', id: 'c1', command: 'ls', output: 'x' },
  { kind: 'answer', text: 'Done.' },
]
const INPUTS = 1500

/** Field names that readers use; their values are random. */
const NAMES =
  'type uuid sessionId message content role id input name text tool_use_id timestamp payload call_id arguments output $set messages toolCalls args result status info parts state time callID tool summary usage model isSidechain agentId promptId attachment __proto__ constructor toString length'.split(
    ' ',
  )
const WORDS = [
  'user',
  'assistant',
  'tool_use',
  'tool_result',
  'response_item',
  'message',
  'session_meta',
  'gemini',
  '',
  '\ud800',
  'x'.repeat(5000),
]

function value(random: Random, depth: number): unknown {
  const kind = random.below(depth > 4 ? 5 : 7)
  if (kind === 0) return random.oneOf(WORDS)
  if (kind === 1) return random.oneOf([0, -1, 1e308, Number.MAX_SAFE_INTEGER + 2, 0.5])
  if (kind === 2) return null
  if (kind === 3) return random.chance(0.5)
  if (kind === 4) return random.oneOf(['2026-01-01T00:00:00Z', 'never', '-271821-04-20T00:00:00.000Z'])
  if (kind === 5) return Array.from({ length: random.below(4) }, () => value(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length: random.below(6) }, () => [random.oneOf(NAMES), value(random, depth + 1)]),
  )
}

/** A client's line with one value replaced. */
function replaceValue(line: string, random: Random): string {
  const record = JSON.parse(line)
  let place = record
  for (let depth = random.below(4); depth > 0; depth -= 1) {
    const inner = Object.values(place).filter((one) => typeof one === 'object' && one !== null)
    if (inner.length === 0) break
    place = random.oneOf(inner)
  }
  const keys = Object.keys(place)
  if (keys.length > 0) place[random.oneOf(keys)] = value(random, 0)
  return JSON.stringify(record)
}

test('an import tolerates any changed line and reads every byte', async () => {
  let events = 0
  for (let number = 0; number < INPUTS; number += 1) {
    const random = seeded(3, `fuzz/${number}`)
    const writer = random.oneOf(writers)
    const lines = linesOf(writer, 'one', STEPS).map((line) =>
      random.chance(0.6) ? replaceValue(line, random) : line,
    )
    const extra = JSON.stringify(value(random, 0)) ?? ''
    const text = [...lines, extra].join('\n')
    const file = memoryFile('/histories/a.jsonl', text)
    const done = await importTranscripts(plainWorld(), { files: [file] })
    expect(done.bytes, `input ${number}`).toBe(Buffer.byteLength(text))
    events += done.events
  }
  expect(events).toBeGreaterThan(INPUTS)
})

test('every reader tolerates arbitrary bytes, even before or after a transcript', () => {
  const records = new Map<string, number>()
  for (let number = 0; number < INPUTS; number += 1) {
    const random = seeded(4, `bytes/${number}`)
    const noise = Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256)))
    const lines = Buffer.from(`${linesOf(random.oneOf(writers), 'one', STEPS).join('\n')}\n`)
    const bytes = random.oneOf([noise, lines, Buffer.concat([lines, noise]), Buffer.concat([noise, lines])])
    formatOf(bytes)
    for (const name of FORMATS) {
      const format = formatNamed(name)
      if (!format) throw new Error(`there is no format ${name}`)
      const items = format.items()
      const reader = format.reader('fallback')
      for (const item of [...items.push(bytes), ...items.end()]) {
        if (item.kind !== 'record') continue
        reader.read(item.value)
        records.set(name, (records.get(name) ?? 0) + 1)
      }
      reader.end()
    }
  }
  expect([...records.keys()]).toEqual(expect.arrayContaining(writers.map(({ name }) => name)))
})

test.each([
  [
    'deep nesting',
    `{"type":"user","uuid":"x","sessionId":"one","message":${'{"content":['.repeat(5000)}1${']}'.repeat(5000)}}`,
  ],
  ['unclosed braces', '{"a":{"b":"'.repeat(6000)],
  ['unclosed quotes', '{"a":"'.repeat(10_000)],
  ['joined record beginnings', '{"type":"user","uuid":"x","sess'.repeat(2000)],
])('a transcript with 64 KB of %s is read in linear time', (_, line) => {
  const reader = formatNamed('claude-code')
  const items = reader?.items()
  const began = cpuTimeMs()
  items?.push(Buffer.from(`${line.slice(0, 65_536)}\n`))
  expect(cpuTimeMs() - began).toBeLessThan(500) // 50 ms on an idle machine
})
