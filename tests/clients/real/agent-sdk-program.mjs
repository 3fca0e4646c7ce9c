#!/usr/bin/env node
// A program that uses the Claude Agent SDK. Its arguments are the prompts of one session, which it sends in order.
import { query } from '@anthropic-ai/claude-agent-sdk'
import { leftoffHooks } from 'leftoff/claude-agent-sdk'

const abortController = new AbortController()
process.once('SIGUSR2', () => abortController.abort())
let done = () => {}

async function* prompts() {
  for (const content of process.argv.slice(2)) {
    const isDone = new Promise((resolve) => {
      done = resolve
    })
    yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '' }
    await isDone
  }
}

const leftoff = leftoffHooks({ onTrouble: (error) => console.error(error) })
try {
  for await (const message of query({
    prompt: prompts(),
    options: { hooks: leftoff.hooks, abortController },
  }))
    if (message.type === 'result') done()
} catch (error) {
  if (!abortController.signal.aborted) throw error
} finally {
  await leftoff.close()
}
