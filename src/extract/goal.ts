import { onceForEach } from '../once.ts'
import { withoutMarkdown } from '../text/prose.ts'
import { type Unit, unitsIn } from '../text/sentences.ts'
import { isBoilerplate } from '../text/tags.ts'
import {
  type Beginning,
  beginning,
  beginsWith,
  firstWords,
  letterPattern,
  topicWords,
  withoutBeginnings,
} from '../text/words.ts'
import { conciseStatement } from './statement.ts'

interface Goal {
  readonly text: string
  /** Position of the sentence in the prompt. */
  readonly at: number
}

const COMMAND = /^\s*\/[a-z][\w:-]{0,60}(?:\s|$)/i
const GO_ON_OPENINGS: ReadonlySet<string> = new Set(
  'continue go proceed resume keep next yes yeah yep ok okay sure thanks thank hi hello hey'.split(' '),
)
const GOES_ON =
  /^(?:continue|go on|go ahead|proceed|resume|keep going|next|yes|yeah|yep|ok|okay|sure|thanks|thank you|hi|hello|hey)\b.{0,12}$/i
const handsOver = (text: string): boolean => beginsWith(text, HANDING_OVER) && HANDED_OVER.test(text)
const HANDING_OVER: ReadonlySet<string> = new Set(['please', 'implement', 'execute', 'follow', 'carry'])
const HANDED_OVER = /^(?:please )?(?:implement|execute|follow|carry out) (?:the following|this) plan\b/i
const TITLE = /^\s{0,3}#{1,6}\s{1,4}(?:plan:\s{0,3})?(\S.{2,300})$/gim
const GENERAL = /^(?:context|summary|goal|problem|background|overview|plan|task|objective|changes?)\W{0,3}$/i
/** A request may begin with one of these words before a word from REQUESTS or a pair from REQUEST_PAIRS. */
const LEADS: ReadonlySet<string> = new Set(['please', 'now', 'ok', 'also', 'so', 'then'])
const REQUESTS: ReadonlySet<string> = new Set(
  `let's lets please add allow build bump change check clean consider convert create debug delete do document drop extend
  extract find fix generate help implement improve install integrate investigate look make merge migrate move port refactor
  release remove rename replace review rewrite set show simplify speed split start support switch test track try understand
  update upgrade use verify wire write`.split(/\s+/),
)
const REQUEST_PAIRS: ReadonlySet<string> = new Set(
  "can you,can we,could you,could we,i want,i need,i would,i'd like,we need,we should,we want,continue work,continue with".split(
    ',',
  ),
)

function asks(text: string): boolean {
  const [lead = '', ...rest] = firstWords(text, 3)
  return isRequest(lead, rest[0]) || (LEADS.has(lead) && isRequest(rest[0], rest[1]))
}

const isRequest = (one = '', two = ''): boolean => REQUESTS.has(one) || REQUEST_PAIRS.has(`${one} ${two}`)

/** How many sentences are searched for a request. */
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

/** The request in a prompt; undefined for commands, "continue", questions about the state, and pasted text. */
export const goalIn = onceForEach((prompt): Goal | undefined => {
  if (isCommand(prompt) || prompt.startsWith('[Request interrupted')) return undefined
  const units = unitsIn(prompt.slice(0, BEGIN))
    .slice(0, FAR)
    .filter(({ text }) => isOwnWord(withoutMarkdown(text)))
  const [first] = units
  if (!first) return undefined
  if (handsOver(first.text)) return { text: titleIn(prompt) ?? withoutMarkdown(first.text), at: first.at }
  const asked = requestIn(units) ?? first
  if (!isSentence(asked.text) || isVague(asked.text)) return undefined
  return { text: conciseStatement(withoutMarkdown(asked.text)).text, at: asked.at }
})

const isCommand = (prompt: string): boolean => prompt.trimStart().startsWith('/') && COMMAND.test(prompt)

/** Whether a sentence may state a request. */
const isOwnWord = (text: string): boolean =>
  !(text.length <= LONGEST_GO_ON && beginsWith(text, GO_ON_OPENINGS) && GOES_ON.test(text)) &&
  !(mayReply(text) && REPLIES.test(text)) &&
  !(isShortRequest(text) && ROUTINE.test(text)) &&
  !isAboutState(text) &&
  !(mayBePasted(text) && PASTED.test(text))

/**
 * The sentence that asks for something, or the first sentence if the request only refers back, such as "fix
 * it".
 */
