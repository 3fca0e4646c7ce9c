// A graph continues in another process after its process is killed. Every earlier state is available.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { scratch } from '../support/scratch.mjs'
import { graphOn, thread } from './graph.mjs'

const location = scratch()
const killed = spawnSync(process.execPath, [
  join(import.meta.dirname, 'graph.mjs'),
  location.home,
  location.project,
])
assert.equal(killed.signal, 'SIGKILL')

const { graph, checkpointer } = graphOn(location)
assert.deepEqual((await graph.getState(thread)).values.done, ['asked', 'read'])
const { done } = await graph.invoke(null, thread)
assert.deepEqual(done, ['asked', 'read', 'think', 'write'])

const states = []
for await (const state of graph.getStateHistory(thread)) states.push(state)
assert.equal(states.at(-1)?.metadata.source, 'input')
await checkpointer.deleteThread('shop')
assert.equal(await checkpointer.getTuple(thread), undefined)
await checkpointer.close()
console.log(`killed in the second step, continued to ${done.length} entries, then deleted`)
