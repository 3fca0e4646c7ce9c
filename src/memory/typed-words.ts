/**
 * Finds the words of a prompt that a person typed. A prompt also contains what a client inserted: pasted blocks,
 * expanded commands, attached files. A rule may be approved without a review only if its words were certainly
 * typed, so words count as not typed if there is any doubt.
 */
const KINDS = ['typed', 'pasted', 'expanded', 'attached'] as const

/** One part of a prompt. The parts follow each other without gaps. */
interface PromptPart {
  readonly kind: (typeof KINDS)[number]
  readonly from: number
  readonly to: number
}

/** The parts of a prompt, as marked by clients. Linear time. */
export function partsOf(prompt: string): readonly PromptPart[] {
  if (prompt === '') return []
  const start = prompt.slice(0, 200).trimStart()
  if (BY_A_CLIENT.some((words) => start.startsWith(words)))
    return [{ kind: 'expanded', from: 0, to: prompt.length }]
  return withTypedBetween(inOrder([...taggedParts(prompt), ...markedParts(prompt)]), prompt.length)
}

/**
 * The prompt with everything that was not typed blanked out. Its length and the line numbers of typed words
 * do not change.
 */
export function typedText(prompt: string): string {
  const parts = partsOf(prompt)
  if (parts.every(({ kind }) => kind === 'typed')) return prompt
  return parts
    .map(({ kind, from, to }) => (kind === 'typed' ? prompt.slice(from, to) : blank(to - from)))
    .join('')
}

/** Blanks that keep lines separate, so that the words around them are not joined into one sentence. */
const blank = (length: number): string => (length < 2 ? ' '.repeat(length) : `\n${' '.repeat(length - 2)}\n`)

/** Messages that start with these words were written by a client. */
const BY_A_CLIENT = [
  'Caveat: The messages below were generated',
  'This session is being continued from a previous conversation',
  'Operation stopped by hook',
  'Stop hook feedback',
  '[Request interrupted',
  'Base directory for this skill',
  'API Error',
  '# AGENTS.md instructions',
  'Another language model started to solve this problem',
] as const

/**
 * Sorts parts by position. Of parts that start at the same place, the longest comes first, because it
 * contains the others.
 */
const inOrder = (parts: readonly PromptPart[]): readonly PromptPart[] =>
  [...parts].sort((a, b) => a.from - b.from || b.to - a.to)

function withTypedBetween(inserted: readonly PromptPart[], length: number): readonly PromptPart[] {
  const parts: PromptPart[] = []
  let at = 0
  for (const part of inserted) {
    if (part.from < at) continue
    if (part.from > at) parts.push({ kind: 'typed', from: at, to: part.from })
    parts.push(part)
    at = part.to
  }
  if (at < length) parts.push({ kind: 'typed', from: at, to: length })
  return parts
}

const OPENING = /<([a-zA-Z][\w-]{1,60})(?:\s[^<>]{0,300})?>/g
/** Tags that a client puts around the text of a command that the user called. */
const OF_A_COMMAND = /^(?:command-|local-command-|bash-|skill|hook_prompt|task-notification)/i
/** Text with more unclosed tags than this is not a message. */
const MOST_NAMES = 50

/** Tagged text comes from clients, hooks and tools. An unclosed tag is searched for only once. */
function taggedParts(text: string): readonly PromptPart[] {
  if (!text.includes('</')) return []
  const parts: PromptPart[] = []
  const endless = new Set<string>()
  OPENING.lastIndex = 0
  for (let tag = OPENING.exec(text); tag && endless.size < MOST_NAMES; tag = OPENING.exec(text)) {
    const name = tag[1] ?? ''
    const end = endless.has(name) ? -1 : text.indexOf(`</${name}>`, OPENING.lastIndex)
    if (end < 0) {
      endless.add(name)
      continue
    }
    const to = end + name.length + 3
    parts.push({ kind: OF_A_COMMAND.test(name) ? 'expanded' : 'attached', from: tag.index, to })
    OPENING.lastIndex = to
  }
  return parts
}

/** Placeholders for pasted text and images in Claude Code, Codex, Gemini CLI and opencode. */
const PASTE_MARK = /\[(?:\.{3})?(?:pasted|image|truncated text|clipboard)\b[^\]\n]{0,80}\]/gi
/**
 * Gemini CLI and IDE extensions put files between these lines. Without an end line, the rest of the prompt
 * counts as a file.
 */
const ATTACHED = [
  ['--- Content from referenced files ---', '--- End of content ---'],
  ['# Context from my IDE setup:', '## My request for Codex:'],
  ['Called the Read tool with the following input:', '\n\n'],
] as const

function markedParts(text: string): readonly PromptPart[] {
  const pasted = text.includes('[')
    ? [...text.matchAll(PASTE_MARK)].map(
        ({ index, 0: mark }): PromptPart => ({ kind: 'pasted', from: index, to: index + mark.length }),
      )
    : []
  const attached = ATTACHED.flatMap(([opening, closing]): readonly PromptPart[] => {
    const from = text.indexOf(opening)
    if (from < 0) return []
    const end = text.indexOf(closing, from + opening.length)
    return [{ kind: 'attached', from, to: end < 0 ? text.length : end + closing.length }]
  })
  return [...pasted, ...attached]
}

/** Whether a person certainly typed this prompt, word by word, as an answer to an agent. */
export const isCertainlyTyped = (prompt: string): boolean => doubtAbout(prompt) === undefined

