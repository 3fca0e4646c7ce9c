import { hereOf, rulesOf } from '../../app/memory/rules.ts'
import { rulesFor, rulesText } from '../../brief/rules.ts'
import { READS, tool } from '../tool.ts'

export const memoryContext = tool({
  name: 'memory_context',
  title: 'User rules',
  description: 'Get the rules that the user approved for this project. Follow them.',
  input: {},
  annotations: READS,
  async run({ world }) {
    const rules = rulesFor(await rulesOf(world), hereOf(world))
    const selected = rulesText(rules, {
      budget: world.settings['brief.memory-budget'],
      count: world.countTokens,
    })
    if (!selected) return { text: 'The user has not approved any rules for this project.' }
    const left = selected.left > 0 ? ` ${selected.left} more did not fit.` : ''
    return { text: `${selected.told.length} rules that the user approved.${left}`, stored: selected.text }
  },
})
