import * as z from 'zod'
import { recordOrSpool, type Stored } from '../app/ingest/store-or-spool.ts'
import { type NoteKind, noteEvent } from '../app/lifecycle/notes.ts'
import type { SessionId } from '../event/identity.ts'
import { type Answer, type Tool, tool, WRITES } from './tool.ts'

const MOST_CHARACTERS = 4000

/** What an agent says in one note. */
export const said = (about: string) =>
  z
    .string()
    .trim()
    .min(1, 'it is empty: say what it is')
    .max(MOST_CHARACTERS, `it is too long: say it in at most ${MOST_CHARACTERS} characters`)
    .describe(about)

interface NoteSpec {
  readonly name: string
  readonly kind: NoteKind
  readonly title: string
  readonly description: string
  /** What to put into the text, and what into the reason. */
  readonly text: string
  readonly why: string
}

/** A tool that notes one thing in the session at work here. */
export const noteTool = ({ name, kind, title, description, text, why }: NoteSpec): Tool =>
  tool({
    name,
    title,
    description,
    input: { text: said(text), why: said(why).optional() },
    annotations: WRITES,
    async run(call, note) {
      const said = { kind, text: note.text, ...(note.why && { why: note.why }) }
      // Only the user's own words can ever become a rule, and these are the agent's.
      const event = noteEvent(call.world, { ...said, origin: 'assistant' })
      const { session, isNew } = await call.sessionForNote()
      const stored = await recordOrSpool(call.world, session, event)
      return notedAnswer({ what: kind, id: event.id, session, stored, isNew })
    },
  })

interface Noted {
  readonly what: string
  readonly id: string
  readonly session: SessionId
  readonly stored: Stored
  readonly isNew: boolean
}

export function notedAnswer({ what, id, session, stored, isNew }: Noted): Answer {
  const short = id.slice(4, 10)
  const where = stored === 'logged' ? '' : ', in the spool for now as the log is busy: it is not lost'
  const begun = isNew ? ' No session was at work here, so one was started.' : ''
  return {
    text: `Noted ${what} ${short} in session ${session.slice(4, 12)}${where}.${begun}`,
    structured: { noted: what, id: short, session, stored, ...(isNew && { sessionStarted: true }) },
  }
}

export const setGoal = noteTool({
  name: 'set_goal',
  kind: 'goal',
  title: 'Set the goal',
  description: 'Say what this session is for, or that it is now for something else.',
  text: 'The goal',
  why: 'The reason',
})

export const pinFact = noteTool({
  name: 'pin_fact',
  kind: 'fact',
  title: 'Pin a fact',
  description: 'Pin a fact that later sessions must not have to find out again.',
  text: 'The fact',
  why: 'How it is known',
})

export const noteNext = noteTool({
  name: 'note_next',
  kind: 'next',
  title: 'Note a next action',
  description: 'Note an action that is still to be done. Close it with note_done.',
  text: 'The action, concrete enough to start with',
  why: 'The reason',
})

export const noteDecision = noteTool({
  name: 'note_decision',
  kind: 'decision',
  title: 'Note a decision',
  description: 'Note what was decided and why, so that the next session does not decide it again.',
  text: 'What was decided',
  why: 'The reason, and what was rejected',
})

export const noteBlocker = noteTool({
  name: 'note_blocker',
  kind: 'blocker',
  title: 'Note a blocker',
  description: 'Note what stands in the way and cannot be solved now.',
  text: 'What is in the way; "need: a key" gives it a kind',
  why: 'What it keeps from happening',
})

export const addEvidence = noteTool({
  name: 'add_evidence',
  kind: 'evidence',
  title: 'Add evidence',
  description: 'Note what proves that something works: a test that passed, a figure that was measured.',
  text: 'What was observed',
  why: 'What it proves',
})
