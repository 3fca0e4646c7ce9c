import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import { catalogue } from '../event/catalogue.ts'
import { truncateLine } from '../text/truncate.ts'
import { describeEvent, isSignificant } from './event-text.ts'

const started = {
  trigger: 'hook',
  agent: 'codex',
  project: { id: 'p', name: 'shop' },
  checkout: '/w',
  directory: '/w',
}

const WRITTEN = { form: 'json', text: '1' }
const SAVED = { namespace: '', checkpoint: 'c', state: WRITTEN, metadata: WRITTEN }

const STORIES: readonly (readonly [Parameters<typeof knownEvent>[0], object, string])[] = [
  ['session.started', started, 'started by codex in shop'],
  ['session.started', { ...started, branch: 'main' }, 'started by codex in shop on main'],
  ['session.idled', { quietSince: 1 }, 'went idle'],
  ['session.resumed', { trigger: 'activity' }, 'resumed by new activity'],
  ['session.resumed', { trigger: 'command' }, 'resumed by command'],
  ['session.suspended', {}, 'suspended'],
  ['session.suspended', { reason: 'lunch' }, 'suspended (lunch)'],
  ['session.ended', { trigger: 'exit' }, 'ended by exit'],
  ['session.completed', { note: 'shipped' }, 'marked complete (shipped)'],
  ['session.crashed', { trigger: 'process-gone', quietSince: 1 }, 'crashed: its process is gone'],
  ['session.crashed', { trigger: 'quiet', quietSince: 1 }, 'crashed: no activity and no end'],
  [
    'memory.proposed',
    { memory: 'mem_1', rule: 'Use pnpm', scope: { kind: 'universal' }, origin: 'user' },
    'rule proposed: Use pnpm',
  ],
  ['memory.approved', { memory: 'mem_1', by: 'user' }, 'rule approved by the user'],
  ['memory.rejected', { memory: 'mem_1', reason: 'no' }, 'rule rejected (no)'],
  ['memory.edited', { memory: 'mem_1', rule: 'Use npm' }, 'rule edited: Use npm'],
  ['memory.superseded', { memory: 'mem_1', by: 'mem_2' }, 'rule superseded'],
  ['memory.tried', { memory: 'mem_1', during: 'ses_1', effect: 'broken' }, 'rule broken'],
  ['session.recovered', {}, 'recovered'],
  ['session.archived', { reason: 'expired' }, 'archived (expired)'],
  ['session.tagged', { added: ['a', 'b'], removed: ['c'] }, 'tagged +a +b -c'],
  ['session.branched', { parent: 'ses_1', atSeq: 4 }, 'branched from ses_1 at event 4'],
  ['session.merged', { from: 'ses_2' }, 'merged ses_2'],
  ['place.changed', { branch: 'main', head: '0123456789abcdef' }, 'moved to main 0123456789'],
  ['phase.entered', { phase: 'review' }, 'entered phase review'],
  ['prompt.submitted', { text: '\n fix it\nplease' }, 'prompt: fix it'],
  ['response.completed', {}, 'answered'],
  ['response.completed', { text: 'done\nreally' }, 'answer: done'],
  ['turn.interrupted', {}, 'interrupted'],
  ['correction.heard', { text: 'no, tabs' }, 'correction: no, tabs'],
  ['subagent.started', { subagent: 'a1', kind: 'explore', task: 'find it' }, 'started explore: find it'],
  ['subagent.stopped', { subagent: 'a1', text: 'found' }, 'a sub-agent finished: found'],
  ['agent.noticed', { kind: 'waits for permission', text: 'Bash' }, 'waits for permission: Bash'],
  ['tool.called', { call: 'c', tool: 'Bash', command: 'ls' }, 'calls Bash: ls'],
  ['tool.called', { call: 'c', tool: 'Edit', file: 'a.ts' }, 'calls Edit on a.ts'],
  [
    'tool.returned',
    { call: 'c', tool: 'Bash', outcome: 'failed', command: 'npm test' },
    'ran npm test: failed',
  ],
  ['tool.returned', { call: 'c', tool: 'Read', outcome: 'ok', file: 'a.ts' }, 'Read a.ts'],
  ['file.read', { path: 'a.ts' }, 'read a.ts'],
  ['file.changed', { path: 'a.ts', change: 'created', lines: 3 }, 'created a.ts (3 lines)'],
  ['file.changed', { path: 'a.ts', change: 'edited', before: 'x', after: 'y\nz' }, "edited a.ts: 'x' -> 'y'"],
  ['symbol.touched', { name: 'main', file: 'a.ts' }, 'touched main in a.ts'],
  ['symbols.indexed', { upTo: 3 }, 'changed files were indexed for symbols'],
  ['test.ran', { name: 'unit', outcome: 'passed' }, 'tests unit: passed'],
  [
    'test.ran',
    { name: 'go test', outcome: 'failed', passed: 2, failed: 1, skipped: 0, failing: ['TestA', 'TestB'] },
    'tests go test: failed (1 failed, 2 passed: TestA, TestB)',
  ],
  ['test.ran', { name: 'go test', outcome: 'failed', failing: ['TestA'] }, 'tests go test: failed (TestA)'],
  ['decision.made', { choice: 'use SQLite', why: 'one file' }, 'decided: use SQLite (one file)'],
  ['blocker.met', { text: 'no key' }, 'blocked: no key'],
  ['blocker.cleared', { blocker: 'evt_1', how: 'got it' }, 'cleared a blocker (got it)'],
  ['action.planned', { text: 'write tests' }, 'next: write tests'],
  ['action.done', { action: 'evt_1' }, 'done'],
  ['task.opened', { text: 'login' }, 'task: login'],
  ['task.closed', { task: 'evt_1' }, 'task closed'],
  ['fact.pinned', { text: 'port 80' }, 'fact: port 80'],
  ['goal.set', { text: 'ship' }, 'goal: ship'],
  ['evidence.found', { text: 'tests pass' }, 'evidence: tests pass'],
  ['session.titled', { title: 'Imports', by: 'user' }, 'titled by the user: Imports'],
  ['session.titled', { title: 'Imports', by: 'model' }, "titled by the client's model: Imports"],
  ['pull.linked', { url: 'https://x/pull/7', number: 7 }, 'pull request #7 https://x/pull/7'],
  ['pull.linked', { url: 'https://x/pull/7' }, 'pull request https://x/pull/7'],
  ['agent.summarized', { kind: 'recap', text: 'Half done' }, "the client's recap: Half done"],
  ['question.answered', { question: 'Which port?', answer: '80' }, "answered 'Which port?': 80"],
  ['plan.approved', { text: '# Plan: Move the cache\n\n1. Read\n2. Write' }, 'plan approved: Move the cache'],
  ['plan.approved', { file: '/p/a.md' }, 'plan approved (/p/a.md)'],
  [
    'tasks.listed',
    {
      list: 'todos',
      tasks: [
        { text: 'a', status: 'done' },
        { text: 'b', status: 'active' },
      ],
    },
    "task list: 1 of 2 done, at 'b'",
  ],
  ['task.changed', { task: 'evt_1', status: 'dropped', text: 'login' }, "task changed (dropped, 'login')"],
  ['context.compacting', {}, 'context compaction started'],
  ['instruction.given', { text: 'be brief' }, 'instruction: be brief'],
  ['response.streamed', { response: 'r', text: 'Once' }, 'answering: Once'],
  ['fact.unpinned', { fact: 'evt_1', why: 'it moved' }, 'fact removed (it moved)'],
  ['compaction.undone', { compaction: 'evt_1' }, 'compaction undone'],
  ['context.compacted', {}, 'context compacted'],
  ['context.measured', { used: 90, source: 'transcript' }, 'context size: 90 tokens'],
  ['context.measured', { used: 9, window: 100, source: 'x' }, 'context size: 9 of 100 tokens'],
  [
    'checkpoint.taken',
    { schema: 1, occasion: 'compacting', phase: 'SIGNALS', state: {} },
    'checkpoint (compacting, SIGNALS)',
  ],
  ['graph.saved', SAVED, 'graph saved'],
  ['graph.saved', { ...SAVED, step: -1 }, 'graph saved after step -1'],
  [
    'graph.written',
    { namespace: '', checkpoint: 'c', task: 't', writes: [{ channel: 'n', index: 0, value: WRITTEN }] },
    'graph task wrote a result',
  ],
  ['handoff.written', { schema: 1, summary: {} }, 'handed off'],
  ['handoff.written', { schema: 1, automatic: true, summary: {} }, 'handoff written at the end'],
  ['progress.logged', { schema: 1, log: {} }, 'progress log written at the end'],
  ['handoff.written', { schema: 1, to: 'codex', summary: {} }, 'handed off to codex'],
  ['nudge.given', { kind: 'close', text: 'commit it' }, 'reminded (close): commit it'],
  ['brief.given', { format: 'text', tokens: 90 }, 'received a brief of 90 tokens'],
  ['capture.damaged', { source: 'spool', reason: 'no JSON' }, 'unreadable input (spool): no JSON'],
  [
    'capture.reconciled',
    { source: '/t', bytes: 9, records: 5, filled: 2, skipped: 0 },
    'compared with transcript: 5 records, 2 filled in, 0 unreadable',
  ],
  ['file.settled', { path: 'a.ts', bytes: 12, writtenAt: 5 }, 'a.ts recorded at 12 bytes'],
  ['event.forgotten', { seqs: [1, 2] }, '2 events forgotten'],
]

