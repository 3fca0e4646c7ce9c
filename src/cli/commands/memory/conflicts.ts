import { buildCommand } from '@stricli/core'
import { listConflicts, type RuleConflict } from '../../../app/memory/rules.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { ruleJsonIn, scopeText } from '../../present/memory.ts'
export default buildCommand({
  docs: {
    brief: 'List rules that contradict or duplicate each other',
    fullDescription:
      'Shows both rules of every conflicting pair. Approving a rule replaces an older rule only if it says exactly the opposite; leftoff memory approve restores the older rule. In all other pairs, both rules stay until you reject one of them. A project rule does not conflict with a rule that applies everywhere.',
  },
  parameters: { flags: { json: jsonFlag } },
  async func(this: CliContext, flags: { readonly json: boolean }) {
    const world = await this.world()
    const found = await listConflicts(world)
    const ruleJson = ruleJsonIn(world)
    const json = found.map(({ kind, why, about, older, newer }) => ({
      kind,
      why,
      about,
      older: ruleJson(older),
      newer: ruleJson(newer),
    }))
    printResult(this, flags, { conflicts: json }, () =>
      found.length > 0 ? found.map(clashText).join('\n\n') : 'No conflicting rules.',
    )
  },
})

const clashText = ({ kind, older, newer }: RuleConflict): string =>
  [
    `${kind}, ${scopeText(newer.scope)}:`,
    `  older  ${older.id}  ${older.text}`,
    `  newer  ${newer.id}  ${newer.text}`,
    `  To keep only the newer one: leftoff memory reject ${older.id}`,
  ].join('\n')