/** Why a prompt may contain words that its sender did not type; undefined if there is no doubt. */
export function doubtAbout(prompt: string): string | undefined {
  const text = prompt.trim()
  if (text.length > LONGEST) return 'long'
  if (partsOf(text).some(({ kind }) => kind !== 'typed')) return 'inserted by a client'
  return (
    DOUBTS.find(([, shape]) => shape.test(text))?.[0] ?? (ANSWER.test(text) ? undefined : 'not an answer')
  )
}

/**
 * Longer text is rarely typed in one go, but clients replace a paste with a placeholder only above about 800
 * characters.
 */
const LONGEST = 280

/** Shapes of text that is copied more often than typed. The first match is reported. */
const DOUBTS: readonly (readonly [why: string, shape: RegExp])[] = [
  ['several lines', /[\n\r\u2028\u2029]/],
  ['a command', /^\//],
  ['a shell command', /^[!$%❯]/],
  ['a note to memory', /^#/],
  ['a mention of a file', /(?:^|[\s([{,;:])@\S/],
  ['markup', /[<>`*|{}[\]\\]|~~|__|&[a-z#]|^\s*(?:[-+•]|\(?\d{1,3}[.)])\s/i],
  // Keyboards produce straight quotes in a terminal. An apostrophe between letters is not a quote.
  ['a quotation', /["“”„«»‹›‘’]|(?:^|[^\p{L}\p{N}])'|'(?:[^\p{L}\p{N}]|$)/u],
  ['typography', /[^\x20-\x7e\p{L}\p{M}]/u],
  ['a link', /\b[a-z][a-z\d+.-]{1,20}:\/\/|\bwww\./i],
  ['a label', /:(?:\s|$)/],
  ['a log line', /\b\d{1,2}:\d\d\b|\b\d{4}-\d\d-\d\d\b|\S:\d+\b|\b[0-9a-f]{7,}\b|=\S/i],
  ['a long word', /\S{41}/],
  ['signs', /[#()=^~$;]|\.\.|--|\/\/|[!?]\S|\s{3}/],
  // A sentence starts with a capital letter. Two or three capitals are an abbreviation, such as PR.
  ['a name', /(?<![.!?]\s{0,4}|^)(?<![\p{L}\d])(?!I\b)(?![A-Z]{2,3}\b)\p{Lu}/u],
  ['a title', /\b[A-Z]{4,}\b/],
  [
    'a speaker',
    /(?:^|[.,!?] ?)(?:the )?(?:user|human|system|assistant|developer|admin|operator|agent|model)\b/i,
  ],
  [
    'a numbered part',
    /\b(?:issue|pr|section|step|rule|page|chapter|item|point|ticket|case|instruction|article|paragraph|no|number) ?\d/i,
  ],
  [
    'the wish of another',
    // Does not match `I want`, `did you ask` or `a pull request`.
    /(?<!\b(?:i|you|i've|not|never|don't|dont|to|always|please|did i|first|a|an|the|pull|merge) )\b(?:wants|requires|asks|insists|recommends|suggests|mentions|demands|mandates|requests|prefers|decides|advises|expects|thinks|likes|knows|needs|explains|notes|reports|confirms|claims|forbids|dictates|instructs|(?:wanted|required|asked|insisted|recommended|suggested|mentioned|demanded|mandated|requested|preferred|decided|agreed|advised|expected|explained|noted|reported|confirmed|claimed|instructed|informed|decreed|want|require|ask|insist|recommend|suggest|demand|request|agree|advise|expect))\b/i,
  ],
  [
    'another person',
    /\b(?:new rule|from now on the|they|he|she|him|his|their|everyone|everybody|someone|somebody|people|boss|cto|ceo|lead|management|apparently|supposedly|allegedly|per|via|citing|quoting|signed|regards|thanks|i (?:heard|read|saw|learned|was|am|got)|we (?:were|heard|read)|you are now|ignore (?:all|any|previous|the))\b/i,
  ],
  [
    'a document',
    /\b(?:spec|specs|specification|rfc|wiki|manual|handbook|guide|guides|policy|policies|convention|conventions|requirements?|criteria|standard|standards|tutorial|blog|article|book|template|contributing|changelog|notice|section|chapter|best practices?|(?:claude|agents|gemini)\.md|slack|chatgpt|gpt|claude|gemini|codex|copilot|google|microsoft|dependabot|stack ?overflow|upstream|vendor|written|based on|in line with|following the|as in|as required|see (?:the|page|also)|commit message|error message)\b/i,
  ],
  [
    'a report of other words',
    /\b(?:says?|(?<!\bi )said|saying|tells?|(?<!\bi )told|states?|stated|reads?|wrote|writes|according to|quote[ds]?|pasted?|copied|copy|readme|docs?|documentation|guidelines?|instructions?|the (?:issue|ticket|comment|review|reviewer|message|mail|email|file|log|output|error))\b/i,
  ],
]

/**
 * An objection to what the agent did: a person in a conversation begins like this, but a document never does.
 */
const ANSWER =
  /^(?:no(?:[,.!;]|(?= (?:never|always|do not|don't|dont|you|i|we|not|stop)\b))|nope\b|nah\b|wrong\b|stop\b|wait\b|hold on\b|ugh\b|argh\b|not like that\b|that's (?:wrong|not)\b|thats (?:wrong|not)\b|i (?:said|told|meant|asked|don't|dont|do not|never|want)\b|why (?:did|are|do) you\b|you (?:forgot|keep|did|used|broke|committed|pushed|deleted|edited|changed|ran|are|should|must)\b)/i
