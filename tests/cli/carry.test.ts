import { describe, expect, test } from 'vitest'
import { createSandbox } from '../support/sandbox.ts'

const isCheckpoint = ({ type }: { type: string }): boolean => type === 'checkpoint.taken'

describe('checkpoint', () => {
  test('checkpoint prints the stored document, and session show lists it', async () => {
    const { json, run } = await createSandbox()
    const { session } = await json(['session', 'start', '--goal', 'write the invoice parser'])
    const checkpoint = await json(['checkpoint'])
    expect(checkpoint).toMatchObject({
      document: 'checkpoint',
      schema: 1,
      session: session.id,
      occasion: 'command',
      phase: 'VERBOSE',
      state: { critical: { original_goal: 'write the invoice parser', session_id: session.id } },
    })
    const { out } = await run(['checkpoint', '--session', session.id.slice(4, 10)])
    expect(out).toMatch(
      /^Saved checkpoint of session \w{8} \(VERBOSE, 8 critical fields, 9 extended\): write the invoice/,
    )
    const { carry } = await json(['session', 'show'])
    expect(carry.checkpoint).toEqual({ at: expect.any(Number), occasion: 'command', phase: 'VERBOSE' })
    expect((await run(['session', 'show'])).out).toMatch(/^ {2}checkpoint .+ \(command\)$/m)
  })

  test('checkpoint --last shows the valid parts of the last checkpoint and does not save a new one', async () => {
    const { json, run } = await createSandbox()
    const { session } = await json(['session', 'start', '--goal', 'write the invoice parser'])
    expect(await run(['checkpoint', '--last'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no-checkpoint'),
    })
    const { at } = await json(['checkpoint'])
    await json(['session', 'end'])
    const shown = await json(['checkpoint', '--last'])
    expect(Object.keys(shown)).toEqual([
      'session',
      'at',
      'occasion',
      'phase',
      'critical',
      'extended',
      'dropped',
    ])
    expect(shown).toMatchObject({ session: session.id, at, critical: { session_id: session.id } })
    const { out } = await run(['checkpoint', '--last'])
    expect(out).toMatch(/^Checkpoint .* \(command, VERBOSE\)\ncritical\n {2}original_goal +write the invoice/)
    expect(out).toMatch(/\nextended\n {2}files_read +\[\]\n/)
    expect((await json(['session', 'show'])).events.filter(isCheckpoint)).toHaveLength(1)
  })

  test('checkpoint fails without an open session', async () => {
    const { run } = await createSandbox()
    expect(await run(['checkpoint'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no-session-here'),
    })
  })
})

describe('handoff', () => {
  test('handoff prints Markdown, or a JSON document with --json', async () => {
    const { json, run } = await createSandbox()
    await json(['session', 'start', '--goal', 'write the invoice parser'])
    await json(['note', 'decision', 'amounts are integers', '--why', 'rounding'])
    await json(['note', 'next', 'credit notes'])
    const { out } = await run(['handoff', '--to', 'codex'])
    expect(out).toContain('# Handoff: app\n')
    expect(out).toContain('by person to codex, on main.')
    expect(out).toContain('## Decided\n\n- amounts are integers (rounding)\n')
    const handoff = await json(['handoff'])
    expect(Object.keys(handoff).toSorted()).toEqual(
      ['document', 'schema', 'session', 'at', 'agent', 'project', 'summary'].toSorted(),
    )
    expect(handoff.summary.next).toEqual(['credit notes'])
    expect((await json(['session', 'show'])).carry.handoff).toEqual({ at: expect.any(Number) })
  })

  test('a handoff can be printed for any session without being stored', async () => {
    const { json, run } = await createSandbox()
    const { session } = await json(['session', 'start', '--goal', 'write the invoice parser'])
    await json(['note', 'next', 'push with ghp_aB3dE6gH9aB3dE6gH9aB3dE6gH9aB3dE6gH9'])
    await json(['session', 'end'])
    const exported = JSON.parse((await run(['session', 'export', session.id, '--format', 'handoff'])).out)
    expect(exported.summary.goal).toBe('write the invoice parser')
    expect(exported.summary.next[0]).toMatch(/^push with \[redacted/)
    expect((await json(['session', 'show'])).carry.handoff).toBeUndefined()
    const written = await json(['handoff'])
    expect({ ...written, at: 0 }).toEqual({ ...exported, at: 0 })
  })

  test('handoff works for an ended session and refuses an invalid agent name', async () => {
    const { json, run } = await createSandbox()
    await json(['session', 'start', '--goal', 'x'])
    await json(['session', 'end'])
    expect((await json(['handoff'])).summary.goal).toBe('x')
    expect((await json(['session', 'list'])).sessions[0].state).toBe('ended')
    expect(await run(['handoff', '--to', 'Not One'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('agent-name-invalid'),
    })
  })

  test('handoff fails without any session', async () => {
    const { run } = await createSandbox()
    expect((await run(['handoff'])).code).toBe(3)
  })
})

test('session show prints confidence and completion with the reasons', async () => {
  const { json, run } = await createSandbox()
  await json(['session', 'start', '--goal', 'write the invoice parser'])
  await json(['note', 'evidence', 'parsed 40 files'])
  await json(['note', 'blocker', 'no samples'])
  const { out } = await run(['session', 'show'])
  expect(out).toMatch(/confidence 51%/)
  expect(out).toMatch(/completion 15% \(evidence noted \+10, open blocker -15\)/)
  const { carry } = await json(['session', 'status'])
  expect(carry).toMatchObject({ confidence: 51, completion: { value: 15 } })
})

test('session show lists the items that a compaction lost', async () => {
  const { json, run, folder } = await createSandbox()
  const sendHook = (hook_event_name: string, more: object = {}) =>
    run(['hook', 'claude-code'], {
      input: JSON.stringify({ session_id: 's', cwd: folder, hook_event_name, ...more }),
    })
  await sendHook('UserPromptSubmit', { prompt: 'write the invoice parser' })
  const { sessions } = await json(['session', 'list'])
  await json(['note', 'decision', 'amounts are integers', '--session', sessions[0].id])
  await sendHook('PreCompact', { trigger: 'auto' })
  await sendHook('PostCompact', {
    trigger: 'auto',
    compact_summary: 'The user wants an invoice parser to be written.',
  })
  const { compactions } = await json(['session', 'show', sessions[0].id])
  expect(compactions).toEqual([
    {
      at: expect.any(Number),
      hasSummary: true,
      kept: 1,
      lost: [{ kind: 'decision', text: 'amounts are integers', event: expect.stringMatching(/^evt_/) }],
      restored: [],
    },
  ])
  const { out } = await run(['session', 'show', sessions[0].id])
  expect(out).toMatch(
    /Compactions\n.*kept 1 of 2, lost 1, 0 of them restored\n {4}lost decision: amounts are integers/,
  )
})
