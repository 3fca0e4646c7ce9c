import * as z from 'zod'
import { propose } from '../../app/memory/rules.ts'
import { said } from '../note.ts'
import { tool, WRITES } from '../tool.ts'

export const memoryLearn = tool({
  name: 'memory_learn',
  title: 'Suggest a rule',
  description: 'Suggest a rule when the user corrects you for good. It holds once the user approves it.',
  input: {
    rule: said('The rule, as one short order'),
    why: said('What the user said or did that shows it').optional(),
    everywhere: z.boolean().optional().describe('It holds in every project, not only in this one'),
  },
  annotations: WRITES,
  async run({ world }, { rule, why, everywhere }) {
    const scope = everywhere
      ? ({ kind: 'universal' } as const)
      : ({ kind: 'project', of: world.place.project.id } as const)
    // Only the user's own words can become a rule without approval, and these are the agent's.
    const id = await propose(world, {
      text: rule,
      scope,
      origin: 'assistant',
      ...(why && { rationale: why }),
    })
    return {
      text: `Suggested as ${id}. The user approves or rejects it with: leftoff memory review`,
      structured: { memory: id, state: 'proposed' },
    }
  },
})
