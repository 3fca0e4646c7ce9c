import { noteTool } from '../note.ts'

export const addEvidence = noteTool({
  name: 'add_evidence',
  kind: 'evidence',
  title: 'Add evidence',
  description: 'Note what proves that something works: a test that passed, a figure that was measured.',
  text: 'What was observed',
  why: 'What it proves',
})
