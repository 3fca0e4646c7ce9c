import { buildCommand } from '@stricli/core'
import { ruleNamed, ruleSources } from '../../../app/memory/rules.ts'
import { refreshIndex } from '../../../app/search/refresh-index.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { attestedLines, comparisonLines, impactText, ruleJsonIn, ruleText } from '../../present/memory.ts'

const INDEXING_MS = 1000

export default buildCommand({
  docs: {
    brief: 'Show a rule and the messages it comes from',
    fullDescription:
      'Shows a rule with its scope, the user messages it comes from (with session and time), and its effect on sessions.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Rule ID', parse: text, placeholder: 'ID' }],
    },
    flags: { json: jsonFlag },
  },
  async func(this: CliContext, flags: { readonly json: boolean }, id: string) {
    const world = await this.world()
    const rule = await ruleNamed(world, id)
    await refreshIndex(world, { withinMs: INDEXING_MS })
    printResult(this, flags, ruleJsonIn(world)(rule), () =>
      [
        ruleText(rule),
        `  ${impactText(rule)}`,
        ...comparisonLines([rule]).slice(1),
        ...attestedLines(ruleSources(world)(rule)).map((line) => `  ${line}`),
      ].join('\n'),
    )
  },
})
