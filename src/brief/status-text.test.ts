import { expect, test } from 'vitest'
import { noSession, type Session } from '../session/session.ts'
import { statusText } from './status-text.ts'

const item = (text: string, closedAt?: number) => ({
  id: text,
  text,
  at: 1,
  ...(closedAt !== undefined && { closedAt }),
})
const session = (work: Partial<Session['work']>): Session => ({
  ...noSession,
  work: { ...noSession.work, ...work },
})

test('a session of which nothing is noted has nothing to say', () => {
  expect(statusText(noSession)).toBe('')
})

test('counts what is open, and names the last blocker in one short line', () => {
  const actions = [item('a'), item('b', 2)]
  const tasks = [item('c')]
  const blockers = [
    item('older'),
    item('the key\nof\u001b[2J the\u202e service is missing, and nobody knows it'),
  ]
  expect(statusText(session({ actions, tasks }))).toBe('2 open')
  expect(statusText(session({ actions, blockers }))).toBe(
    '1 open · 2 blocked: the key of the service is missing, and …',
  )
})