function requestIn(units: readonly Unit[]): Unit | undefined {
  const asking = units.filter(({ text }) => asks(withoutMarkdown(text)))
  const asked = asking.find(({ text }) => !chooses(withoutMarkdown(text))) ?? asking[0]
  const [first] = units
  return asked && first && asked !== first && isBare(asked.text) && isSentence(first.text) ? first : asked
}

const POINTS_BACK = /\b(?:it|that|this|them|those|these|there|both)\b/i
/** Words that name an action but not its object. */
const PLAIN_VERB =
  /^(?:find|fix|remove|debug|look|check|do|make|address|investigate|understand|explain|update|change|add|help|solve|resolve|analy[sz]e|review|sure|sort|handle|start|work|go|try|see|run|use|please|can|could|let|want|need|like|reflect|consistent)/
/** Whether a request is unclear without the sentence before it. */
const isBare = (text: string): boolean =>
  POINTS_BACK.test(text) && [...topicWords(text)].filter((word) => !PLAIN_VERB.test(word)).length < 2

/** Whether a text is unclear without what was said before, such as "this isn't good". */
const isVague = (text: string): boolean => text.split(/\s+/).length < LEAST_WORDS && isBare(text)
const chooses = (text: string): boolean =>
  CHOICE_OPENINGS.has(firstWords(text, 1)[0] ?? '') && CHOOSES.test(text)
const CHOICE_OPENINGS: ReadonlySet<string> = new Set(["let's", 'lets', 'we', "we'll"])
/** A decision about the method, not about the work itself. */
const CHOOSES =
  /^(?:let'?s|we(?:'ll| will| should)?) (?:use|go with|stick (?:to|with)|keep|choose|pick|prefer)\b.{3,200}\b(?:because|since|so that|instead of|rather than)\b/i
const LONGEST_GO_ON = 40
const mayReply = (text: string): boolean =>
  /^[^a-z]/i.test(text) || REPLY_OPENINGS.has(firstWords(text, 1)[0] ?? '')
