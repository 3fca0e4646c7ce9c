import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { TestWorld } from '../../../tests/support/world.ts'
import { redactDocument, redactEvents } from './redact-events.ts'

const SECRET = 'correct-horse-battery'
const worldWithSecret = () => Object.assign(new TestWorld(), { secrets: [SECRET] })
const dataOf = (type: string, data: Parameters<typeof eventOfType>[1]) =>
  redactEvents(worldWithSecret(), [eventOfType(type, data)])[0]?.data

describe('redacting events', () => {
  test('redaction keeps references unchanged', () => {
    expect(dataOf('task.closed', { task: SECRET, how: SECRET })).toMatchObject({ task: SECRET })
    expect(dataOf('task.closed', { task: SECRET, how: SECRET })?.how).not.toContain(SECRET)
  })

  test('redaction applies to a field that is a reference only in another event type', () => {
    const data = dataOf('subagent.started', { subagent: SECRET, task: `log in with ${SECRET}` })
    expect(data).toMatchObject({ subagent: SECRET })
    expect(data?.task).not.toContain(SECRET)
  })

  test('redaction keeps the ids of inherited items and redacts their text', () => {
    const item = { id: SECRET, text: SECRET }
    const data = dataOf('session.branched', { parent: SECRET, atSeq: 1, inherited: { goal: item } })
    expect(data).toMatchObject({ parent: SECRET, inherited: { goal: { id: SECRET } } })
    expect(JSON.stringify(data).split(SECRET)).toHaveLength(3)
  })

  test('redaction applies to every field in the input of a tool call', () => {
    const part = { type: 'tool-call', toolCallId: SECRET, input: { source: SECRET, task: SECRET } }
    expect(JSON.stringify(dataOf('response.completed', { content: [part] })).split(SECRET)).toHaveLength(2)
  })

  test('redaction applies to a value if the field name shows that the value is a secret', () => {
    const password = ['q7Rt', '2mXw', '9Lk'].join('')
    const part = { type: 'tool-call', toolCallId: 'call', input: { password, path: 'src/a.ts' } }
    expect(dataOf('response.completed', { content: [part] })).toMatchObject({
      content: [{ input: { password: '[redacted:secret-value:11]', path: 'src/a.ts' } }],
    })
  })

  test('redaction applies to the output of a command that prints a secret', () => {
    const output = 'ok\n3f9c2a71b04de856a1c97f20d43be8510cb7\n'
    const call = { call: 'c', tool: 'Bash', outcome: 'ok', output }
    expect(dataOf('tool.returned', { ...call, command: 'echo $TOKEN' })).toMatchObject({
      output: 'ok\n[redacted:printed-secret:36]\n',
    })
    expect(dataOf('tool.returned', { ...call, file: '/home/me/api-token' })?.output).not.toContain('3f9c')
    expect(dataOf('tool.returned', { ...call, command: 'git rev-parse HEAD' })).toMatchObject({ output })
  })

  test('redaction keeps all known references in an event from a newer release', () => {
    expect(dataOf('moon.landed', { call: SECRET })).toEqual({ call: SECRET })
    expect(JSON.stringify(dataOf('moon.landed', { part: { call: SECRET }, text: SECRET }))).not.toContain(
      SECRET,
    )
  })

  test('redaction keeps only the given references in a document', () => {
    const document = { id: SECRET, parts: [{ head: SECRET }] }
    const redacted = redactDocument(worldWithSecret(), document, { references: ['head'] })
    expect(redacted).toMatchObject({ parts: [{ head: SECRET }] })
    expect(redacted.id).not.toContain(SECRET)
  })
})
