// A program that uses the Claude Agent SDK. To add leftoff, only the hooks are passed in.
import { query } from '@anthropic-ai/claude-agent-sdk'
import { leftoffHooks } from 'leftoff/claude-agent-sdk'

const [prompt] = process.argv.slice(2)
const leftoff = leftoffHooks()
const options = { hooks: leftoff.hooks, allowedTools: ['Write', 'Bash'] }
for await (const message of query({ prompt, options }))
  if (message.type === 'result') console.log(message.result ?? message.subtype)
await leftoff.close()
