import { expect, test } from 'vitest'
import { heldIn, type Used } from './used.ts'

const used = (some: Partial<Used>): Used => ({
  symbols: new Set(),
  commands: new Set(),
  task: new Set(),
  decisions: [],
  ...some,
})

test('what a session did not use is not counted', () => {
  expect(heldIn('anything', used({}))).toEqual({})
})

test('the words of a task are looked for in the whole text, as they are compared elsewhere', () => {
  expect(heldIn('Retries the upload', used({ task: new Set(['retry', 'upload', 'token']) }))).toEqual({
    task: 2 / 3,
  })
})

test('a decision is held where one line says half of it', () => {
  const decisions = [new Set(['index', 'branch', 'commit', 'worker'])]
  expect(heldIn('the index of a branch knows the commit', used({ decisions }))).toEqual({ decisions: 1 })
  expect(heldIn('the index\na branch\ncommit', used({ decisions }))).toEqual({ decisions: 0 })
})
