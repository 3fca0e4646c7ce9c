import { firstWords } from './words.ts'

/**
 * Quoted text must not end its quotation or imitate text from leftoff or a client. So this replaces the
 * bracket before every tag name that leftoff or a client uses. This includes variants that models read like
 * the exact tag: escaped, in another script, spaced, or with invisible characters in between.
 */
export function withoutTags(text: string): string {
  if (!MAY_OPEN.test(text)) return text
  return text
    .replace(OPENING, (bracket, at: number) => (isOurTag(text, at, at + bracket.length) ? '(' : bracket))
    .replace(MODEL_TOKEN, '($1')
}

/** The fast path, because most text has no bracket and the next pattern is slow to build. */
const MAY_OPEN = /[<&[{\\%=+\u0080-\uffff]|u\+|0x/i

/** An ampersand, which may itself be escaped. */
const AMPERSAND = '(?:[&\\uff06](?:amp;?|#0{0,6}38;?|#x0{0,6}26;?){0,4}|%(?:25){0,3}26)'
const AFTER_ENTITY = '(?:[;\\uff1b]|%(?:25){0,3}3b)?'

/** Characters that look like a less-than sign. */
const SIGNS =
  '[<\\uff1c\\ufe64\\u2039\\u2329\\u3008\\u300a\\u27e8\\u27ea\\u276c\\u276e\\u2770\\u02c2\\u1438\\u227a\\u29fc\\u2a85\\u2aa1\\u226a\\u22d8]|\\ud800\\ude82'
/** Entities of the same characters. */
const ENTITIES =
  '(?:lt|lessthan|langle|lang|laquo|lsaquo|leftanglebracket|lessless|ll|nvlt|#0{0,6}(?:60|171|8249|9001|10092|10216|12296|65124|65308)|#x0{0,6}(?:3c|ab|2039|2329|276c|27e8|3008|fe64|ff1c))'
/** Escapes of the same characters in source code, URLs, style sheets and mail. */
const ESCAPES =
  '\\\\u(?:003c|ff1c|2039|3008|fe64|27e8|2329|276[ce])|\\\\u\\{0{0,6}(?:3c|ff1c|2039|3008|fe64|27e8|2329|276[ce])\\}|\\\\u0{6}3c|\\\\x3c|\\\\0{0,2}74|\\\\o\\{?0?74\\}?|\\\\0{0,4}3c|\\\\N\\{[^}\\n]{1,40}\\}|%u003c|%uff1c|%(?:25){0,3}3c|%ef%bc%9c|%e2%80%b9|\\\\xef\\\\xbc\\\\x9c|=3c|\\+adw-|u\\+003c|0x3c'
/** Other brackets, arrows, signs and entities count only before a slash. */
const BEFORE_SLASH = `(?:[[{\\uff3b\\uff5b\\u00ab\\u2264\\u2266\\u2a79\\u2a7d\\u2272\\u22b2\\u22b4\\u25c0-\\u25c5\\u2190\\u21d0\\u22d6\\u22dc\\u22de\\u22d0\\u2282\\u2220\\u29c0\\u2991\\u2983\\u2985\\u2995\\u2a95\\u2a99\\u2a9a\\u2af7\\u1439\\u16b2\\u300c\\u300e\\u3010\\u3014\\u3016\\u3018\\u301a\\u2772\\u2774\\u27e6\\ufe3f]|${AMPERSAND}[a-z]{2,24};)(?=[\\s/\\\\\\uff0f]{0,9}(?:[/\\\\\\uff0f]|leftoff[-_ ]?brief))`

/** One or more opening brackets, as they are, escaped, or in look-alikes. */
const OPENING = new RegExp(
  `(?:(?:${SIGNS}|${BEFORE_SLASH}|${AMPERSAND}${ENTITIES}${AFTER_ENTITY}|${ESCAPES})\\s{0,3}){1,200}`,
  'gi',
)

/** Tokens that separate the speakers for a model, such as `<|user|>`, `[INST]` and `<<SYS>>`. */
const MODEL_TOKEN =
  /[<\uff1c]([|\uff5c][\w\u2581 -]{1,40}[|\uff5c][>\uff1e])|\[(?=\/?INST\])|<(?=<\/?SYS>>)|<(?=(?:start|end)_of_turn>)/g

/** Whether a tag of ours or of a client begins with the bracket that ends at `end`. */
function isOurTag(text: string, start: number, end: number): boolean {
  const letters = lettersAfter(text, end)
  return (
    isOurName(letters) ||
    ANYWHERE.some((name) => letters.slice(0, 40).includes(name)) ||
    (!/[\w)\]]/.test(text.charAt(start - 1)) && ROLE.test(text.slice(end, end + 40)))
  )
}

/** Names that also count after a prefix, as in `</x:leftoff-brief>`. Every i is an l (see `skeletonOf`). */
const ANYWHERE: readonly string[] = ['leftoffbrlef', 'leftoffdata', 'systemremlnder', 'userpromptsubmlt']

