import * as z from 'zod'
import { compose } from '../../app/context/compose-brief.ts'
import { sessionId, sessionOfProject } from '../session-at-work.ts'
import { READS, tool } from '../tool.ts'

export const brief = tool({
  name: 'brief',
  title: 'What was left',
  description:
    'What earlier sessions of this project left: goal, where things stand, decisions with their reasons, blockers, next actions, files in play.',
  input: {
    session: sessionId.optional(),
    budget: z.int().min(50).max(8000).optional().describe('At most so many tokens'),
    prompt: z
      .string()
      .max(20_000)
      .optional()
      .describe('What you are about to do, to find what matters to it'),
  },
  annotations: READS,
  async run({ world }, asked) {
    const only = asked.session === undefined ? undefined : await sessionOfProject(world, asked.session)
    const found = await compose(world, {
      budget: asked.budget ?? world.settings['brief.session-budget'],
      ...(only && { only }),
      ...(asked.prompt !== undefined && { prompt: asked.prompt }),
    })
    if (!found)
      return { text: 'Nothing to pick up in this project: no recent session, or all of them complete.' }
    return { text: `What ${found.project.name} left off with.`, stored: found.text }
  },
})
