import * as z from 'zod'
import { propose } from '../../app/memory/rules.ts'
import { tool, WRITES } from '../tool.ts'
import { noteText } from './notes.ts'

export const memoryLearn = tool({
  name: 'memory_learn',
  title: 'Suggest a rule',
  description:
    'Suggest a rule when the user gives a correction that should always apply. It takes effect once the user approves it.',
  input: {
    rule: noteText('The rule, as one short instruction'),
    why: noteText('What the user said or did that supports it').optional(),
    everywhere: z.boolean().optional().describe('Apply the rule to all projects, not only this one'),
  },
  annotations: WRITES,
  async run({ world }, { rule, why, everywhere }) {
    const scope = everywhere
      ? ({ kind: 'universal' } as const)
      : ({ kind: 'project', of: world.place.project.id } as const)
    // Only the user's own words can become a rule without approval; this text is the agent's.
    const id = await propose(world, {
      text: rule,
      scope,
      origin: 'assistant',
      ...(why && { rationale: why }),
    })
    return {
      text: `Suggested rule ${id}. The user can approve or reject it with: leftoff memory review`,
      structured: { memory: id, state: 'proposed' },
    }
  },
})
