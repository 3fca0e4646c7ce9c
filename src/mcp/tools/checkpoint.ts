import { takeCheckpoint } from '../../app/context/checkpoint.ts'
import { tool, WRITES } from '../tool.ts'

export const checkpoint = tool({
  name: 'checkpoint',
  title: 'Save a checkpoint',
  description:
    'Save goal, confidence, files and errors of the current session. Call it before a risky step or a long pause.',
  input: {},
  annotations: WRITES,
  async run(call) {
    const seen = await call.currentSession()
    if (!seen) return { text: 'No open session in this project, so there is nothing to save.' }
    const { stored, checkpoint: taken } = await takeCheckpoint(call.world, seen, { occasion: 'agent' })
    const where =
      stored === 'logged' ? '' : ' It is spooled because the log is busy and will be stored later.'
    return {
      text: `Saved a checkpoint of session ${seen.session.slice(4, 12)} (${taken.phase}).${where}`,
      structured: { session: seen.session, phase: taken.phase, stored },
    }
  },
})
