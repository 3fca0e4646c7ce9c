import { noteTool } from '../note.ts'

export const noteNext = noteTool({
  name: 'note_next',
  kind: 'next',
  title: 'Note a next action',
  description: 'Note an action that is still to be done. Close it with note_done.',
  text: 'The action, concrete enough to start with',
  why: 'The reason',
})
