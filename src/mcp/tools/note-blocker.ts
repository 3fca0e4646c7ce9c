import { noteTool } from '../note.ts'

export const noteBlocker = noteTool({
  name: 'note_blocker',
  kind: 'blocker',
  title: 'Note a blocker',
  description: 'Note what stands in the way and cannot be solved now.',
  text: 'What is in the way; "need: a key" gives it a kind',
  why: 'What it keeps from happening',
})
