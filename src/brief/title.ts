import type { EventId } from '../event/identity.ts'
import { once } from '../once.ts'
import type { Session } from '../session/session.ts'
import { titleOf as sessionTitle } from '../session/title.ts'
import { PLAN_LIST } from '../session/work-items.ts'
import { isBoilerplate } from '../text/tags.ts'
import { oneLine, truncateAtWord } from '../text/truncate.ts'
import { beginsWith } from '../text/words.ts'
import type { Claim } from './claim.ts'

const AGENTS: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  opencode: 'opencode',
  person: 'The user',
}

/** The name of an agent as people write it. */
export const nameOf = (agent: string): string => AGENTS[agent] ?? agent

const MOST_TITLE = 60

/** A short name by which a reader recognizes a session. */
export function titleOf({ view }: { readonly view: Session }): string | undefined {
  const text = view.identity.branchName ?? sessionTitle(view)?.text
  return text === undefined ? undefined : truncateAtWord(oneLine(text), MOST_TITLE)
}

/**
 * The goal that was set, otherwise the title from the user, client or model, otherwise a request after which
 * the user only told the agent to continue. Other requests do not count, because an early request is often
 * done.
 */
export function goalOf({
  view,
}: {
  readonly view: Session
}): (Pick<Claim, 'text' | 'at' | 'event'> & { readonly isAsked?: boolean }) | undefined {
  const { goal } = view.work
  if (goal && !(goal.list === PLAN_LIST && isOvertaken(view)))
    return { text: goal.text, at: goal.at, event: (goal.source ?? goal.id) as EventId }
  const { byUser, byClient, byModel } = view.naming
  const titled = byUser ?? byClient ?? byModel
  if (titled) return { text: titled.text, at: titled.at, event: titled.event as EventId }
  const { goal: extracted, exchange } = view.digest
  return extracted && exchange && goesOn(exchange.asked) && isStillGoal(extracted)
    ? { text: extracted.text, at: extracted.at, event: extracted.event as EventId, isAsked: true }
    : undefined
}

/** The title of a plan is no longer the goal once the user has asked for other things. */
export const isOvertaken = ({ work, digest }: Session): boolean =>
  work.plan !== undefined && (digest.goal?.promptsSince ?? 0) > MOST_PROMPTS_AFTER_PLAN
const MOST_PROMPTS_AFTER_PLAN = 3

/** Tests the first word before the pattern, because the pattern is slow to build. */
const goesOn = (text: string): boolean => beginsWith(text, GO_ON_OPENINGS()) && GOES_ON.test(text)
const GO_ON_OPENINGS = once(
  () => new Set('yes yeah ok okay please sure continue go keep proceed resume carry do'.split(' ')),
)
const GOES_ON =
  /^(?:(?:yes|yeah|ok(?:ay)?|please|sure)[\s,.!]{1,3}){0,3}(?:continue|go on|go ahead|keep going|proceed|resume|carry on|do it|yes|ok(?:ay)?|sure)(?:[\s,]{1,2}(?:please|with it|with that|now|working))?[\s.!]{0,3}$/i

/**
 * Whether the request is still the goal. After more prompts, it is usually done or dropped. Short requests
 * are unclear without their context.
 */
const isStillGoal = ({ text, promptsSince }: NonNullable<Session['digest']['goal']>): boolean =>
  promptsSince <= MOST_PROMPTS && text.length >= LEAST_GOAL && !isBoilerplate(text)
const MOST_PROMPTS = 1
const LEAST_GOAL = 25
