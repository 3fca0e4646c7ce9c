import { buildCommand } from '@stricli/core'
import type { CliContext } from '../context.ts'

/** Only the help text. The server has its own bundle, so that no other command loads the MCP library. */
export default buildCommand({
  docs: {
    brief: 'Run the MCP server on standard input and output (run by agents)',
    fullDescription:
      "Serves the project of the current directory and exits when standard input closes. leftoff init adds this server to your agents' settings.",
  },
  parameters: {},
  func(this: CliContext) {
    throw new Error('leftoff mcp has its own bundle')
  },
})
