import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { noSession, type Session } from '../session/session.ts'
import { serenaLines } from './serena.ts'

const session = (serena?: Session['craft']['serena']): Session => ({
  ...noSession,
  craft: { ...noSession.craft, ...(serena && { serena }) },
})

function checkoutWith(settings?: string): string {
  const folder = temporaryFolder()
  if (settings === undefined) return folder
  mkdirSync(join(folder, '.serena'))
  writeFileSync(join(folder, '.serena', 'project.yml'), settings)
  return folder
}

const lines = (checkout: string, serena?: Session['craft']['serena']): readonly string[] =>
  serenaLines({ checkout, last: session(serena) })

const YML = 'languages:\n- typescript\nproject_name: "shop" # as registered\n'

test('the hint says how to activate Serena again if the last session used it', () => {
  const line = 'Serena was in use: activate it again with activate_project, project "shop"'
  expect(lines(checkoutWith(YML), { project: 'shop' })).toEqual([line])
  expect(lines(checkoutWith(YML), {})).toEqual([line])
  expect(lines(checkoutWith(YML), { project: '.' })).toEqual([line])
})

test('the hint uses the path if the project was activated by path and the path exists', () => {
  const folder = checkoutWith()
  expect(lines(folder, { project: folder })[0]).toContain(JSON.stringify(folder))
  expect(lines(folder, { project: join(folder, 'gone') })).toEqual([])
})

test('the hint uses the folder if the settings contain no project name', () => {
  const folder = checkoutWith('languages: []\n')
  expect(lines(folder, {})[0]).toContain(JSON.stringify(folder))
})

test('there is no hint if Serena was not in use, has no settings here, or had another project active', () => {
  expect(lines(checkoutWith(YML))).toEqual([])
  expect(lines(checkoutWith(), { project: 'shop' })).toEqual([])
  expect(lines(checkoutWith(YML), { project: 'other' })).toEqual([])
})
