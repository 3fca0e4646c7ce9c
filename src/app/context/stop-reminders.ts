import { type EventDraft, eventDraft } from '../../agent/event-draft.ts'
import { GATE_TEXT, lacksEvidence, type Reminder, stopReminders } from '../../brief/stop-reminders.ts'
import { NudgeGiven } from '../../event/context.ts'
import { wasNudged } from '../../session/context.ts'
import { isExhausted, phaseMarker, ruleFor } from '../../session/context-phase.ts'
import type { Session } from '../../session/session.ts'
import { findUncommitted } from '../lifecycle/crashed-sessions.ts'
import type { World } from '../world.ts'
import { type HookOccasion, type HookReply, ownSession, textOf } from './hook-reply.ts'

/** What the agent or its user reads when a turn ends. */
export async function replyToStop(
  world: World,
  { agent, hook }: HookOccasion,
): Promise<HookReply | undefined> {
  const { turn } = hook
  if (turn?.kind !== 'stop') return undefined
  const seen = await ownSession(world, agent, hook)
  if (!seen || !mayRemind(world, seen.view, textOf(hook))) return undefined
  const reminder = await remindAtStop(world, seen.view, {
    isContinued: turn.isContinued,
    uncommitted: () => findUncommitted(world, seen.view),
  })
  return reminder && { closing: { text: reminder.text, blocks: reminder.blocks }, drafts: [reminder.draft] }
}

/** Every turn ends with a stop. Reminders wait for the last one: the agent says it is done, or its context is full. */
function mayRemind(
  { settings }: Pick<World, 'settings'>,
  { craft, carry }: Session,
  answer: string | undefined,
): boolean {
  if (craft.files.length === 0) return false
  if (settings['stop.evidence-gate']) return true
  if (!settings['stop.reminders'] || wasNudged(carry, 'close')) return false
  return DONE.test((answer ?? '').slice(0, MAX_ANSWER)) || isExhausted(carry.usage)
}

const MAX_ANSWER = 2000
const DONE =
  /\b(?:all done|(?:is|are|it's|everything(?: is)?) (?:now )?(?:done|complete|finished|implemented|ready|in place)|complete!|finished the|(?:all )?tests pass)\b/i

interface StopState {
  /** The agent continues only because a hook blocked its stop. It must not be blocked again. */
  readonly isContinued: boolean
  /** Paths of uncommitted files. Called only if a reminder is possible. */
  uncommitted(): Promise<readonly string[]>
}

interface StopReminder {
  readonly text: string
  readonly reminders: readonly Reminder[]
  /** Whether the stop is blocked once, so that the agent reads the text. */
  readonly blocks: boolean
  /** Records that the reminder was given. */
  readonly draft: EventDraft
}

/** Reminders once per session, the evidence gate once per prompt. */
export async function remindAtStop(
  { settings }: Pick<World, 'settings'>,
  view: Session,
  { isContinued, uncommitted }: StopState,
): Promise<StopReminder | undefined> {
  if (isContinued) return undefined
  if (settings['stop.evidence-gate'] && !wasGated(view) && lacksEvidence(view))
    return { text: GATE, reminders: [], blocks: true, draft: nudgeDraft(view, 'gate', GATE) }
  if (!settings['stop.reminders'] || wasNudged(view.carry, 'close')) return undefined
  const reminders = stopReminders(view, await uncommitted())
  if (reminders.length === 0) return undefined
  const text = reminderText(reminders, view)
  return { text, reminders, blocks: false, draft: nudgeDraft(view, 'close', text) }
}

/** Only the gate has a marker: the agent reads it, while reminders are for the user. */
const GATE = `${phaseMarker('SESSION_STOP')} ${GATE_TEXT}`

const wasGated = ({ carry, talk }: Session): boolean => wasNudged(carry, 'gate', talk.lastPromptAt)

const nudgeDraft = ({ talk }: Session, kind: string, text: string): EventDraft =>
  eventDraft(NudgeGiven, [kind, String(talk.turns)], { kind, text })

/** Fewer reminders if the context is nearly full, the most urgent first. */
function reminderText(reminders: readonly Reminder[], { carry }: Session): string {
  const { manner } = ruleFor(carry.usage)
  const most = manner === 'line' ? 1 : manner === 'signals' ? 2 : reminders.length
  return reminders
    .slice(0, most)
    .map(({ text }) => text)
    .join(' ')
}
