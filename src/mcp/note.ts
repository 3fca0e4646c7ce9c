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
