import * as z from 'zod'
import { completeLastTurns } from '../../app/context/complete-turns.ts'
import { projectContext } from '../../app/context/project-context.ts'
import { rulesWithNotices } from '../../brief/rules.ts'
import { sessionId, sessionOfProject } from '../current-session.ts'
import { READS, tool } from '../tool.ts'

export const brief = tool({
  name: 'brief',
  title: 'Get the brief',
  description:
    "Get a brief on earlier sessions of this project: the user's rules, goal, status, decisions with reasons, blockers, next actions and files. Call it when you start or have lost context.",
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
    await completeLastTurns(world, {})
    const found = await projectContext(world, {
      budget: asked.budget ?? world.settings['brief.session-budget'],
      ...(only && { only }),
      ...(asked.prompt !== undefined && { prompt: asked.prompt }),
    })
    if (!found)
      return { text: 'No brief for this project: there are no recent sessions, or all are complete.' }
    const rules = found.rules && `Standing rules from the user:\n${rulesWithNotices(found.rules)}`
    return {
      text: 'Brief for this project.',
      stored: [rules, found.text].filter(Boolean).join('\n\n'),
    }
  },
})
