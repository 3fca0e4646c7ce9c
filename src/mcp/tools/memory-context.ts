import { OPEN_WORK_TOKENS, projectContext } from '../../app/context/project-context.ts'
import { rulesWithNotices } from '../../brief/rules.ts'
import { READS, tool } from '../tool.ts'

export const memoryContext = tool({
  name: 'memory_context',
  title: 'User rules and open work',
  description:
    'Get the rules that the user approved for this project, which you should follow, and the open items of the project.',
  input: {},
  annotations: READS,
  async run({ world }) {
    const found = await projectContext(world, {
      parts: 'standing',
      budget: OPEN_WORK_TOKENS,
      withWritten: true,
    })
    if (!found) return { text: 'The user has not approved any rules for this project, and nothing is open.' }
    const { rules, text } = found
    return {
      text: rules
        ? `Standing rules from the user: ${rules.told.length}.`
        : 'The user has not approved any rules for this project.',
      stored: [rules && rulesWithNotices(rules), text].filter(Boolean).join('\n\n'),
    }
  },
})
