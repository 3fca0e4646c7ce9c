import { buildCommand } from '@stricli/core'
import { recordOrSpool } from '../../../app/ingest/store-or-spool.ts'
import { NOTE_KINDS, type NoteKind, noteEvent } from '../../../app/lifecycle/notes.ts'
import { start } from '../../../app/lifecycle/start.ts'
import type { World } from '../../../app/world.ts'
import { agentTranscripts } from '../../../bootstrap/agent-transcripts.ts'
import type { SessionId } from '../../../event/identity.ts'
import { terminalProcess } from '../../../host/process.ts'
import { PERSON } from '../../../session/identity.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, reasonFlag, sessionFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import { findLikelySession } from '../../select-session.ts'

interface NoteAddFlags {
  readonly why?: string
  readonly session?: string
  readonly json: boolean
}

interface RecordedNote {
  readonly id: string
  readonly session: string
  readonly kind: NoteKind
  readonly text: string
  /** `spooled`: the log is busy; the next command that opens it stores the note. */
  readonly stored: 'logged' | 'spooled'
}

const BRIEFS: Readonly<Record<NoteKind, string>> = {
  decision: 'Record a decision and its reason',
  blocker: 'Record a blocker; a prefix such as "need:" sets its kind',
  next: 'Record a next action',
  fact: 'Pin an important fact',
  goal: 'Set the goal of the session',
  task: 'Add a task',
  evidence: 'Record evidence that something works',
  phase: 'Set the phase or feature that the session works on',
}

const noteCommand = (kind: NoteKind) =>
  buildCommand({
    docs: { brief: BRIEFS[kind] },
    parameters: {
      positional: {
        kind: 'array',
        parameter: { brief: 'Text of the note', parse: text, placeholder: 'TEXT' },
        minimum: 1,
      },
      flags: { why: reasonFlag, session: sessionFlag, json: jsonFlag },
    },
    async func(this: CliContext, flags: NoteAddFlags, ...words: readonly string[]) {
      const world = await this.world()
      const event = noteEvent(world, { kind, text: words.join(' '), ...(flags.why && { why: flags.why }) })
      const session = await sessionFor(this, world, flags.session)
      const stored = await recordOrSpool(world, session, event)
      const value: RecordedNote = { id: event.id, session, kind, text: words.join(' ').trim(), stored }
      printResult(this, flags, value, (noted) => this.out.style.green('Recorded') + noteText(noted))
    },
  })

const noteText = ({ id, kind, session, stored }: RecordedNote): string => {
  const where =
    stored === 'logged'
      ? `in session ${shortId(session)}`
      : 'in the spool because the log is busy; the next command will store it'
  return ` ${kind === 'next' ? 'next action' : kind} ${id.slice(4, 10)} ${where}`
}

/** Starts a session if there is none, so that no note is lost. */
async function sessionFor(context: CliContext, world: World, name: string | undefined): Promise<SessionId> {
  const seen = await findLikelySession(context, name, ['active', 'idle'])
  if (seen) return seen.session
  const { session } = await start(
    { ...world, transcripts: agentTranscripts(context.env) },
    { agent: PERSON, trigger: 'command', process: terminalProcess() },
  )
  context.out.talk(`No open session in this project; started ${shortId(session.id)}.`)
  return session.id
}

type NoteCommand = ReturnType<typeof noteCommand>
export default Object.fromEntries(NOTE_KINDS.map((kind) => [kind, noteCommand(kind)])) as Record<
  NoteKind,
  NoteCommand
>
