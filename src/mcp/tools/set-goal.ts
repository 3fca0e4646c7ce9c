import { noteTool } from '../note.ts'

export const setGoal = noteTool({
  name: 'set_goal',
  kind: 'goal',
  title: 'Set the goal',
  description: 'Say what this session is for, or that it is now for something else.',
  text: 'The goal',
  why: 'The reason',
})
