import { withoutMarkdown } from '../text/prose.ts'
import { type Unit, unitsIn } from '../text/sentences.ts'
import { truncateAtWord } from '../text/truncate.ts'
import type { Speaker } from './statement.ts'

/** A lasting statement about the software or its environment, in the words of the message. */
export interface StatedFact {
  readonly text: string
  /** Start of the fact's sentence in the message. */
  readonly at: number
}

/**
 * Sentences that state a path, version, name or figure: "the server listens on port 8080". Only statements in the present
 * tense count. Results of the moment (test counts, failures), plans, guesses and questions do not.
 */
export function statedFactsIn(speaker: Speaker, message: string): readonly StatedFact[] {
  return unitsIn(message).flatMap((unit) => {
    const text = withoutMarkdown(unit.text).trim()
    return isFact(speaker, unit, text) ? [{ text: truncateAtWord(text, MAX_FACT), at: unit.at }] : []
  })
}

const MAX_FACT = 200
const LEAST_FACT = 20

function isFact(speaker: Speaker, { box, depth, isItem, text: raw }: Unit, text: string): boolean {
  if (box !== undefined || depth > 1 || text.length < LEAST_FACT || text.length > MAX_FACT) return false
  if (/[?:]$/.test(text) || !STARTS.test(text) || PASSING.test(text) || UNSURE.test(text)) return false
  if (speaker === 'user' && (isItem || REQUEST.test(text))) return false
  return STATES.some(({ says, with: value }) => says.test(text) && value.test(raw))
}

/** A sentence that can be understood alone: its subject is named, not "it", "this" or a person. */
const STARTS =
  /^(?:(?:currently|by default|in \S{2,40}|on \S{2,40}),? )?(?!(?:it|this|that|these|those|they|he|she|i|we|you|there|here|so|but|and|or|also|then|now|once|when|while|after|before|if|let|which|both|each|same|one|two|first|next|good|great|yes|no|ok|okay|because|since|note|done|all|some|every|everything|nothing|only|its|their|new|live|otherwise|changes|completely|an?|git tooling|verification|test|tests|\d+ |the (?:fact|only|same|issue|main (?:issue|problem)|tests?|problem|bug|fix|helper|verification))\b)["'`(]?[\w@./-]/i

/** Events and results, which are outdated soon. */
const PASSING =
  /\b(?:passe[sd]|passing|fail(?:s|ed|ing|ure)?|broken|green|red|committed|pushed|merged|fixed|added|updated|created|removed|deleted|changed|moved|renamed|refactored|implemented|replaced|installed|rewritten|complete[sd]?|done|finished|started|running (?:now|in)|currently|now|already|no longer|still|yet|so far|remaining|left to|waiting|in progress|untracked|uncommitted|modified|unstaged|staged|this (?:session|turn|time|commit|pr|branch|change|fix|run)|today|yesterday|tomorrow|was|were|had been|have been|has been|didn't|did not|lines? \d|verif(?:y|ies|ied)|stale|clean(?:er)?|cleanup|plan|review(?:ed|er)?|finding|diff|switched|correctly|isn't mentioned|all pass|rows?|but|instead|useless|uses it|them\.?$|strongly|suggests)\b|[✅⚠❌❓✓✗🔴🟡🟢]|^\(|^\S{1,60}:\d|^line \d|^[^.!?]{1,80} (?:—|–|-) /iu

const UNSURE =
  /\b(?:should|shouldn't|would|wouldn't|could|might|may|maybe|perhaps|probably|likely|seems?|appears?|looks like|think|guess|assume|suspect|unclear|not sure|if|unless|whether|will|won't|i'll|we'll|let's|let me|going to|want(?:s|ed)?|needs? to|have to|must|propose|suggest|recommend|consider|option|either|e\.g|example|imagine|suppose|hopefully)\b/i

const REQUEST =
  /^(?:please|can you|could you|use|add|make|fix|update|change|put|set|run|write|create|move|remove|delete|check|look|try|read|implement|rename|keep|do|don't|never|always|show|find|test|build|start|stop|go|commit|push|install|ensure|explain|tell|give|see|refer|follow)\b/i

interface FactForm {
  readonly says: RegExp
  readonly with: RegExp
}

const PATH =
  /(?:^|[\s`"'(])(?:~|\.{1,2})?\/?(?:[\w@.-]{1,60}\/){1,12}[\w@.-]{0,60}|\b[\w-]{1,60}\.(?:[cm]?[jt]sx?|go|rs|py|rb|java|kts?|cs|php|swift|sql|sh|mdx?|jsonl?|ya?ml|toml|db|env|lock|conf|ini)\b/
const NAME =
  /`[^`\n]{2,80}`|\b[a-z]{1,40}[A-Z]\w{1,40}\b|\b[A-Z]{2,}_[A-Z_]{2,40}\b|\b[a-z]{2,30}_[a-z_]{2,40}\b/
const VERSION = /\bv?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?\b/

const STATES: readonly FactForm[] = [
  // Paths.
  {
    says: /\b(?:lives?|(?:is|are) (?:located|stored|defined|found|configured|documented|in|at|under)|(?:writes|saves|reads|loads|stores|logs) (?:\S{1,30} ){0,4}(?:to|from|in|into|at|under)|resides?|points? (?:to|at)|goes (?:to|in|into))\b/i,
    with: PATH,
  },
  // Versions.
  {
    says: /\b(?:(?:is|are) (?:at |on |pinned to |locked to |based on )?(?:version |release )?v?\d{1,4}\.\d|(?:uses?|requires?|needs|targets?|supports?|runs? on|depends on|ships? with) (?:\S{1,30} ){0,4}(?:version )?(?:>=? ?|\^|~)?v?\d{1,4}(?:\.\d|\b))/i,
    with: VERSION,
  },
  // Ports, limits, defaults and other figures.
  {
    says: /\b(?:listens? on|runs? on port|serves? on|binds? to|port is|defaults? (?:to|is)|(?:limit|timeout|maximum|minimum|budget|threshold|ttl|expiry|retention|interval|size) (?:\S{1,30} ){0,3}(?:is|are)|is limited to|expires? (?:after|in)|takes (?:about |around |up to |at most )?\d|times out after|allows? (?:up to |at most )?\d)\b/i,
    with: /\b\d|`[^`\n]{1,60}`/,
  },
  // Names.
  {
    says: /\b(?:is|are) (?:(?:called|named)(?! (?:with|at|from|by|here|in|on|for|after|twice|once|when|before)\b)|known as|stored as|exposed as|set (?:by|through|via|in))\b|\b(?:environment|env) variable is\b|\b(?:default|main|production|staging|test) (?:\S{1,20} )?(?:branch|database|host|server|url|endpoint|bucket|table|queue|user|region|package manager|database engine) is\b/i,
    with: new RegExp(`${NAME.source}|${PATH.source}|\\b[A-Z][a-z]{2,}\\b(?!^)|is \\w`),
  },
  // What something uses.
  {
    says: /^(?:the |our |this )?(?:[\w@./`-]{1,40} ){1,5}(?:uses|depends on|requires|relies on|is written in|is built (?:with|on)|is generated (?:by|from))\b/i,
    with: new RegExp(`${NAME.source}|${PATH.source}`),
  },
]
