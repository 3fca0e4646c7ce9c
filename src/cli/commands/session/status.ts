import { buildCommand } from '@stricli/core'
import type { Context } from '../../context.ts'
import { jsonFlag, optionalId } from '../../flags.ts'
import { showStatus } from '../../status.ts'

export default buildCommand({
  docs: {
    brief: 'Show the session at work here',
    fullDescription:
      'Shows the session at work in this project, or the one that is named. For an idle one it tells what it was about.',
  },
  parameters: {
    positional: optionalId,
    flags: { json: jsonFlag },
  },
  func(this: Context, flags: { readonly json: boolean }, id?: string) {
    return showStatus(this, flags, id)
  },
})
