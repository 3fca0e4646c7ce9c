import { type EventDraft, eventDraft } from '../../agent/event-draft.ts'
import {
  CLOSE_TEXT,
  exhaustionReminder,
  GATE_TEXT,
  lacksEvidence,
  listsNextSteps,
  type Reminder,
  stopReminders,
} from '../../brief/stop-reminders.ts'
import { NudgeGiven } from '../../event/context.ts'
import { wasNudged } from '../../session/context.ts'
import { isExhausted, phaseMarker, ruleFor } from '../../session/context-phase.ts'
import type { Session } from '../../session/session.ts'
import { findUncommitted } from '../lifecycle/crashed-sessions.ts'
import type { World } from '../world.ts'
import { type HookOccasion, type HookReply, ownSession, textOf } from './hook-reply.ts'

/** The text for the agent or its user at the end of a turn. */
export async function replyToStop(
  world: World,
  { agent, hook }: HookOccasion,
): Promise<HookReply | undefined> {
  const { turn } = hook
  if (turn?.kind !== 'stop') return undefined
  const seen = await ownSession(world, agent, hook)
  if (!seen || !mayRemind(world, seen.view)) return undefined
  const reminder = await remindAtStop(world, seen.view, {
    isContinued: turn.isContinued,
    isAttended: hook.isAttended === true,
    answer: textOf(hook) ?? '',
    uncommitted: () => findUncommitted(world, seen.view),
  })
  return reminder && { closing: { text: reminder.text, blocks: reminder.blocks }, drafts: [reminder.draft] }
}

/** This hook runs at the end of every turn, so most calls must do no work. */
function mayRemind({ settings }: Pick<World, 'settings'>, view: Session): boolean {
  if (settings['stop.evidence-gate'] && view.craft.files.length > 0) return true
  return settings['stop.reminders'] && (mayClose(view) || mayTellExhaustion(view))
}

const mayClose = ({ craft, carry }: Session): boolean => craft.files.length > 0 && !wasNudged(carry, 'close')
const mayTellExhaustion = ({ carry }: Session): boolean =>
  isExhausted(carry.usage) && !wasNudged(carry, 'exhausted')

interface StopState {
  /** Whether the agent is running only because a hook blocked its stop. It must not be blocked again. */
  readonly isContinued: boolean
  /**
   * Whether a person is using the client. In a script, a blocked stop would change the output that the script
   * reads.
   */
  readonly isAttended: boolean
  /** The agent's last message. */
  readonly answer: string
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

/** Gives each kind of reminder once per session, and applies the evidence gate once per prompt. */
export async function remindAtStop(
  { settings }: Pick<World, 'settings'>,
  view: Session,
  { isContinued, isAttended, answer, uncommitted }: StopState,
): Promise<StopReminder | undefined> {
  if (isContinued) return undefined
  if (settings['stop.evidence-gate'] && !wasGated(view) && lacksEvidence(view))
    return { text: GATE, reminders: [], blocks: true, draft: nudgeDraft(view, 'gate', GATE) }
  if (!settings['stop.reminders']) return undefined
  if (mayTellExhaustion(view)) return exhaustion(view)
  if (!mayClose(view) || listsNextSteps(answer)) return undefined
  const reminders = stopReminders(view, await uncommitted())
  // Open work alone needs no reminder, because it is recorded.
  if (!reminders.some(({ kind }) => UNFINISHED.has(kind))) return undefined
  const blocks = isAttended && FOR_THE_AGENT.every((kind) => reminders.some((one) => one.kind === kind))
  const said = reminderText(reminders, view)
  const text = blocks ? `${phaseMarker('SESSION_STOP')} ${said} ${CLOSE_TEXT}` : said
  return { text, reminders, blocks, draft: nudgeDraft(view, 'close', text) }
}

const UNFINISHED: ReadonlySet<Reminder['kind']> = new Set(['uncommitted', 'unproven'])

/** Reminders that are worth another turn, because only the agent can resolve them. */
const FOR_THE_AGENT: readonly Reminder['kind'][] = ['unproven', 'no-next']

/** Comes early enough to write a handoff. The user decides whether to do that, so the stop is not blocked. */
function exhaustion(view: Session): StopReminder {
  const reminder = exhaustionReminder(view)
  const { text } = reminder
  return { text, reminders: [reminder], blocks: false, draft: nudgeDraft(view, 'exhausted', text) }
}

/** The phase marker shows that this text is for the agent. All other reminders are for the user. */
const GATE = `${phaseMarker('SESSION_STOP')} ${GATE_TEXT}`

const wasGated = ({ carry, talk }: Session): boolean => wasNudged(carry, 'gate', talk.lastPromptAt)

const nudgeDraft = ({ talk }: Session, kind: string, text: string): EventDraft =>
  eventDraft(NudgeGiven, [kind, String(talk.turns)], { kind, text })

/** The most urgent reminders first, and fewer of them if the context is nearly full. */
function reminderText(reminders: readonly Reminder[], { carry }: Session): string {
  const { manner } = ruleFor(carry.usage)
  const most = manner === 'line' ? 1 : manner === 'signals' ? 2 : reminders.length
  return reminders
    .slice(0, most)
    .map(({ text }) => text)
    .join(' ')
}
