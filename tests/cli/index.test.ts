import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../support/sandbox.ts'

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })

test('forget leaves no session text in the index', async () => {
  const here = await createSandbox()
  const { session } = await here.json(['session', 'start', '--goal', 'the zanzibar affair'])
  await here.json(['session', 'end'])
  expect((await here.run(['brief'])).out).toContain('zanzibar')
  const holds = () => filesBelow(here.home).filter((path) => readFileSync(path).includes('zanzibar'))
  expect(holds().some((path) => path.startsWith(join(here.home, 'index.db')))).toBe(true)
  await here.run(['forget', session.id, '--yes'])
  expect(holds()).toEqual([])
  expect((await here.run(['brief'])).out).not.toContain('zanzibar')
  expect(holds()).toEqual([])
})

test('rebuild recreates the index', async () => {
  const here = await createSandbox()
  await here.json(['session', 'start', '--goal', 'ship it'])
  const before = (await here.run(['brief'])).out
  await here.json(['rebuild'])
  expect((await here.run(['brief'])).out).toBe(before)
})
