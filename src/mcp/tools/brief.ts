import * as z from 'zod'
import { composeBrief } from '../../app/context/compose-brief.ts'
import { sessionId, sessionOfProject } from '../current-session.ts'
import { READS, tool } from '../tool.ts'

export const brief = tool({
  name: 'brief',
  title: 'Brief on earlier sessions',
  description:
    'Get a brief on earlier sessions of this project: goal, status, decisions with reasons, blockers, next actions and files. Call it when you start or have lost context.',
  input: {
    session: sessionId.optional(),
    budget: z.int().min(50).max(8000).optional().describe('Maximum number of tokens'),
    prompt: z
      .string()
      .max(20_000)
      .optional()
      .describe('What you are about to do, to rank the brief by relevance'),
  },
  annotations: READS,
  async run({ world }, asked) {
    const only = asked.session === undefined ? undefined : await sessionOfProject(world, asked.session)
    const found = await composeBrief(world, {
      budget: asked.budget ?? world.settings['brief.session-budget'],
      ...(only && { only }),
      ...(asked.prompt !== undefined && { prompt: asked.prompt }),
    })
    if (!found)
      return { text: 'Nothing to brief on in this project: no recent sessions, or all are complete.' }
    return { text: `Brief for ${found.project.name}.`, stored: found.text }
  },
})
