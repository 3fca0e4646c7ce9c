import { buildCommand } from '@stricli/core'
import { AGENT_NAMES } from '../../agent/adapter.ts'
import type { CliContext } from '../context.ts'

/** Only the help text. The hook has its own bundle, because it runs at every prompt. */
export default buildCommand({
  docs: {
    brief: 'Handle a hook call (run by agents)',
    fullDescription: `Reads a hook payload from an agent (${AGENT_NAMES.join(', ')}) as JSON from standard input, or from the spool if DELIVERY is given, records it, and prints the reply in the agent's format. Always exits with 0; if a payload cannot be stored now, it goes to the spool.`,
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: AGENT_NAMES.join(', '), parse: String, placeholder: 'AGENT' },
        {
          brief: 'Name of a payload that the hook script has put into the spool',
          parse: String,
          placeholder: 'DELIVERY',
          optional: true,
        },
      ],
    },
    flags: {
      event: {
        kind: 'parsed',
        parse: String,
        brief: 'Event name, for readability only (the payload contains it)',
        placeholder: 'NAME',
        optional: true,
      },
    },
  },
  func(this: CliContext, _flags: { readonly event?: string }, _agent: string, _delivery?: string) {
    throw new Error('leftoff hook has its own bundle')
  },
})
