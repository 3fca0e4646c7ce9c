import { expect, onTestFinished } from 'vitest'
import type { Client } from '../client.ts'
import { scripts } from '../scripts.ts'
import { type Box, createBox } from './box.ts'
import { createScratch } from './scratch.ts'

/** Creates a box for one test and keeps its folder if the test fails. */
export async function openBox(client: Client, beside?: Box): Promise<Box> {
  const folder = createScratch()
  const here = await createBox(client, folder.root, scripts, beside)
  onTestFinished(async ({ task }) => {
    await here.close()
    folder.close(task.result?.state !== 'fail')
  })
  return here
}

/** `leftoff init` for the client of this box. */
export const initLeftoff = (here: Box): Promise<void> =>
  succeeds(here, 'init', '--agent', here.client.agent, '--user')

export async function succeeds(here: Box, ...args: readonly string[]): Promise<void> {
  const { code, out, err } = await here.leftoff(...args)
  expect(code, `leftoff ${args.join(' ')}: ${out}${err}`).toBe(0)
}