const REPLY_OPENINGS: ReadonlySet<string> = new Set(
  'a b c d e no nope nah wrong both neither either why you'.split(' '),
)
/** Replies that mean nothing without the agent's message. */
const REPLIES =
  /^(?:(?:\(?\d{1,2}|[a-e])(?:[,.):]|\s(?:and|but|seems?|is|looks?|please|then|for)\b)|(?:no|nope|nah|wrong|both|neither|either)\b[\s,.!]|why (?:did|didn'?t|are|aren'?t|do|don'?t) you\b|you (?:didn'?t|forgot|missed|should(?:n'?t)? have|broke|did|are|were)\b|["”']\s)/i
/** Whether a text may be a routine step, which says nothing about the session's subject. */
const isShortRequest = (text: string): boolean => {
  const verb = firstWords(text, MOST_OPENINGS).find((word) => !ROUTINE_OPENINGS.has(word)) ?? ''
  return ROUTINE_VERBS.has(verb)
}
const MOST_OPENINGS = 12
const ROUTINE_OPENINGS: ReadonlySet<string> = new Set(
  "ok okay and now then please also let's lets can could you just go ahead".split(' '),
)
/** `go` in "go back to main" is not listed, because it is one of the skipped openings. */
const ROUTINE_VERBS: ReadonlySet<string> = new Set(
  `commit push pull merge rebase stash lint format build test deploy release undo revert retry review fix try run do explain
  summarize summarise get back to come switch check checkout jump open create update clean cleanup`.split(
    /\s+/,
  ),
)
const ROUTINE =
  /^(?:(?:ok(?:ay)?|and|now|then|please|also|let'?s|can you|could you|just|go ahead and)[\s,]{1,3}){0,4}(?:commit|push|pull|merge|rebase|stash|lint|format|build|test|deploy|release|undo|revert|retry|review|fix|try|run|do|explain|summari[sz]e|(?:get|go|come|switch|check ?out|jump)(?: back)? to|open|create|update|clean ?up)(?:[\s,]{1,3}(?:it|that|this|them|again|now|please|all|everything|both|so|and|to|the|a|an|our|your|my|main|master|origin|dev|branch|changes?|commits?|push|commit|files?|tests?|linter?|lint|prs?|pull request|build|code|suite|once more|phase \d{1,3})){0,6}[\s.!?]{0,3}$/i
function isAboutState(text: string): boolean {
  const [first = '', second = ''] = firstWords(text, 2)
  return STATE_OPENINGS.has(first === 'please' ? second : first) && ABOUT_STATE.test(text)
}
const STATE_OPENINGS: ReadonlySet<string> = new Set(
  `so ok okay and hi hey hello where what what's how how's catch remind give show a the status progress recap summary resume
  continue pick carry go are is task tasks more detail details instruction instructions`.split(/\s+/),
)
const ABOUT_STATE =
  /^(?:(?:so|ok(?:ay)?|and|hi|hey|hello)[\s,]{1,3}){0,2}(?:where (?:were|are|did) (?:we|you|i)\b|what(?:'s| is| was| were| are) (?:(?:the|our|your) )?(?:current |latest |overall )?(?:status|state|progress|next\b|left\b|remaining|todo)|what (?:did|have|were|was) (?:we|you|i)\b|what (?:should|do|can|shall) (?:we|i) (?:do|work on|tackle|start) (?:next|now|first|today)|what (?:tasks?|issues?|work) (?:are|is|do we have)\b|what remains|how far\b|how(?:'s| is) (?:it|this|that) going|catch me up|remind me\b|(?:give me |show me )?(?:a |the )?(?:status|progress|recap|summary)(?: (?:update|report|please))?[\s.?!]{0,3}$|(?:please )?(?:resume|continue|pick up|carry on|go on)(?: (?:from )?(?:where|what)| (?:the|our|your|with|on|from)(?: \w{1,12}){0,3})?[\s.?!]{0,3}$|pick up where\b|(?:continue|resume) (?:from )?where\b|are (?:you|we) (?:done|there|finished|ready)\b|is (?:it|this|that|everything) (?:done|ready|finished|working|fixed)\b|(?:task|more|details?|instructions?) to follow\b)/i
/** Whether the first word looks like program output, contains a colon, or is the whole text. */
function mayBePasted(text: string): boolean {
  const [first = ''] = text.split(/\s/, 1)
  if (first === text || first.includes(':')) return true
  const word = /^\w+/.exec(text)?.[0].toLowerCase() ?? ''
  return word === '' || PASTED_OPENINGS.has(word) || /(?:error|exception|^e\d{4})$/.test(word)
}
const PASTED_OPENINGS: ReadonlySet<string> = new Set(
  'warning fatal panic fail failed failure traceback you current'.split(' '),
)
/** Output of programs, and placeholders for pasted text. */
const PASTED =
  /^(?:[❯✖✗✘✔✓✅❌$»⏺⎿➜›●│├└*=~-]{1,3}\s|[>%#]\s|\[(?:image|pasted)|(?:\w{0,30}Error|\w{0,30}Exception|error|warning|fatal|panic|fail(?:ed|ure)?|traceback|E\d{4})\b[^.?]{0,120}[:[(]|error \w{1,20} \w{1,20}:|you are (?:a|an|the) |current (?:git|pull request|branch|directory)\b.{0,20}:|https?:\/\/\S{1,400}$|@?\S{1,200}\.\w{1,8}$|\S{1,200}:\d{1,6}(?::\d{1,6})?[:\s])/i

/** A line of output or a bare name is not a request. */
const isSentence = (text: string): boolean =>
  (text.match(wordsFor(text))?.length ?? 0) >= 3 && !(/["/]|^\d/.test(text) && OUTPUT.test(text))
const wordsFor = letterPattern(/[a-z]{2,}/gi, () => /\p{L}{2,}/gu)
const OUTPUT = /^\S{0,200}\/\S{0,200}\s+\(\d|^(?:\d+(?:\.\d+)?m?s|\d{4}-\d\d-\d\d)\b|\{"|"\s?:\s?[\d"[{]/

/** The goal in a later prompt, if the prompt asks for new work and not for a detail or an explanation. */
export function newGoalIn(prompt: string): Goal | undefined {
  const goal = goalIn(prompt)
  if (!goal || isBoilerplate(prompt)) return undefined
  const [first] = unitsIn(prompt.slice(0, BEGIN))
  const opening = first?.text ?? ''
  const isPlan = handsOver(opening)
  const isRequest =
    first?.at === goal.at &&
    asks(withoutMarkdown(opening)) &&
    !opening.trimEnd().endsWith('?') &&
    !ADDS.test(opening)
  return isPlan ||
    (isRequest && goal.text.length >= LEAST_REQUEST && goal.text.split(' ').length >= LEAST_WORDS)
    ? goal
    : undefined
}

/** Beginnings of prompts that extend the current work or ask for one of its steps. */
const ADDS =
  /^(?:yes|yeah|yep|ok(?:ay)?|also|and|but|then|now|next|first|again|while)\b|^(?:can|could|would) (?:you|we) (?:also|now|then|first|please also)\b|^(?:please )?(?:also|commit|push|merge|rebase|run|re-?run|open a pr|create a pr|get a)\b/i
const LEAST_REQUEST = 40
const LEAST_WORDS = 5

/** The first heading that is not generic. */
function titleIn(plan: string): string | undefined {
  for (const [, title = ''] of plan.slice(0, BEGIN).matchAll(TITLE)) {
    const text = withoutMarkdown(title)
    if (!GENERAL.test(text)) return conciseStatement(text).text
  }
  return undefined
}

/** The request in a prompt, as a title; undefined if the prompt does not state the subject of the session. */
export function titleInPrompt(prompt: string): string | undefined {
  const text = isBoilerplate(prompt) ? undefined : goalIn(prompt)?.text
  if (text === undefined || isVague(text)) return undefined
  const [, address = '', rest = ''] = (beginsWith(text, ADDRESSES) && OPENING_ADDRESS.exec(text)) || []
  const said = withoutPoliteness(rest === '' ? text : `${rest} (${address})`)
  const first = /^.{20,300}?(?=[.!?;]\s)/.exec(said)?.[0] ?? said
  const sentence = first.includes('//') ? first.replaceAll(NUMBERED_ADDRESS, '#$1') : first
  const title = sentence.replace(/[\s.:;,–—-]{1,4}$/, '')
  return /^https?:/i.test(title) ? title : `${title.charAt(0).toUpperCase()}${title.slice(1)}`
}

function withoutPoliteness(text: string): string {
  const plain = withoutBeginnings(text, POLITE).trim()
  return plain.length >= SHORTEST_TITLE ? plain : text
}
const ADDRESSES: ReadonlySet<string> = new Set(['http', 'https'])
const OPENING_ADDRESS = /^(https?:\/\/\S{1,400})\s{1,4}(\S.{10,400})$/i
const NUMBERED_ADDRESS =
  /https?:\/\/\S{1,200}\/(?:pull|issues|pulls|merge_requests)\/(\d{1,9})[^\s)]{0,100}/gi
const SHORTEST_TITLE = 8
/** Removed in this order from the beginning of a title. */
const POLITE: readonly Beginning[] = [
  beginning(
    'ok okay so now hey hi alright right well also please just',
    /^(?:(?:ok(?:ay)?|so|now|hey|hi|alright|right|well|also|please|just)[\s,]{1,3}){1,3}/i,
  ),
  beginning('can could would will', /^(?:can|could|would|will) (?:you|we|i)(?: please)? /i),
  beginning("i i'd", /^i(?:'d| would| 'd)? (?:like|love|want|need)(?: you| us)? to /i),
  beginning(
    "we we'll you you'll i i'll",
    /^(?:we|you|i)(?:'ll| will)? (?:need|have|want|should|must)(?: you)?(?: to)? /i,
  ),
  beginning(
    "please let's lets let help go brainstorm",
    /^(?:please|let'?s|let us|help me(?: to)?|go ahead and|brainstorm:?) /i,
  ),
]

/** The slash command in a prompt: `review 12` for `/review 12`. Undefined for the client's own commands. */
export function commandIn(
  prompt: string,
): { readonly text: string; readonly isTelling: boolean } | undefined {
  const called = prompt.trim()
  const [, name = '', said = ''] = (called.startsWith('/') && CALLED.exec(called)) || []
  if (name === '' || BUILT_IN.test(name)) return undefined
  return {
    text: [name, said].filter(Boolean).join(' '),
    isTelling: /\d/.test(said) || said.split(/\s+/).length > 2,
  }
}
const CALLED = /^\/([a-z][\w:-]{0,60})(?:[ \t]+(\S[^\n]{0,200}))?(?:\n|$)/i
const BUILT_IN =
  /^(?:add-dir|agents?|bug|clear|color|compact|config|context|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|init|insights|loop|login|logout|mcp|memory|model|new|output-style|permissions|plan|plugins?|quit|release-notes|reload-\S+|rename|resume|rewind|sandbox|settings|skills|stats|status|statusline|tasks|terminal-setup|theme|title|todos|undo|usage|vim)$/i
