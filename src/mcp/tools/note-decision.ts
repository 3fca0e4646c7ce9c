import { noteTool } from '../note.ts'

export const noteDecision = noteTool({
  name: 'note_decision',
  kind: 'decision',
  title: 'Note a decision',
  description: 'Note what was decided and why, so that the next session does not decide it again.',
  text: 'What was decided',
  why: 'The reason, and what was rejected',
})
