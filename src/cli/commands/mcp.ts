import { buildCommand } from '@stricli/core'
import type { Context } from '../context.ts'
import { elsewhere } from '../elsewhere.ts'

/** Only described here: the server is a part of its own, so that no other command loads its library. */
export default buildCommand({
  docs: {
    brief: 'An MCP server on standard input and output',
    fullDescription:
      'For agents: `leftoff init` enters it in their configuration. It serves the project of the folder it is started in, and ends when its input does.',
  },
  parameters: {},
  func(this: Context) {
    return elsewhere('mcp')
  },
})
