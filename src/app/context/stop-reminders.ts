import { type EventDraft, eventDraft } from '../../agent/event-draft.ts'
import { GATE_TEXT, lacksEvidence, type Reminder, stopReminders } from '../../brief/stop-reminders.ts'
import { NudgeGiven } from '../../event/context.ts'
import { wasNudged } from '../../session/context.ts'
import { ruleFor } from '../../session/context-phase.ts'
import { phaseMarker } from '../../session/phase-marker.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

export interface StopAsk {
  /** The agent says that it goes on only because a hook held it up: then it is let go, whatever is missing. */
  readonly isContinued: boolean
  /** Paths of uncommitted files. Asked only if a reminder may be given. */
  uncommitted(): Promise<readonly string[]>
}

export interface Closing {
  /** What the agent, or its user, shall read. */
  readonly text: string
  readonly reminders: readonly Reminder[]
  /** Whether the stop is held up, once, so that the agent reads it. */
  readonly blocks: boolean
  /** The fact that it was said, for the hook to record. */
  readonly said: EventDraft
}

/** What is to be said when a session stops: reminders once a session, and the evidence gate once a prompt. */
export async function closingFor(
  { settings }: Pick<World, 'settings'>,
  view: Session,
  ask: StopAsk,
): Promise<Closing | undefined> {
  if (ask.isContinued) return undefined
  if (settings['stop.evidence-gate'] && !wasGated(view) && lacksEvidence(view))
    return { text: GATE, reminders: [], blocks: true, said: nudge(view, 'gate', GATE) }
  if (!settings['stop.reminders'] || wasNudged(view.carry, 'close')) return undefined
  const reminders = stopReminders(view, await ask.uncommitted())
  if (reminders.length === 0) return undefined
  const text = worded(reminders, view)
  return { text, reminders, blocks: false, said: nudge(view, 'close', text) }
}

/** The agent reads it; reminders are for its user, who has no use for a marker. */
const GATE = `${phaseMarker('SESSION_STOP')} ${GATE_TEXT}`

/** Once for what the user asked last. */
const wasGated = ({ carry, talk }: Session): boolean => wasNudged(carry, 'gate', talk.lastPromptAt)

const nudge = ({ talk }: Session, kind: string, text: string): EventDraft =>
  eventDraft(NudgeGiven, [kind, String(talk.turns)], { kind, text })

/** Where the window is nearly full, the most urgent one alone. */
function worded(reminders: readonly Reminder[], { carry }: Session): string {
  const { manner } = ruleFor(carry.usage)
  const most = manner === 'line' ? 1 : manner === 'signals' ? 2 : reminders.length
  return reminders
    .slice(0, most)
    .map(({ text }) => text)
    .join(' ')
}
