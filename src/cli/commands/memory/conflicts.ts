import { buildCommand } from '@stricli/core'
import type { Clash } from '../../../app/memory/clashes.ts'
import { conflicts } from '../../../app/memory/conflicts.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag } from '../../flags.ts'
import { ruleJsonIn, scopeText } from '../../present/memory.ts'

export default buildCommand({
  docs: {
    brief: 'Rules that contradict or repeat each other',
    fullDescription:
      'Shows both sides of every pair. When a rule is approved, the older one of a pair gives way to it; leftoff memory approve takes that back. What holds in one project does not contradict what holds everywhere.',
  },
  parameters: { flags: { json: jsonFlag } },
  async func(this: Context, flags: { readonly json: boolean }) {
    const world = await this.world()
    const found = await conflicts(world)
    const ruleJson = ruleJsonIn(world)
    const json = found.map(({ kind, why, about, older, newer }) => ({
      kind,
      why,
      about,
      older: ruleJson(older),
      newer: ruleJson(newer),
    }))
    answer(this, flags, { conflicts: json }, () =>
      found.length > 0 ? found.map(clashText).join('\n\n') : 'No two rules contradict or repeat each other.',
    )
  },
})

export const clashText = ({ kind, older, newer }: Clash): string =>
  [
    `${kind}, ${scopeText(newer.scope)}:`,
    `  older  ${older.id}  ${older.text}`,
    `  newer  ${newer.id}  ${newer.text}`,
    `  leftoff memory reject ${older.id}   keeps the newer one`,
  ].join('\n')
