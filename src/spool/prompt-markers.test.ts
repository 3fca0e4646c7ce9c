import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { session } from '../../tests/support/events.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { PromptMarkerFiles } from './prompt-markers.ts'

const [one, two] = [session('one'), session('two')]

function markers() {
  const folder = temporaryFolder()
  const isFlagged = (agent: string): boolean => existsSync(join(folder, 'pending', agent))
  return { folder, isFlagged, of: new PromptMarkerFiles(folder) }
}

test('an agent is flagged while one of its sessions is marked', () => {
  const { of, isFlagged } = markers()
  expect(isFlagged('codex')).toBe(false)
  of.set('codex', one)
  of.set('codex', two)
  of.set('claude-code', one)
  of.clear('codex', one)
  expect([isFlagged('codex'), isFlagged('claude-code')]).toEqual([true, true])
  expect(of.marked('codex').map((marked) => marked.session)).toEqual([two])
  of.clear('codex', two)
  of.clear('codex', two)
  expect([isFlagged('codex'), isFlagged('claude-code')]).toEqual([false, true])
})

test('an invalid agent name creates no file outside the folder', () => {
  const { of, folder } = markers()
  of.set('../../x', one)
  of.clear('../../x', one)
  expect(existsSync(join(folder, 'pending'))).toBe(false)
})

test('a marker folder that cannot be created is not an error', () => {
  const { of, folder } = markers()
  writeFileSync(join(folder, 'pending'), 'a file')
  of.set('codex', one)
  of.clear('codex', one)
  expect(of.marked('codex')).toEqual([])
})

test('a flag without marked sessions is removed by the next clear', () => {
  const { of, folder, isFlagged } = markers()
  mkdirSync(join(folder, 'pending'))
  writeFileSync(join(folder, 'pending', 'codex'), '')
  of.clear('codex', one)
  expect(isFlagged('codex')).toBe(false)
})
