import * as z from 'zod'
import { recordOrSpool, type StoreResult } from '../../app/ingest/store-or-spool.ts'
import { type NoteKind, noteEvent } from '../../app/lifecycle/notes.ts'
import type { SessionId } from '../../event/identity.ts'
import { type Tool, type ToolAnswer, tool, WRITES } from '../tool.ts'

const MAX_CHARACTERS = 4000

/** The schema of one text argument. */
export const noteText = (about: string) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(MAX_CHARACTERS, `must be at most ${MAX_CHARACTERS} characters`)
    .describe(about)

interface NoteSpec {
  readonly name: string
  readonly kind: NoteKind
  readonly title: string
  readonly description: string
  /** Descriptions of the two arguments. */
  readonly text: string
  readonly why: string
}

/** A tool that records one note in the current session. */
const noteTool = ({ name, kind, title, description, text, why }: NoteSpec): Tool =>
  tool({
    name,
    title,
    description,
    input: { text: noteText(text), why: noteText(why).optional() },
    annotations: WRITES,
    async run(call, note) {
      const content = { kind, text: note.text, ...(note.why && { why: note.why }) }
      // Only the user's own words can become a rule; this text is the agent's.
      const event = noteEvent(call.world, { ...content, origin: 'assistant' })
      const { session, isNew } = await call.sessionForNote()
      const stored = await recordOrSpool(call.world, session, event)
      return noteAnswer({ what: kind, id: event.id, session, stored, isNew })
    },
  })

interface NoteResult {
  readonly what: string
  readonly id: string
  readonly session: SessionId
  readonly stored: StoreResult
  readonly isNew: boolean
}

export function noteAnswer({ what, id, session, stored, isNew }: NoteResult): ToolAnswer {
  const short = id.slice(4, 10)
  const where = stored === 'logged' ? '' : ' (spooled because the log is busy; it will be stored later)'
  const started = isNew ? ' Started a new session because none was open.' : ''
  return {
    text: `Recorded ${what} ${short} in session ${session.slice(4, 12)}${where}.${started}`,
    structured: { noted: what, id: short, session, stored, ...(isNew && { sessionStarted: true }) },
  }
}

export const setGoal = tool({
  name: 'set_goal',
  title: 'Set the goal',
  description: 'Set the goal of this session. Call it when the user states a goal or changes it.',
  input: {
    text: noteText('The goal'),
    why: noteText('Why this is the goal').optional(),
    phase: noteText('The phase or feature that the work belongs to').optional(),
  },
  annotations: WRITES,
  async run(call, { text, why, phase }) {
    const origin = 'assistant' as const
    const event = noteEvent(call.world, { kind: 'goal', text, ...(why && { why }), origin })
    const { session, isNew } = await call.sessionForNote()
    const stored = await recordOrSpool(call.world, session, event)
    if (phase)
      await recordOrSpool(call.world, session, noteEvent(call.world, { kind: 'phase', text: phase, origin }))
    return noteAnswer({ what: 'goal', id: event.id, session, stored, isNew })
  },
})

export const openTask = noteTool({
  name: 'open_task',
  kind: 'task',
  title: 'Open a task',
  description: 'Record a task that belongs to the goal. Call note_done when it is finished.',
  text: 'The task',
  why: 'Why it is needed',
})

export const pinFact = noteTool({
  name: 'pin_fact',
  kind: 'fact',
  title: 'Pin a fact',
  description: 'Record a fact that took effort to find out, so that later sessions know it.',
  text: 'The fact',
  why: 'How you know it',
})

export const noteNext = noteTool({
  name: 'note_next',
  kind: 'next',
  title: 'Record a next action',
  description: 'Record an action that is still to be done. Call note_done when it is finished.',
  text: 'The action, concrete enough to start on',
  why: 'Why it is needed',
})

export const noteDecision = noteTool({
  name: 'note_decision',
  kind: 'decision',
  title: 'Record a decision',
  description: 'Record a decision and its reason, so that later sessions do not reopen it.',
  text: 'What was decided',
  why: 'The reason and the rejected alternatives',
})

export const noteBlocker = noteTool({
  name: 'note_blocker',
  kind: 'blocker',
  title: 'Record a blocker',
  description: 'Record a problem that blocks the work and that you cannot solve now.',
  text: 'The problem; a prefix such as "need:" sets its kind',
  why: 'What it blocks',
})

export const addEvidence = noteTool({
  name: 'add_evidence',
  kind: 'evidence',
  title: 'Add evidence',
  description: 'Record evidence that something works, such as a passing test or a measurement.',
  text: 'What was observed',
  why: 'What it proves',
})
