import { hereOf, rulesOf } from '../../app/memory/rules.ts'
import { rulesFor, rulesText } from '../../brief/rules.ts'
import { READS, tool } from '../tool.ts'

export const memoryContext = tool({
  name: 'memory_context',
  title: "The user's rules",
  description: "The user's rules that concern this project, each approved by the user.",
  input: {},
  annotations: READS,
  async run({ world }) {
    const rules = rulesFor(await rulesOf(world), hereOf(world))
    const told = rulesText(rules, {
      budget: world.settings['brief.memory-budget'],
      count: world.countTokens,
    })
    if (!told) return { text: 'The user has approved no rules that concern this project.' }
    const left = told.left > 0 ? ` ${told.left} more did not fit.` : ''
    return { text: `${told.told.length} rules that the user approved.${left}`, stored: told.text }
  },
})
