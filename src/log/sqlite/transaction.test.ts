import { expect, test } from 'vitest'
import { Patience, retryWhileBusy } from './transaction.ts'

test('after a failed wait, no write waits until the same length of time has passed', () => {
  const patience = new Patience(1000)
  expect(patience.deadline(5000)).toBe(6000)
  patience.giveUp(6000)
  expect([6000, 6999].map((now) => patience.deadline(now))).toEqual([6000, 6999])
  expect(patience.deadline(7000)).toBe(8000)
})

test('after a successful write, the next wait has its full length again', () => {
  const patience = new Patience(1000)
  patience.giveUp(6000)
  patience.restore()
  expect(patience.deadline(6001)).toBe(7001)
})

test('only the first of several writes waits for a locked log', async () => {
  const patience = new Patience(300)
  const attemptsToWrite = async (): Promise<number> => {
    let attempts = 0
    const write = () => {
      attempts += 1
      throw new Error('locked')
    }
    await expect(retryWhileBusy(write, { isBusy: () => true, patience })).rejects.toThrow('locked')
    return attempts
  }
  expect(await attemptsToWrite()).toBeGreaterThan(1)
  expect(await attemptsToWrite()).toBe(1)
})

test('each attempt to write is told how much waiting time is left', async () => {
  const left: number[] = []
  const write = (ms: number) => {
    left.push(ms)
    if (left.length < 3) throw new Error('locked')
  }
  await retryWhileBusy(write, { isBusy: () => true, patience: new Patience(60_000) })
  expect(left.every((ms, at) => ms <= (left[at - 1] ?? 60_000) && ms > 0)).toBe(true)
})
