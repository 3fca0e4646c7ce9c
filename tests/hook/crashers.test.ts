import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agents } from '../../src/agent/agents.ts'
import { ingestAnything } from '../crash/kit/ingest-anything.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/crashers')

test.each(readdirSync(FOLDER))('the input %s is processed without an error', async (name) => {
  const { fault } = await ingestAnything(
    agents.get(name.split('.')[0] ?? ''),
    readFileSync(join(FOLDER, name)),
  )
  expect(fault).toBeUndefined()
})
