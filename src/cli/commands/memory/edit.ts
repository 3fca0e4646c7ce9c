import { buildCommand } from '@stricli/core'
import { edit, ruleNamed } from '../../../app/memory/rules.ts'
import { Problem } from '../../../problem.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, type ScopeFlags, scopeFlags, scopeOf, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { ruleJsonIn, ruleText } from '../../present/memory.ts'

interface MemoryEditFlags extends ScopeFlags {
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Change the text or scope of a rule',
    fullDescription: 'The edited rule keeps its ID and statistics. Its previous text stays in the log.',
  },
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'Rule ID, followed by the new text', parse: text, placeholder: 'ID TEXT' },
      minimum: 1,
    },
    flags: { ...scopeFlags, json: jsonFlag },
  },
  async func(this: CliContext, flags: MemoryEditFlags, ...given: readonly string[]) {
    const [name = '', ...words] = given
    const world = await this.world()
    const { id } = await ruleNamed(world, name)
    const text = words.join(' ').trim()
    const scope = scopeOf(world, flags)
    if (!text && !scope) throw unchanged(name)
    await edit(world, id, { text: text || undefined, scope })
    const changed = await ruleNamed(world, id)
    printResult(this, flags, ruleJsonIn(world)(changed), () => ruleText(changed))
  },
})

const unchanged = (name: string): Problem =>
  new Problem({
    code: 'memory-unchanged',
    message: 'specify new text or a new scope',
    fix: `leftoff memory edit ${name} "new text"   or --everywhere, --language NAME, --here`,
    outcome: 'usage',
  })
