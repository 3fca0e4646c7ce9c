import { buildCommand } from '@stricli/core'
import type { CliContext } from '../../context.ts'
import { jsonFlag, optionalId } from '../../flags.ts'
import { showStatus } from '../../status.ts'

export default buildCommand({
  docs: {
    brief: 'Show the current session',
    fullDescription:
      'Shows the current session of this project, or the one with the given ID. For an idle or suspended session it also prints a summary.',
  },
  parameters: {
    positional: optionalId,
    flags: { json: jsonFlag },
  },
  func(this: CliContext, flags: { readonly json: boolean }, id?: string) {
    return showStatus(this, flags, id)
  },
})
