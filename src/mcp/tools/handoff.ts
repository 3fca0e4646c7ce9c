import * as z from 'zod'
import { writeHandoff } from '../../app/context/handoff.ts'
import { handoffText } from '../../brief/handoff.ts'
import { isAgentName } from '../../spool/spool.ts'
import { tool, WRITES } from '../tool.ts'

export const handoff = tool({
  name: 'handoff',
  title: 'Leave the session to the next one',
  description:
    'Write down what the next session needs: goal, done, decided, blocked, next, files, evidence. Note next actions first.',
  input: {
    to: z
      .string()
      .refine(isAgentName, 'small letters, digits and hyphens, such as codex')
      .optional()
      .describe('Only for this agent'),
  },
  annotations: WRITES,
  async run(call, { to }) {
    const seen = await call.atWork()
    if (!seen) return { text: 'No session is at work in this project, so there is nothing to hand off.' }
    const written = await writeHandoff(call.world, seen, to)
    const where =
      written.stored === 'logged' ? '' : ' It waits in the spool, as the log is busy: it is not lost.'
    return { text: `Handed off.${where} The next session reads:`, stored: handoffText(written.handoff) }
  },
})