describe('the description of an event', () => {
  test.each(STORIES)('the event %s %o is described as "%s"', (type, data, sentence) => {
    expect(describeEvent(knownEvent(type, data))).toBe(sentence)
  })

  test('every event type in the catalogue is tested here', () => {
    const shown = new Set(STORIES.map(([type]) => type))
    expect(catalogue.map(({ type }) => type).filter((type) => !shown.has(type))).toEqual([])
  })

  test('long reasons are shortened to one line', () => {
    const long = 'because '.repeat(100_000)
    for (const [type, data] of [
      ['session.suspended', { reason: long }],
      ['session.completed', { note: long }],
      ['decision.made', { choice: 'x', why: `first\nsecond ${long}` }],
      ['capture.damaged', { source: 's', reason: long }],
    ] as const) {
      const sentence = describeEvent(knownEvent(type, data))
      expect(sentence.length, type).toBeLessThan(300)
      expect(sentence).not.toContain('\n')
    }
  })
})

describe('shortened text', () => {
  test.each([
    ['', 5, ''],
    ['hello', 5, 'hello'],
    ['hello!', 5, 'hell…'],
    ['  one\r\ntwo', 9, 'one'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀😀', 3, '😀😀…'],
    ['😀'.repeat(1000), 3, '😀😀…'],
    ['a😀😀😀😀', 4, 'a😀😀…'],
  ])('example %# is truncated to its maximum length', (text, most, expected) => {
    expect(truncateLine(text, most)).toBe(expected)
  })

  test('shortened text is one line within the limit and never splits a character', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '😀', '\n', '\r\n', ' ', 'é'),
      maxLength: 60,
      size: 'max',
    })
    const property = fc.property(text, fc.integer({ min: 1, max: 20 }), (input, most) => {
      const cut = truncateLine(input, most)
      expect(Array.from(cut).length).toBeLessThanOrEqual(most)
      expect(cut).not.toMatch(/\n|[\ud800-\udbff](?![\udc00-\udfff])/)
    })
    fc.assert(property, { numRuns: 500 })
  })
})

test('file changes, commands and test runs are significant', () => {
  const run = { call: 'c', tool: 'Bash', outcome: 'ok' }
  expect(isSignificant(knownEvent('tool.returned', { ...run, command: 'ls' }))).toBe(true)
  expect(isSignificant(knownEvent('tool.returned', run))).toBe(false)
  expect(isSignificant(knownEvent('file.changed', { path: 'a', change: 'edited' }))).toBe(true)
  expect(isSignificant(knownEvent('test.ran', { name: 'a', outcome: 'failed' }))).toBe(true)
  expect(isSignificant(knownEvent('file.read', { path: 'a' }))).toBe(false)
  expect(isSignificant(knownEvent('prompt.submitted', { text: 'a' }))).toBe(false)
})
