import { afterEach, expect, test } from 'vitest'
import { fault } from './fault-injection.ts'

afterEach(() => fault.install(undefined))

test('a fault point without a handler does nothing', () => {
  expect(() => fault.at('append.before-commit')).not.toThrow()
})

test('a handler receives the name of every fault point until it is removed', () => {
  const points: string[] = []
  fault.install((point) => points.push(point))
  fault.at('append.before-commit')
  fault.at('forget.before-scrub')
  fault.install(undefined)
  fault.at('append.after-commit')
  expect(points).toEqual(['append.before-commit', 'forget.before-scrub'])
})