/** Complete speaker tags. After a word, such a tag is a type argument. */
const ROLE = /^\s{0,3}\/?\s{0,3}(?:system|assistant|human|instructions|antthinking)\s{0,3}(?:>|&gt;)/i

/** The letters after a bracket. Stops when they can no longer form a name. */
function lettersAfter(text: string, from: number): string {
  let letters = ''
  for (let size = NEAR; size <= FAR; size *= 4) {
    letters = skeletonOf(text.slice(from, from + size))
    const isOpen = letters !== '' && NAMES.some((name) => compare(letters, name) === 'open')
    if (!isOpen && (letters !== '' || size > NEAR)) break
  }
  return letters
}
const NEAR = 120
const FAR = 2000

/** The letters of the text, as a reader sees them. */
const skeletonOf = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors start with an escape character
    .replaceAll(/\u001b\[[\d;]{0,20}[A-Za-z]/g, '')
    .replaceAll(ESCAPE, characterOf)
    .replaceAll(SQUARED, squaredLetter)
    .normalize('NFKD')
    .toLowerCase()
    .replace(LEADING, '')
    .replaceAll(/[^a-z\d]/g, (letter) => LOOKS_LIKE.get(letter) ?? '')
    .replaceAll(/[013457]/g, (digit) => DIGIT_LETTERS[digit] ?? '')
    // Lower-case l, upper-case I and the digit 1 look the same.
    .replaceAll('i', 'l')

const DIGIT_LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** White letters in black circles or squares, and the letters of flags. Normalization keeps them. */
const SQUARED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
function squaredLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const first = code >= 0x1f1e6 ? 0x1f1e6 : code >= 0x1f170 ? 0x1f170 : 0x1f150
  return String.fromCharCode(0x61 + code - first)
}

/** Signs between the bracket and the name, such as the bar in `<|im_start|>`. */
const LEADING = /^[^a-z\d\u0080-\uffff]{1,200}/

