import * as z from 'zod'
import { codesBrief } from '../../app/brief.ts'
import { countTokens } from '../../machine/tokens.ts'
import { sessionId, sessionOfProject } from '../session-of-project.ts'
import { READS, tool } from '../tool.ts'

export const brief = tool({
  name: 'brief',
  title: 'What was left',
  description:
    'What the last session of this project left: files and functions touched (impl:), tests (test:), decisions (dec:), blockers (block:) and next actions (next:).',
  input: {
    session: sessionId.optional(),
    budget: z.int().min(50).max(8000).optional().describe('At most so many tokens'),
  },
  annotations: READS,
  async run({ world }, asked) {
    const session = asked.session === undefined ? undefined : await sessionOfProject(world, asked.session)
    const found = await codesBrief(world, {
      budget: asked.budget ?? world.settings['brief.session-budget'],
      countTokens,
      ...(session && { session }),
    })
    if (!found)
      return { text: 'Nothing to pick up in this project: no recent session, or all of them complete.' }
    const more = found.left > 0 ? ` ${found.left} codes did not fit the budget.` : ''
    return { text: `What session ${found.session} left.${more}`, stored: found.codes.join('\n') }
  },
})
