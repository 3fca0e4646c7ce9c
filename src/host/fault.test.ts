import { afterEach, expect, test } from 'vitest'
import { fault } from './fault.ts'

afterEach(() => fault.install(undefined))

test('nothing happens at a fault point where nothing is installed', () => {
  expect(() => fault.at('append.before-commit')).not.toThrow()
})

test('what is installed hears the name of every point, until it is taken away', () => {
  const heard: string[] = []
  fault.install((point) => heard.push(point))
  fault.at('append.before-commit')
  fault.at('forget.before-scrub')
  fault.install(undefined)
  fault.at('append.after-commit')
  expect(heard).toEqual(['append.before-commit', 'forget.before-scrub'])
})