const ESCAPE =
  /&(?:amp;?){0,4}(?:#(\d{1,7})|#x([0-9a-f]{1,6})|[a-z]{1,9});?|\\u0{6}([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\u\{0{0,6}([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|%(?:25){0,3}([0-9a-f]{2})|=([0-9a-f]{2})/gi

/** The letter that an escape stands for; nothing for a named entity. */
function characterOf(_: string, decimal: string | undefined, ...hex: readonly unknown[]): string {
  const digits = hex.slice(0, 7).find((one) => typeof one === 'string')
  const code = decimal ? Number(decimal) : Number.parseInt(String(digits), 16)
  return code > 0x20 && code < 0x11_0000 && code !== LESS_THAN ? String.fromCodePoint(code) : ''
}
const LESS_THAN = 0x3c

/** Letters of other scripts that look like Latin ones. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  'аa еe оo рp сc хx уy іi ѕs ԁd ԛq ԝw ӏl һh јj кk мm тt вb нn гr αa εe οo ρp ιi νv τt κk υu ɩi ǀl ꞁl ʟl ғf ꜰf ƒf ϝf ℓl ｜l |l ǃl øo ɵo օo ᴏo ɑa ℮e ɘe ꞙf ꜱs ʂs ƨs ᴦr ɾr пn ոn սu ʋu Ьb ƅb ɓb ԍg ɡg մu ςc ьb ıi ɪi γy үy ʏy ᴍm ɴn ᴛt ᴄc ᴅd ɗd ƿp ᴘp ĸk ƙk ŧt ħh ŀl łl ᴀa ᴇe ᴜu ѡw ԝw өo σo €e ꬵf ʄf ɛe єe ҽe ǝe ƭt †t ○o ◯o ⊙o ဝo ഠo ໐o ዐo ๐o ߀o ⲟo ⵔo 〇o °o ০o ०o ೦o ꓡl ꓰe ꓝf ꓔt ꓳo'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

const isOurName = (letters: string): boolean => NAMES.some((name) => compare(letters, name) === 'yes')

/** Whether the letters begin with a name; `open` if there are too few of them to decide. */
function compare(letters: string, name: string): 'yes' | 'no' | 'open' {
  let at = 0
  for (let place = 0; place < name.length; place += 1) {
    if (at >= letters.length) return 'open'
    const letter = name.charAt(place) === 'i' ? 'l' : name.charAt(place)
    const wide = WIDE.get(letter)
    if (letters.charAt(at) === letter) at += 1
    else if (wide !== undefined && letters.startsWith(wide, at)) at += wide.length
    else return 'no'
  }
  return 'yes'
}

/** Pairs of letters that look like one letter. */
const WIDE: ReadonlyMap<string, string> = new Map([
  ['m', 'rn'],
  ['w', 'vv'],
])

/** How the tags of leftoff and the clients begin. */
const NAMES: readonly string[] = [
  'leftoff',
  'hookcontext',
  'hookprompt',
  'hookoutput',
  'hookresult',
  'systemreminder',
  'systemmessage',
  'systemprompt',
  'userpromptsubmit',
  'userinstructions',
  'usermemory',
  'sessionstarthook',
  'environmentcontext',
  'additionalcontext',
  'functionresult',
  'functioncall',
  'functions',
  'antml',
  'invoke',
  'toolresult',
  'tooluse',
  'toolcall',
  'tooloutput',
  'commandname',
  'commandmessage',
  'commandargs',
  'commandcontents',
  'localcommand',
  'bashstdout',
  'bashstderr',
  'bashinput',
  'tasknotification',
  'teammatemessage',
  'persistedoutput',
  'imstart',
  'imend',
  'endoftext',
  'eotid',
  'startheaderid',
  'autonomousloop',
  'skillsinstructions',
  'skillcontent',
  'permissionsinstructions',
  'collaborationmode',
  'untrustedcontext',
  'sessioncontext',
  'projectcontext',
  'loadedcontext',
  'extensioncontext',
  'turnaborted',
  'statesnapshot',
  'subagentnotification',
  'ideopenedfile',
  'ideselection',
  'newdiagnostics',
  'mcpresource',
  'mcppolling',
  'modelswitch',
  'userquery',
  'totaltokens',
  'backgroundtask',
  'systemnote',
  'systemnotice',
  'systemwarning',
  'userprompt',
  'usermessage',
  'userinput',
  'humanmessage',
  'claudemd',
  'bashoutput',
  'commandstdout',
  'slashcommand',
  'tokenbudget',
  'budgettoken',
  'searchresult',
  'documentcontent',
  'availableskills',
  'activatedskill',
  // A bar in place of the first l is dropped with the other signs before a name.
  'eftoff',
  'ocalcommand',
]

/** Whether a client wrote this part of a prompt or an answer, rather than a person or an agent. */
export const isBoilerplate = (text: string): boolean =>
  (/[<[]/.test(text) && CLIENT_TAG.test(text)) || (mayBegin(text) && CLIENT_BEGINNING.test(text))

/** Tags that only clients write. They may be anywhere in the text. */
const CLIENT_TAG = new RegExp(
  [
    '</?(?:system-reminder|command-(?:name|message|args)|local-command|task-notification|user-prompt-submit-hook',
    '|bash-(?:input|stdout|stderr)|teammate-message|persisted-output|hook_prompt|hook_context|turn_aborted',
    '|subagent_notification|environment_context|user_instructions|session_context|state_snapshot)\\b',
    '|\\[Request interrupted by user',
  ].join(''),
  'i',
)

/** Beginnings of messages that clients write. */
const CLIENT_BEGINNING = new RegExp(
  [
    '^\\s*(?:Operation stopped by hook|Stop hook feedback|This session is being continued from a previous',
    '|Caveat: The messages below|Base directory for this skill|\\[Tool (?:call|execution) (?:was )?interrupted',
    '|(?:#{1,3} Context\\s{1,4})?(?:- )?Current (?:git|pull request) status:|\\[Image: (?:source|original)[^\\]]{0,500}\\]\\s*$',
    '|Plan mode (?:is|still) active\\b|You (?:are now|are|have exited|have entered) (?:in )?plan mode\\b|## (?:Re-entering|Exited) Plan Mode',
    '|(?:The (?:TodoWrite|task) tools? ha(?:s|ve)n.t been used|This is a reminder that your todo list)',
    '|(?:SessionStart|UserPromptSubmit|PreToolUse|PostToolUse|Stop|SubagentStop|PreCompact)(?::\\w{1,40})? (?:hook|\\[)',
    '|Another language model started to solve|# AGENTS\\.md instructions for|Called the \\w{1,30} tool with the following input',
    '|The user just ran /\\w{1,30}\\b|This is the Gemini CLI\\. We are setting up|API Error\\b|<ide_(?:opened_file|selection)>[^<]{0,2000}</ide_\\w{1,20}>\\s*$)',
  ].join(''),
  'i',
)

/** Whether something was redacted in the text, by us or by another tool. */
export const isRedacted = (text: string): boolean => /\[redacted\b|\bREDACTED\b/.test(text)

/** A cheap check, because building the pattern takes longer than reading a message. */
function mayBegin(text: string): boolean {
  const [one = '', two = ''] = firstWords(text.trimStart(), 2)
  return one === '' || BEGINNINGS.has(one) || BEGINNINGS.has(`${one} ${two}`)
}
const BEGINNINGS: ReadonlySet<string> = new Set(
  `operation stopped,stop hook,this session,this is,caveat the,base directory,current git,current pull,plan mode,
  you are,you have,the todowrite,the task,sessionstart,userpromptsubmit,pretooluse,posttooluse,stop,subagentstop,
  precompact,another language,called the,the user,api error`.split(/,\s*/),
)
