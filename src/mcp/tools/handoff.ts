import * as z from 'zod'
import { writeHandoff } from '../../app/context/handoff.ts'
import { handoffText } from '../../brief/handoff.ts'
import { isAgentName } from '../../spool/spool.ts'
import { tool, WRITES } from '../tool.ts'

export const handoff = tool({
  name: 'handoff',
  title: 'Hand off to the next session',
  description:
    'Write a handoff for the next session. Call it when you stop before the work is finished; record next actions first.',
  input: {
    to: z
      .string()
      .refine(isAgentName, 'use lowercase letters, digits and hyphens, such as codex')
      .optional()
      .describe('Hand off to this agent only'),
  },
  annotations: WRITES,
  async run(call, { to }) {
    const seen = await call.currentSession()
    if (!seen) return { text: 'No open session in this project, so there is nothing to hand off.' }
    const written = await writeHandoff(call.world, seen, to)
    const where =
      written.stored === 'logged' ? '' : ' It is spooled because the log is busy and will be stored later.'
    return { text: `Handed off.${where} The next session gets:`, stored: handoffText(written.handoff) }
  },
})
