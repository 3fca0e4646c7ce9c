import { expect, test } from 'vitest'
import { factsFrom, typesOf } from '../../../tests/transcript/facts.ts'
import { membersOf } from '../transcript/members.ts'
import type { TranscriptItem } from '../transcript/records.ts'
import { opencodeTranscript } from './transcript.ts'

const part = (more: object) => ({ id: 'p', ...more })
const user = (id: string, ...parts: readonly object[]) => ({
  info: { id, role: 'user', time: { created: 1000 } },
  parts,
})
const agent = (id: string, more: object, ...parts: readonly object[]) => ({
  info: {
    id,
    role: 'assistant',
    modelID: 'model-1',
    time: { created: 2000 },
    tokens: { input: 10, output: 5, cache: { read: 90, write: 0 } },
    path: { cwd: '/work/app' },
    ...more,
  },
  parts,
})
const text = (words: string, more: object = {}) => part({ type: 'text', text: words, ...more })
const tool = (callID: string, state: object) =>
  part({
    type: 'tool',
    tool: 'bash',
    callID,
    state: { input: { command: 'ls' }, time: { start: 10, end: 30 }, ...state },
  })

const exported = (info: object, messages: readonly object[]) => JSON.stringify({ info, messages }, null, 2)
const INFO = { id: 'ses_1', directory: '/work/app', version: '1.0.0', time: { created: 500 } }

function records(document: string, piece = 10): readonly object[] {
  const items = membersOf({ head: 'info', list: 'messages', each: 'message' })
  const bytes = Buffer.from(document)
  const found: TranscriptItem[] = []
  for (let at = 0; at < bytes.length; at += piece) found.push(...items.push(bytes.subarray(at, at + piece)))
  return [...found, ...items.end()].flatMap((item) => (item.kind === 'record' ? [item.value] : []))
}

const factsOf = (info: object, ...messages: readonly object[]) =>
  factsFrom(opencodeTranscript(), records(exported(info, messages)))

test('a turn produces the same events as the plugin, with the same sources', () => {
  const facts = factsOf(
    INFO,
    user('m1', text('fix it')),
    agent(
      'm2',
      {},
      text('Looking.'),
      tool('c1', { status: 'completed', output: 'a.ts', metadata: { exit: 0 } }),
    ),
  )
  expect(facts.map(({ type, source }) => [type, source[0]])).toEqual([
    ['prompt.submitted', 'm1'],
    ['response.completed', 'm2'],
    ['tool.called', 'c1'],
    ['tool.returned', 'c1'],
  ])
  expect(facts[1]?.data).toMatchObject({ model: 'model-1', inputTokens: 100, outputTokens: 5 })
  expect(facts[3]?.data).toMatchObject({ outcome: 'ok', durationMs: 20 })
})

test('failed, interrupted and unfinished tool calls have the right outcome', () => {
  const facts = factsOf(
    INFO,
    agent(
      'm2',
      {},
      tool('c1', { status: 'error', error: 'no' }),
      tool('c2', { status: 'error', error: 'aborted', metadata: { interrupted: true } }),
      tool('c3', { status: 'running' }),
    ),
  )
  expect(facts.map(({ type, data }) => [type, data.outcome])).toEqual([
    ['tool.called', undefined],
    ['tool.returned', 'failed'],
    ['tool.called', undefined],
    ['tool.returned', 'interrupted'],
    ['tool.called', undefined],
  ])
})

test('synthetic messages are not prompts, and a compaction summary is not a response', () => {
  const facts = factsOf(
    INFO,
    user('m1', part({ type: 'compaction' })),
    agent('m2', { summary: true }, text('so far')),
    user('m3', text('Continue', { synthetic: true })),
  )
  expect(typesOf(facts)).toEqual(['context.compacted'])
})

test('a sub-agent session belongs to the parent session', () => {
  const facts = factsOf(
    { ...INFO, id: 'ses_2', parentID: 'ses_1', agent: 'general' },
    user('m1', text('look around')),
    agent('m2', {}, tool('c1', { status: 'completed', output: 'x' })),
    agent('m3', {}, text('Found it.')),
  )
  expect(typesOf(facts)).toEqual(['subagent.started', 'tool.called', 'tool.returned', 'subagent.stopped'])
  expect(facts[1]?.data).toMatchObject({ subagent: 'ses_2' })
})

test.each([1, 3, 64, 100_000])(
  'a document read in chunks of %i bytes has the same members as one read whole',
  (piece) => {
    const document = exported(INFO, [
      user('m1', text('braces } ] { [ "quotes" \\ in text')),
      agent('m2', {}, text('x')),
    ])
    expect(records(document, piece)).toEqual([
      { info: INFO },
      { message: JSON.parse(document).messages[0] },
      { message: JSON.parse(document).messages[1] },
    ])
  },
)

test('the complete members of an incomplete document are read', () => {
  const document = exported(INFO, [user('m1', text('one')), user('m2', text('two'))])
  expect(records(document.slice(0, -20))).toHaveLength(2)
})
