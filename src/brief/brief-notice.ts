import { countText } from '../text/time.ts'
import { truncateAtWord } from '../text/truncate.ts'
import type { RulesText } from './rules.ts'

interface BriefNoticeAsk {
  readonly sessions: number
  readonly tokens: number
  readonly rules: RulesText | undefined
}

/**
 * One line for the user at session start: what the agent received, and which rules were approved without a review.
 */
export function briefNotice({ sessions, tokens, rules }: BriefNoticeAsk): string | undefined {
  const told = rules?.told.length ?? 0
  if (sessions + told === 0) return undefined
  const cost = `about ${countText(tokens, 'token')}`
  const line =
    sessions > 0
      ? `leftoff: briefed from ${countText(sessions, 'session')}, ${cost} (leftoff brief shows it)`
      : `leftoff: briefed with ${countText(told, 'rule')}, ${cost} (leftoff memory list --here shows them)`
  return [line, ...(rules?.notices ?? []).slice(0, MOST_RULES).map(unreviewed)].join('. ')
}

const MOST_RULES = 2
const MOST_QUOTED = 60

const unreviewed = ({ rule, quote }: RulesText['notices'][number]): string =>
  `New rule without a review: "${truncateAtWord(quote, MOST_QUOTED)}" (to revert: leftoff memory reject ${rule})`
