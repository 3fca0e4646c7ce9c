import { expect, test } from 'vitest'
import { emptyReply } from './adapter.ts'
import { agents } from './agents.ts'

test.each([...agents])('%s gets the same empty reply with and without its adapter', (name, agent) => {
  expect(emptyReply(name)).toBe(agent.reply({ event: '' }))
})
