import { oneLine, truncateAtWord } from '../text/truncate.ts'
import { beginsWith } from '../text/words.ts'

/** The content of a plan: title, decisions, steps, and open questions. */
export interface PlanOutline {
  readonly title?: string
  readonly decisions: readonly string[]
  readonly steps: readonly PlanStep[]
  /** Ways to check the result. */
  readonly checks: readonly string[]
  /** Work that the plan postpones. */
  readonly deferred: readonly string[]
  /** Work that the plan excludes. */
  readonly excluded: readonly string[]
  readonly questions: readonly string[]
}

interface PlanStep {
  readonly text: string
  /** Whether the plan itself marks the step as done. */
  readonly isDone: boolean
}

const MOST_READ = 60_000
const MOST_STEPS = 40
const MOST_LINES = 12
const MOST_TEXT = 200

/** Reads a plan in Markdown. Never throws. Text that is not a plan has no steps. */
export function readPlan(plan: string): PlanOutline {
  const lines = linesOf(withoutFooter(plan).slice(0, MOST_READ))
  const title = titleOf(lines)
  const listed = (kind: SectionKind): readonly string[] =>
    distinct(pointsIn(lines.filter((line) => line.kind === kind))).slice(0, MOST_LINES)
  return {
    ...(title !== undefined && { title }),
    decisions: listed('decisions'),
    steps: stepsIn(lines).slice(0, MOST_STEPS),
    checks: listed('checks'),
    deferred: listed('deferred'),
    excluded: listed('excluded'),
    questions: listed('questions'),
  }
}

const HANDING_OVER: ReadonlySet<string> = new Set(['please', 'implement', 'execute', 'follow', 'carry', 'a'])
const HANDED_OVER =
  /^\s*(?:please )?(?:(?:implement|execute|follow|carry out) (?:the following|this) plan\b[^\n]{0,80}?:?|a previous agent produced the plan below[^\n]{0,600})\s*\n/i

/** The plan in a prompt that hands over a plan; undefined for any other prompt. */
export function planInPrompt(prompt: string): string | undefined {
  const start = prompt.slice(0, 1000)
  const opening = beginsWith(start.trimStart(), HANDING_OVER) ? HANDED_OVER.exec(start)?.[0] : undefined
  if (opening === undefined) return undefined
  const plan = withoutFooter(prompt.slice(opening.length)).trim()
  return plan.length >= SHORTEST_PLAN ? plan : undefined
}
const SHORTEST_PLAN = 40

const PROPOSED = /<proposed_plan>\s*([\s\S]{1,60000}?)\s*<\/proposed_plan>/i

/** The plan that an answer proposes. It counts once the user approves it. */
export const proposedPlanIn = (answer: string): string | undefined =>
  answer.includes('<proposed_plan>') ? PROPOSED.exec(answer)?.[1] : undefined

/** Whether a prompt tells the agent to carry out the plan that it proposed. */
export const approvesPlan = (prompt: string): boolean =>
  prompt.length <= 80 &&
  /^(?:(?:yes|ok(?:ay)?|great|perfect|lgtm|sounds good|looks good)[\s,.!:-]{1,3})?(?:please )?(?:(?:go ahead(?: and)? )?(?:implement|execute|carry out|do|build|start) (?:(?:with )?(?:the|this|that|your) plan|it)|go ahead|proceed|approved|lgtm|yes)[\s.!]{0,3}$/i.test(
    prompt.trim(),
  )

