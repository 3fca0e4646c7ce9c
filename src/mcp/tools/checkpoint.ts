import { takeCheckpoint } from '../../app/context/checkpoint.ts'
import { tool, WRITES } from '../tool.ts'

export const checkpoint = tool({
  name: 'checkpoint',
  title: 'Write down where the session stands',
  description:
    'Save goal, confidence, files and errors of the session at work, before a risk or a long pause.',
  input: {},
  annotations: WRITES,
  async run(call) {
    const seen = await call.atWork()
    if (!seen) return { text: 'No session is at work in this project, so there is nothing to save.' }
    const { stored, checkpoint: taken } = await takeCheckpoint(call.world, seen, { occasion: 'agent' })
    const where = stored === 'logged' ? '' : ' It waits in the spool, as the log is busy: it is not lost.'
    return {
      text: `Saved session ${seen.session.slice(4, 12)} (${taken.phase}).${where}`,
      structured: { session: seen.session, phase: taken.phase, stored },
    }
  },
})
