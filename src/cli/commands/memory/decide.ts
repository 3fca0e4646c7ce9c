import { buildCommand } from '@stricli/core'
import { approve as approveRule, reject as rejectRule, ruleNamed } from '../../../app/memory/rules.ts'
import type { World } from '../../../app/world.ts'
import type { Rule } from '../../../session/rulebook.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { conflictText, ruleJsonIn } from '../../present/memory.ts'

interface Decision {
  readonly brief: string
  readonly full: string
  readonly done: string
  /** Returns extra lines to print. */
  decide(world: World, rule: Rule): Promise<readonly string[]>
}

const decision = ({ brief, full, done, decide }: Decision) =>
  buildCommand({
    docs: { brief, fullDescription: full },
    parameters: {
      positional: {
        kind: 'array',
        parameter: { brief: 'Rule ID', parse: text, placeholder: 'ID' },
        minimum: 1,
      },
      flags: { json: jsonFlag },
    },
    async func(this: CliContext, flags: { readonly json: boolean }, ...names: readonly string[]) {
      const world = await this.world()
      const rules = await Promise.all(names.map((name) => ruleNamed(world, name)))
      const lines: string[] = []
      for (const rule of rules) lines.push(`${done}: ${rule.text}`, ...(await decide(world, rule)))
      printResult(this, flags, { memories: rules.map(ruleJsonIn(world)) }, () => lines.join('\n'))
    },
  })

export const approve = decision({
  brief: 'Approve a suggested rule',
  full: 'Every session to which an approved rule applies gets it at startup.',
  done: 'Approved',
  async decide(world, { id }) {
    return (await approveRule(world, id)).map(conflictText)
  },
})

export const reject = decision({
  brief: 'Reject a rule',
  full: 'A rejected rule is not suggested again and no longer applies. leftoff memory approve restores it.',
  done: 'Rejected',
  async decide(world, { id }) {
    await rejectRule(world, id)
    return []
  },
})
