import { expect, test } from 'vitest'
import { event, session, storedEvents } from '../../tests/support/events.ts'
import type { Appended } from '../log/event-log.ts'
import { again, appendUnstored, behind, done, retryAppend } from './append-retry.ts'

const id = session('one')

test('an attempt is repeated as long as other processes append first', async () => {
  let seq = 0
  const result = await retryAppend(id, async () => {
    seq += 1
    return seq < 30 ? behind(seq, { seq: seq + 1 }) : done(seq)
  })
  expect(result).toBe(30)
})

test('a view that does not match its events is reported as damage if no other process writes', async () => {
  let attempts = 0
  const stuck = retryAppend(id, async () => {
    attempts += 1
    return behind(3, { seq: 4 })
  })
  await expect(stuck).rejects.toMatchObject({ code: 'log-damaged', outcome: 'damaged' })
  expect(attempts).toBe(2)
})

test.each([
  ['that finds new events on every attempt', (attempt: number) => behind(attempt, { seq: attempt + 1 })],
  ['that always asks for another attempt', () => again],
])('a retry %s fails with a busy error', async (_, outcome) => {
  let attempts = 0
  const never = retryAppend(id, async () => {
    attempts += 1
    return outcome(attempts)
  })
  await expect(never).rejects.toMatchObject({ code: 'log-busy', outcome: 'busy' })
  expect(attempts).toBeLessThan(1000)
})

test('an event whose id is already stored with other content is skipped, and the rest is appended', async () => {
  const [one, two, three] = [event('one'), event('two'), event('three')]
  const [stored] = storedEvents(id, [two])
  const appended: Appended = { kind: 'appended', seq: 3, position: 3, duplicates: 0 }
  const result = await appendUnstored([one, two, three], async (rest) =>
    stored && rest.includes(two) ? { kind: 'conflict', stored } : appended,
  )
  expect(result).toEqual({ appended, rest: [one, three] })
})

test('a conflict with an event outside the batch is reported as damage', async () => {
  const [stored] = storedEvents(id, [event('other')])
  if (!stored) throw new Error('no event')
  const stuck = appendUnstored([event('one')], async () => ({ kind: 'conflict', stored }))
  await expect(stuck).rejects.toMatchObject({ code: 'log-damaged' })
})
