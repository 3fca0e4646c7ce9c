import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agents } from '../../src/agent/agents.ts'
import { hearAnything } from '../crash/kit/hear-anything.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/crashers')

test.each(readdirSync(FOLDER))('%s is processed without a fault', async (name) => {
  const { fault } = await hearAnything(agents.get(name.split('.')[0] ?? ''), readFileSync(join(FOLDER, name)))
  expect(fault).toBeUndefined()
})
