import { noteTool } from '../note.ts'

export const pinFact = noteTool({
  name: 'pin_fact',
  kind: 'fact',
  title: 'Pin a fact',
  description: 'Pin a fact that later sessions must not have to find out again.',
  text: 'The fact',
  why: 'How it is known',
})
