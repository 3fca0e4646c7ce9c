import { buildCommand } from '@stricli/core'
import { attestedIn } from '../../../app/memory/attested.ts'
import { ruleNamed } from '../../../app/memory/rules.ts'
import { tend } from '../../../app/search/refresh-index.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { comparisonLines, impactText } from '../../present/impact.ts'
import { attestedLines, ruleJsonIn, ruleText } from '../../present/memory.ts'

const TENDING_MS = 1000

export default buildCommand({
  docs: {
    brief: 'Show one rule with the messages it comes from',
    fullDescription:
      'Shows a rule with all that is known of it: where it holds, the messages it comes from in the words of their user, with session and time, and what sessions that were given it did with it.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Which one', parse: text, placeholder: 'ID' }],
    },
    flags: { json: jsonFlag },
  },
  async func(this: Context, flags: { readonly json: boolean }, id: string) {
    const world = await this.world()
    const rule = await ruleNamed(world, id)
    await tend(world, { withinMs: TENDING_MS })
    answer(this, flags, ruleJsonIn(world)(rule), () =>
      [
        ruleText(rule),
        `  ${impactText(rule)}`,
        ...comparisonLines([rule]).slice(1),
        ...attestedLines(attestedIn(world)(rule)).map((line) => `  ${line}`),
      ].join('\n'),
    )
  },
})
