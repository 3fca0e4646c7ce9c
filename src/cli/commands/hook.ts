import { buildCommand } from '@stricli/core'
import { AGENT_NAMES } from '../../agent/adapter.ts'
import type { Context } from '../context.ts'
import { elsewhere } from '../elsewhere.ts'

/** Only described here: the hook itself is a part of its own, because it runs at every prompt. */
export default buildCommand({
  docs: {
    brief: 'What the hooks of an agent run',
    fullDescription: `Reads what an agent says (${AGENT_NAMES.join(', ')}) as JSON on standard input, records it, and prints what the agent shall read, in the agent's own format. It always exits 0: what cannot be stored waits in the spool.`,
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: AGENT_NAMES.join(', '), parse: String, placeholder: 'AGENT' }],
    },
    flags: {
      event: {
        kind: 'parsed',
        parse: String,
        brief: 'The name of the event, for your own notes; the payload tells it',
        placeholder: 'NAME',
        optional: true,
      },
    },
  },
  func(this: Context, _flags: { readonly event?: string }, _agent: string) {
    return elsewhere('hook')
  },
})
