import { withoutMarkdown } from '../text/prose.ts'
import { unitsIn } from '../text/sentences.ts'
import { conciseStatement } from './concise-statement.ts'

interface Goal {
  readonly text: string
  /** Position in the prompt. */
  readonly at: number
}

const COMMAND = /^\s*\/[a-z][\w:-]{0,60}(?:\s|$)/i
const GOES_ON =
  /^(?:continue|go on|go ahead|proceed|resume|keep going|next|yes|yeah|yep|ok|okay|sure|thanks|thank you|hi|hello|hey)\b.{0,12}$/i
const HANDED_OVER = /^(?:please )?(?:implement|execute|follow|carry out) (?:the following|this) plan\b/i
const TITLE = /^\s{0,3}#{1,6}\s{1,4}(?:plan:\s{0,3})?(\S.{2,300})$/gim
const GENERAL = /^(?:context|summary|goal|problem|background|overview|plan|task|objective|changes?)\W{0,3}$/i
/** A request. */
const ASKS =
  /^(?:(?:please|now|ok|also|so|then),? )?(?:let'?s|can (?:you|we)|could (?:you|we)|i (?:want|need|would|'d like)|i'd like|we (?:need|should|want)|please|add|allow|build|bump|change|check|clean|convert|create|debug|delete|do|document|drop|extend|extract|find|fix|generate|help|implement|improve|install|integrate|investigate|look|make|merge|migrate|move|port|refactor|release|remove|rename|replace|review|rewrite|set|show|simplify|speed|split|start|support|switch|test|track|try|understand|update|upgrade|use|verify|wire|write)\b/i
/** Number of sentences that are searched for the request. */
const FAR = 6
const BEGIN = 4000

/** What a session is about: the first prompt that asks for something. */
export function goalOf(prompts: readonly string[]): string | undefined {
  for (const prompt of prompts) {
    const goal = goalIn(prompt)
    if (goal) return goal.text
  }
  return undefined
}

/** The request in a prompt; undefined for commands, "continue" and pasted text. */
export function goalIn(prompt: string): Goal | undefined {
  if (COMMAND.test(prompt) || prompt.startsWith('[Request interrupted')) return undefined
  const units = unitsIn(prompt.slice(0, BEGIN))
    .slice(0, FAR)
    .filter(({ text }) => !GOES_ON.test(withoutMarkdown(text)))
  const [first] = units
  if (!first) return undefined
  if (HANDED_OVER.test(first.text))
    return { text: titleIn(prompt) ?? withoutMarkdown(first.text), at: first.at }
  const asked = units.find(({ text }) => ASKS.test(withoutMarkdown(text))) ?? first
  return { text: conciseStatement(withoutMarkdown(asked.text)).text, at: asked.at }
}

/** The first heading that is not generic. */
function titleIn(plan: string): string | undefined {
  for (const [, title = ''] of plan.slice(0, BEGIN).matchAll(TITLE)) {
    const text = withoutMarkdown(title)
    if (!GENERAL.test(text)) return conciseStatement(text).text
  }
  return undefined
}