/** Whether an answer says that the whole plan is done. In case of doubt, the plan stays open, which does no harm. */
export function saysPlanIsDone(answer: string): boolean {
  const edges = `${answer.slice(0, EDGE)}\n${answer.length > EDGE ? answer.slice(-EDGE) : ''}`
  return edges.split(/(?<=[.!?])\s|\n/).some((sentence) => DONE.test(sentence) && !NOT_DONE.test(sentence))
}
const EDGE = 600
const DONE =
  /\ball (?:(?:of )?the |my |\d{1,2} |\w{3,5} )?(?:plan(?:ned)? )?(?:steps?|tasks?|phases?|items?|todos?|changes?)(?: (?:of|in|from) (?:the|this) plan)? (?:are|have been|were) (?:now )?(?:complete|completed|done|implemented|finished|in place)\b|\b(?:the |this |entire |full )?(?:plan|implementation) (?:is|has been|was) (?:now )?(?:fully |completely )?(?:complete|completed|done|implemented|finished|executed|in place)\b|^\W{0,6}(?:the )?implementation (?:is )?complete\b|\b(?:fully |completely )implemented (?:the|this) plan\b|\b(?:i've|i have) (?:now )?(?:successfully )?(?:fully )?implemented (?:the|this|your) plan\b/i
const NOT_DONE =
  /\b(?:not|n't|once|when|after|until|before|if|unless|except|almost|nearly|partially|remaining|still|left|but|will|to be|should|(?:phase|step|part|half|rest|most)(?: \d{1,2})? of)\b|\?/i

/** Whether an answer reports individual steps as done or next. The other steps are then probably open. */
export const saysPartIsDone = (answer: string): boolean =>
  PART.test(answer.slice(0, EDGE)) || PART.test(answer.slice(-EDGE))
const PART =
  /\b(?:steps?|phases?|parts?|tasks?|stages?|milestones?|wave) (?:\d{1,2}|one|two|three|four|five)\b|\b(?:next|remaining|first|last) (?:steps?|phases?|parts?|tasks?|stages?)\b/i

/** Whether an answer announces the agent's next action: transcripts also contain text between two tool calls. */
export const announcesWork = (answer: string): boolean =>
  answer.trimEnd().endsWith(':') || ANNOUNCES.test(answer.slice(-EDGE / 2))
const ANNOUNCES =
  /\blet me (?!provide|give|sum|recap|know\b)\w|\b(?:now|next|first|then),? (?:i(?:'ll| will)|let'?s)\b|\bi(?:'ll| will) (?:now|start|begin|continue|proceed|first|next)\b/i

type SectionKind =
  | 'steps'
  | 'decisions'
  | 'approach'
  | 'checks'
  | 'deferred'
  | 'excluded'
  | 'questions'
  | 'context'

interface PlanLine {
  /** Heading level from 1 to 7; absent for text. An entirely bold line has level 7. */
  readonly level?: number
  readonly text: string
  readonly indent: number
  readonly mark?: 'bullet' | 'number'
  readonly box?: 'open' | 'done'
  /** The kind of the innermost section that has a kind. */
  readonly kind?: SectionKind
}

const FENCE = /^ {0,8}(?:```|~~~)/
const HEADING = /^ {0,3}(#{1,6})[ \t]{1,8}(\S.{0,399}?)[ \t#]{0,20}$/
const BOLD = /^ {0,3}(?:\*\*|__)([^*_\n]{1,120}?):?(?:\*\*|__):?[ \t]{0,8}$/
const ITEM = /^([ \t]{0,20})(?:([-*+•])|\(?\d{1,3}[.)])[ \t]{1,8}(\S.*)$/
const BOX = /^\[([ xX])\][ \t]{1,4}/

/** Code and empty lines are left out. Takes linear time, because the patterns are bounded. */
function linesOf(plan: string): readonly PlanLine[] {
  const lines: PlanLine[] = []
  const kinds: { level: number; kind: SectionKind | undefined }[] = []
  let isCode = false
  for (const raw of plan.split(/\r?\n/)) {
    if (FENCE.test(raw)) isCode = !isCode
    else if (!isCode && raw.trim() !== '') {
      const line = lineOf(raw.slice(0, MOST_LINE))
      if (line.level !== undefined) enter(kinds, line.level, line.text)
      const kind = kinds.findLast((section) => section.kind !== undefined)?.kind
      lines.push({ ...line, ...(kind !== undefined && { kind }) })
    }
  }
  return lines
}
const MOST_LINE = 2000

function enter(
  kinds: { level: number; kind: SectionKind | undefined }[],
  level: number,
  title: string,
): void {
  while ((kinds.at(-1)?.level ?? 0) >= level) kinds.pop()
  kinds.push({ level, kind: level === 1 ? undefined : kindOf(title) })
}

function lineOf(raw: string): PlanLine {
  const heading = HEADING.exec(raw)
  if (heading) return { level: heading[1]?.length ?? 1, text: heading[2] ?? '', indent: 0 }
  const bold = BOLD.exec(raw)
  if (bold) return { level: 7, text: bold[1] ?? '', indent: 0 }
  const [, space = '', bullet, said = ''] = ITEM.exec(raw) ?? []
  if (said === '') return { text: raw.trim(), indent: raw.search(/\S/) }
  const box = BOX.exec(said)?.[1]
  return {
    text: box === undefined ? said : said.replace(BOX, ''),
    indent: space.length,
    mark: bullet ? 'bullet' : 'number',
    ...(box !== undefined && { box: box === ' ' ? ('open' as const) : ('done' as const) }),
  }
}

/** The first matching pattern applies. A heading that matches none belongs to the enclosing section. */
const KINDS: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'excluded',
    /\bout[- ]of[- ]scope\b|\bnon-?goals?\b|\bnot (?:in scope|included|covered)\b|\b(?:won't|will not|does not|doesn't) (?:do|change|cover|touch)\b/i,
  ],
  [
    'deferred',
    /^(?:deferred|postponed)(?: (?:work|items?|tasks?|steps?|decisions?|to\b.{0,60}|for\b.{0,60}))?$|\((?:deferred|later|follow-?\s?up|optional|not now)\)$|^follow-?\s?ups?\b|^future (?:work|improvements?|enhancements?|considerations?|phases?|prs?)\b|^later$|^nice[- ]to[- ]haves?\b|^stretch goals?\b/i,
  ],
  [
    'questions',
    /\b(?:open|unresolved|outstanding|remaining) (?:questions?|points?|issues?)\b|^questions?\b/i,
  ],
  [
    'checks',
    /^(?:verif\w*|validat\w*|testing(?: (?:plan|strategy|steps))?|test (?:plan|strategy|steps|cases)|tests?|manual (?:tests?|testing|verification)|how to (?:test|verify)|acceptance(?: criteria)?|success criteria|quality gates?)\b/i,
  ],
  [
    'decisions',
    /^(?:(?:key|design|technical|architectur\w*|main|agreed|confirmed|user|scoping) ){0,2}(?:decisions?|choices?)\b/i,
  ],
  ['approach', /^(?:(?:chosen|recommended|proposed|selected|the) )?(?:approach|solution|strategy|design)$/i],
  [
    'steps',
    /^(?:(?:detailed|proposed|required|code) )?(?:implementation|changes?|steps?|tasks?|execution|to-?dos?|action items|work items|order of work|plan|fix(?:es)?)\b|^files? to (?:modify|change|create|edit|add|delete)\b/i,
  ],
  [
    'context',
    /^(?:context|background|overview|summary|problem|motivation|goals?|objectives?|current (?:state|behaviou?r|flow|format)|target (?:state|behaviou?r|output|format)|why|risks?|notes?|references?|critical files?|key files?|key insights?|(?:files|lines) (?:modified|changed|reviewed)|existing|findings|analysis|root causes?|examples?|research|dependencies|assumptions)\b/i,
  ],
]

const NUMBERED =
  /^(?:(?:step|phase|task|part|change|stage|milestone|pr|commit|fix|bug|wave)[ \t]{1,3})?#?\d{1,2}[a-z]?(?:\.\d{1,2}){0,2}[ \t]{0,3}(?:[.:)\]–—-]|[ \t]\()[ \t]{0,3}(\S.*)$/i

const kindOf = (heading: string): SectionKind | undefined => {
  const said = cleaned(NUMBERED.exec(heading)?.[1] ?? heading)
  return KINDS.find(([, words]) => words.test(said))?.[0]
}

/** Sections that never contain steps. */
const NO_STEPS: ReadonlySet<SectionKind | undefined> = new Set<SectionKind>([
  'checks',
  'deferred',
  'excluded',
  'questions',
  'decisions',
  'approach',
  'context',
])

/**
 * The steps of a plan, in the clearest form that the plan uses: checkboxes, numbered headings, a numbered list,
 * headings below "Changes", or a plain list below "Changes".
 */
function stepsIn(lines: readonly PlanLine[]): readonly PlanStep[] {
  const work = lines.filter(({ kind }) => !NO_STEPS.has(kind))
  const forms: readonly (readonly PlanLine[])[] = [
    work.filter(({ box }) => box !== undefined),
    numberedHeadings(work),
    topItems(work.filter(({ mark }) => mark === 'number')),
    subheadings(work),
    topItems(work.filter(({ mark, kind }) => mark === 'bullet' && kind === 'steps')),
  ]
  const form = forms.find((found) => found.length >= 2) ?? forms.find((found) => found.length > 0) ?? []
  return form.flatMap((line) => {
    const text = pointText(NUMBERED.exec(line.text)?.[1] ?? line.text)
    return text === undefined
      ? []
      : [{ text: asStep(text), isDone: line.box === 'done' || IS_DONE.test(line.text) }]
  })
}

const IS_DONE = /✅|☑|\[x\]|\((?:done|completed?|already done)\)|\b(?:DONE|COMPLETED?)\s*$/

/** The numbered headings of the highest level that has at least two: phases, not the parts of a phase. */
function numberedHeadings(lines: readonly PlanLine[]): readonly PlanLine[] {
  const numbered = lines.filter(
    ({ level, text }) =>
      level !== undefined && level > 1 && NUMBERED.test(text) && !isSectionName(NUMBERED.exec(text)?.[1]),
  )
  const levels = [...new Set(numbered.map(({ level = 0 }) => level))].sort()
  const at = levels.find((level) => numbered.filter((line) => line.level === level).length >= 2) ?? levels[0]
  return numbered.filter(({ level }) => level === at)
}

/** "2. Implementation" names a section, not a step. */
const isSectionName = (text = ''): boolean => kindOf(text) !== undefined && text.split(/\s+/).length <= 2

function subheadings(lines: readonly PlanLine[]): readonly PlanLine[] {
  const below = lines.filter(
    ({ level, kind, text }) => level !== undefined && level > 2 && kind === 'steps' && !isSectionName(text),
  )
  const top = Math.min(...below.map(({ level = 0 }) => level))
  return below.filter(({ level }) => level === top)
}

/** The top-level items of a list. */
function topItems(lines: readonly PlanLine[]): readonly PlanLine[] {
  const least = Math.min(...lines.map(({ indent }) => indent))
  return lines.filter(({ indent }) => indent <= least + 1)
}

/** The points of a section: its list items, its table rows, or the first sentence of its text. */
function pointsIn(lines: readonly PlanLine[]): readonly string[] {
  const content = lines.filter(({ level }) => level === undefined)
  const items = topItems(content.filter(({ mark }) => mark !== undefined))
  const rows = content.filter(({ mark, text }) => mark === undefined && ROW.test(text)).slice(1)
  const points = items.length > 0 ? items.map(({ text }) => text) : rows.map(({ text }) => cellsOf(text))
  const said = points.length > 0 ? points : content.slice(0, 1).map(({ text }) => firstSentence(text))
  return said.flatMap((text) => pointText(text) ?? [])
}

const ROW = /^\|.{0,1990}\|$/

const cellsOf = (row: string): string => {
  const cells = row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '' && !/^:?-{2,}:?$/.test(cell))
  const [subject = '', ...rest] = cells.filter((cell) => !/^\d{1,3}$/.test(cell))
  return rest.length > 0 ? `${subject}: ${rest[0]}` : ''
}

const firstSentence = (text: string): string => /^.{20,400}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

/** A step that only names a file means that the file should be changed. */
const asStep = (text: string): string => (ONLY_PATH.test(text) ? `Change ${text}` : text)
const ONLY_PATH = /^`?(?:[\w@.-]+\/)+[\w.-]+\.\w{1,8}`?(?: \([^()]{1,60}\))?$/

/** A point as one line; undefined if no readable text is left, for example in the separator row of a table. */
function pointText(text: string): string | undefined {
  const said = cleaned(text)
  return /\p{L}{2}/u.test(said) ? truncateAtWord(said, MOST_TEXT) : undefined
}

/** The text without Markdown, check marks and final punctuation. */
const cleaned = (text: string): string =>
  oneLine(
    text
      .replaceAll(/\[([^\]\n]{1,200})\]\([^)\n]{0,400}\)/g, '$1')
      .replaceAll(/\*\*|__|`|~~/g, '')
      .replaceAll(/✅|☑️?|☐|\[[ xX]\]/gu, '')
      .replace(/\s(?:DONE|COMPLETED?)\s*$/, ''),
  )
    .replace(/^(?:files?|edit|change)[ ]?:\s*/i, '')
    .replace(/[\s.,;:]{1,6}$/, '')

const TITLE_PREFIX =
  /^(?:(?:implementation |design |execution |revised |updated )?plan(?: for)?\s{0,3}[:–—-]\s{0,3})/i
const GENERAL =
  /^(?:(?:implementation |execution |revised |final )?plan|context|summary|goal|problem|background|overview|task|objective|changes?|implementation|approach)$/i

/** The first heading that names the subject. */
function titleOf(lines: readonly PlanLine[]): string | undefined {
  for (const { level, text } of lines) {
    if (level === undefined || level > 2) continue
    const said = cleaned(text).replace(TITLE_PREFIX, '')
    if (GENERAL.test(said)) continue
    return level === 1 || kindOf(text) === undefined ? pointText(said) : undefined
  }
  return undefined
}

/** The beginning of the text that a client adds below a plan. */
const FOOTER = /\n\s*(?:If you need specific details from before exiting plan mode|## Approved Plan:)/

const withoutFooter = (plan: string): string => {
  const at = plan.search(FOOTER)
  return at < 0 ? plan : plan.slice(0, at)
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]
