import { buildCommand } from '@stricli/core'
import { ruleNamed } from '../../../app/memory/rules.ts'
import { countText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, switchFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { ruleJsonIn } from '../../present/memory.ts'
import { confirmErase } from '../../prompt.ts'
import { terminalSafe } from '../../terminal-safe.ts'
import { eraseRules } from '../forget.ts'

interface MemoryForgetFlags {
  readonly yes: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Permanently erase a rule',
    fullDescription:
      'Erases the rule and its text from the log after a confirmation. This cannot be undone. To disable a rule, reject it instead. The messages that it came from stay in their sessions; to erase them, use leftoff forget.',
  },
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'Rule ID', parse: text, placeholder: 'ID' },
      minimum: 1,
    },
    flags: { yes: switchFlag('Skip the confirmation prompt'), json: jsonFlag },
  },
  async func(this: CliContext, flags: MemoryForgetFlags, ...names: readonly string[]) {
    const world = await this.world()
    const rules = await Promise.all(names.map((name) => ruleNamed(world, name)))
    const [first] = rules
    const what = rules.length === 1 && first ? `the rule "${first.text}"` : countText(rules.length, 'rule')
    await confirmErase(terminalSafe(what, { styled: false }), flags)
    const memories = rules.map(ruleJsonIn(world))
    await eraseRules(
      this,
      world,
      rules.map(({ id }) => id),
    )
    printResult(this, flags, { memories }, () => rules.map((rule) => `Erased: ${rule.text}`).join('\n'))
  },
})
