import { buildCommand } from '@stricli/core'
import { approve, propose, ruleNamed } from '../../../app/memory/rules.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, reasonFlag, type ScopeFlags, scopeFlags, scopeOf, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { conflictText, ruleJsonIn, scopeText } from '../../present/memory.ts'

interface MemoryAddFlags extends ScopeFlags {
  readonly why?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Add a rule for your agents',
    fullDescription:
      'Adds an approved rule. It applies to this project unless --everywhere or --language is given. Every session to which the rule applies gets it at startup.',
  },
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'The rule, as an instruction', parse: text, placeholder: 'TEXT' },
      minimum: 1,
    },
    flags: { ...scopeFlags, why: reasonFlag, json: jsonFlag },
  },
  async func(this: CliContext, flags: MemoryAddFlags, ...words: readonly string[]) {
    const world = await this.world()
    const scope = scopeOf(world, flags) ?? { kind: 'project', of: world.place.project.id }
    const rule = { text: words.join(' ').trim(), scope, origin: 'user' } as const
    const id = await propose(world, { ...rule, ...(flags.why && { rationale: flags.why }) })
    const conflicts = await approve(world, id)
    const added = await ruleNamed(world, id)
    printResult(this, flags, ruleJsonIn(world)(added), () =>
      [
        `${this.out.style.green('Added')} rule ${added.id} (${scopeText(added.scope)}): ${added.text}`,
        'Every session to which the rule applies gets it at startup.',
        ...conflicts.map(conflictText),
      ].join('\n'),
    )
  },
})
