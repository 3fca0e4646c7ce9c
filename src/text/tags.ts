import { firstWords } from './words.ts'

/**
 * Quoted text must not end its quotation or imitate text from leftoff or a client. So this replaces the
 * bracket before every tag name that leftoff or a client uses. This includes variants that models read like
 * the exact tag: escaped, in another script, spaced, or with invisible characters in between.
 */
export function withoutTags(text: string): string {
  if (!MAY_OPEN.test(text)) return text
  return text.replace(OPENING, (bracket, at: number) =>
    isOurName(lettersAfter(text, at + bracket.length)) ? '(' : bracket,
  )
}

/** The fast path, because most text has no bracket and the next pattern is slow to build. */
const MAY_OPEN = /[<&[{\\%\u0080-\uffff]/

/** One or more less-than signs, look-alikes, entities or escapes for them, or other brackets before a slash. */
const OPENING =
  /(?:(?:[<\uff1c\ufe64\u2039\u3008\u300a\u27e8\u27ea\u276c\u276e\u2770\u02c2\u1438\u227a\u29fc\u2a85\u2aa1\u226a\u22d8]|\ud800\ude82|[&\uff06](?:amp;?){0,4}(?:lt|lessthan|lang|langle|laquo|lsaquo|#0{0,6}(?:60|8249|9001|10092|10216|12296|65124|65308)|#x0{0,6}(?:3c|2039|2329|276c|27e8|3008|fe64|ff1c))[;\uff1b]?|\\u003c|\\u\{0{0,6}3c\}|\\x3c|\\0?74|%(?:25){0,3}3c|[[{\uff3b\uff5b](?=[\s/\\\uff0f]{0,9}[/\\\uff0f]))\s{0,3}){1,200}/gi

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
    .normalize('NFKD')
    .toLowerCase()
    .replace(LEADING, '')
    .replaceAll(/[^a-z\d]/g, (letter) => LOOKS_LIKE.get(letter) ?? '')
    .replaceAll(/[015]/g, (digit) => (digit === '0' ? 'o' : digit === '1' ? 'l' : 's'))
    // Small l, capital I and the digit 1 look the same.
    .replaceAll('i', 'l')

/** Signs between the bracket and the name, such as the bar in `<|im_start|>`. */
const LEADING = /^[^a-z\d\u0080-\uffff]{1,200}/

const ESCAPE =
  /&(?:amp;?){0,4}(?:#(\d{1,7})|#x([0-9a-f]{1,6})|[a-z]{1,9});?|\\u00([0-9a-f]{2})|\\u\{0{0,6}([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|%(?:25){0,3}([0-9a-f]{2})/gi

/** The letter that an escape stands for; nothing for a named entity. */
function characterOf(_: string, decimal: string | undefined, ...hex: readonly unknown[]): string {
  const digits = hex.slice(0, 5).find((one) => typeof one === 'string')
  const code = decimal ? Number(decimal) : Number.parseInt(String(digits), 16)
  return code > 0x20 && code < 0x11_0000 && code !== LESS_THAN ? String.fromCodePoint(code) : ''
}
const LESS_THAN = 0x3c

/** Letters of other scripts that look like Latin ones. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  'аa еe оo рp сc хx уy іi ѕs ԁd ԛq ԝw ӏl һh јj кk мm тt вb нn гr αa εe οo ρp ιi νv τt κk υu ɩi ǀl ꞁl ʟl ғf ꜰf ƒf ϝf ℓl ｜l |l ǃl øo ɵo օo ᴏo ɑa ℮e ɘe ꞙf ꜱs ʂs ƨs ᴦr ɾr пn ոn սu ʋu Ьb ƅb ɓb ԍg ɡg մu ςc ьb ıi ɪi γy үy ʏy ᴍm ɴn ᴛt ᴄc ᴅd ɗd ƿp ᴘp ĸk ƙk ŧt ħh ŀl łl ᴀa ᴇe ᴜu ѡw ԝw'
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

/** Beginnings of the tags of leftoff and of the clients. */
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
