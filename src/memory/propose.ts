import { entitiesIn } from '../text/words.ts'
import { type Cluster, clusterCorrections, type HeardCorrection } from './cluster.ts'
import { isQuestion } from './plain-rule.ts'
import { LEAST_CONFIDENCE, PLAIN_CONFIDENCE, REVIEW_CONFIDENCE, SUGGEST_CONFIDENCE } from './thresholds.ts'
import { languageIn, ruleWords } from './words.ts'

/** Where a rule applies. */
type Scope =
  | { readonly kind: 'universal' }
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'project'; readonly project: string }

export interface Proposal {
  readonly rule: string
  readonly category: Category
  readonly scope: Scope
  /** Why it is suggested, and why with this scope. */
  readonly rationale: string
  /** Probability that the user approves it. */
  readonly confidence: number
  readonly evidence: readonly string[]
}

interface Listening {
  /** Number of projects with recorded corrections: a rule stated in only one of them may not apply to the others. */
  readonly projects?: number
}

/**
 * The rules worth a review: those that are meant to last, and those that the user stated at least three times.
 * Questions are never proposed.
 */
export function proposalsFrom(
  all: readonly HeardCorrection[],
  { projects = 1, of = () => true }: Listening & { readonly of?: (heard: HeardCorrection) => boolean } = {},
): readonly Proposal[] {
  const stated = all.filter(
    ({ correction }) =>
      correction.confidence >= LEAST_CONFIDENCE && !isQuestion(correction.said.toLowerCase()),
  )
  return clusterCorrections(stated)
    .filter(({ heard }) => heard.some(of) && (heard.some(isLasting) || isAskedAgain(heard)))
    .map((cluster) => propose(cluster, { projects }))
    .filter(({ confidence, rule }) => confidence >= SUGGEST_CONFIDENCE && ruleWords(rule).length > 0)
}

const isLasting = ({ correction: { isLasting: is, confidence } }: HeardCorrection): boolean =>
  is && confidence >= REVIEW_CONFIDENCE

/** Counts messages by their time, because a resumed session repeats a message with the same time. */
const isAskedAgain = (heard: readonly HeardCorrection[]): boolean =>
  new Set(heard.map(({ correction }) => correction.at)).size >= AGAIN
const AGAIN = 3

export function propose(cluster: Cluster, { projects = 1 }: Listening = {}): Proposal {
  const { rule, heard } = cluster
  const scope = scopeOf(cluster, projects)
  return {
    rule,
    category:
      categoryOf(rule) ?? (scope.kind === 'language' || languageIn(rule) !== undefined ? 'style' : 'process'),
    scope,
    rationale: `${attestation(heard)}; ${reasonFor(scope, heard)}.`,
    confidence: confidenceOf(heard),
    evidence: [...new Set(heard.map(({ correction }) => correction.message))].sort(),
  }
}

const distinct = <T>(list: readonly T[]): readonly T[] => [...new Set(list)]
const projectsIn = (heard: readonly HeardCorrection[]): readonly string[] =>
  distinct(heard.map(({ project }) => project))
const sessionsIn = (heard: readonly HeardCorrection[]): readonly string[] =>
  distinct(heard.map(({ session }) => session))

/** The scope depends on where the rule was stated; the wording decides only the remaining cases. */
function scopeOf({ rule, heard }: Cluster, listenedTo: number): Scope {
  const projects = projectsIn(heard)
  const [project] = projects
  const sessions = sessionsIn(heard).length
  // One session shows only that the rule holds in its project.
  const isHeardHereOnly = sessions === 1 || (listenedTo > 1 && sessions >= OFTEN)
  if (project !== undefined && projects.length === 1 && (isHeardHereOnly || isOfItsProject(rule, heard)))
    return { kind: 'project', project }
  const language = commonLanguage(rule, heard)
  return language === undefined ? { kind: 'universal' } : { kind: 'language', language }
}

/** After this many sessions in one project, a general rule would also have come up in another project. */
const OFTEN = 3

/** The language that all evidence shares, if the rule mentions it. */
function commonLanguage(rule: string, heard: readonly HeardCorrection[]): string | undefined {
  const spoken = languageIn(rule) ?? heard.find(({ correction }) => correction.language)?.correction.language
  const isCommon = heard.every(({ language }) => language === undefined || language === spoken)
  return isCommon ? spoken : undefined
}

/** Whether the rule contains a name that only occurs in this project, or says "this project". */
function isOfItsProject(rule: string, heard: readonly HeardCorrection[]): boolean {
  if (HERE.test(rule) || /@[\w./-]{1,80}\.\w/.test(rule)) return true
  if (entitiesIn(rule).some(isOwnName)) return true
  const words = new Set(rule.toLowerCase().match(/[\p{L}\p{N}_-]{3,60}/gu) ?? [])
  return heard.some(({ names = [] }) => names.some((name) => words.has(name.toLowerCase())))
}

const HERE =
  /\b(?:(?:in |of |for )?this (?:project|repo|repository|codebase|package|module|app|service)|in here|here(?=[.,;]|$)|our (?:app|api|repo|codebase|project|server|client|cli|convention|schema|team))\b/i

/** Paths, files and identifiers that no other project has. */
const isOwnName = (name: string): boolean => /[/_.]|[a-z][A-Z]|^#\d/.test(name) && !OF_ALL.test(name)
const OF_ALL =
  /^(?:.{0,40}\/)?(?:package(?:-lock)?\.json|tsconfig\.json|readme\.md|changelog\.md|claude\.md|agents\.md|license|makefile|dockerfile|\.gitignore|\.env|go\.(?:mod|sum)|cargo\.toml|pyproject\.toml|requirements\.txt|node_modules|index\.ts|main\.(?:go|ts|py|rs)|console\.log|process\.env|camelCase|snake_case|kebab-case|PascalCase|TypeScript|JavaScript|GitHub|GitLab|localStorage|useEffect|setTimeout)$/i

/** The confidence of a proposal. A one-time correction in a single session never gets high confidence. */
export function confidenceOf(heard: readonly HeardCorrection[]): number {
  const sures = soundings(heard)
  // A wrong detection may recur in later sessions, so each repetition removes only part of the doubt.
  const doubt = sures.reduce((left, sure, at) => left * (1 - sure * (at === 0 ? 1 : LATER)), 1)
  const isForGood = heard.some(({ correction }) => correction.isLasting)
  const sure = Math.min(MOST, (1 - doubt) * (isForGood ? 1 : (ONCE[sures.length] ?? 1)))
  return isAskedAgain(heard) ? Math.max(sure, PLAIN_CONFIDENCE) : sure
}

/**
 * The highest confidence in each session, in descending order. The same words in two sessions count as one
 * resumed history.
 */
function soundings(heard: readonly HeardCorrection[]): readonly number[] {
  const bySession = new Map<string, number>()
  const words = new Set<string>()
  for (const { session, correction } of heard) {
    const isCopy = words.has(correction.rule) && !bySession.has(session)
    words.add(correction.rule)
    if (!isCopy) bySession.set(session, Math.max(bySession.get(session) ?? 0, correction.confidence))
  }
  return [...bySession.values()].sort((a, b) => b - a)
}
const LATER = 0.5
/**
 * The share of its confidence that a one-time correction keeps, by the number of sessions that state the
 * rule, each in different words.
 */
const ONCE: readonly number[] = [0, 0.6, 0.85]
const MOST = 0.99

function attestation(heard: readonly HeardCorrection[]): string {
  const kinds = [...distinct(heard.map(({ correction }) => correction.kind))].sort()
  const sessions = sessionsIn(heard).length
  const projects = projectsIn(heard).length
  const where = projects > 1 ? `${projects} projects` : sessions > 1 ? `${sessions} sessions` : 'one session'
  const isTyped = heard.some(({ correction }) => correction.isTyped)
  return `Heard ${times(heard.length)} in ${where} (${kinds.join(', ')}${isTyped ? '' : '; not certainly typed'})`
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

function reasonFor(scope: Scope, heard: readonly HeardCorrection[]): string {
  if (scope.kind === 'language') return `it mentions ${scope.language}`
  if (scope.kind === 'project')
    return sessionsIn(heard).length === 1
      ? `stated in ${scope.project} only`
      : `it belongs to ${scope.project}`
  return projectsIn(heard).length > 1
    ? 'it applies to more than one project'
    : 'it names nothing specific to one project'
}

const CATEGORIES = [
  'style',
  'testing',
  'tools',
  'git',
  'process',
  'communication',
  'safety',
  'design',
] as const
type Category = (typeof CATEGORIES)[number]

/** Stems that indicate a category; on a tie the first category wins. */
const STEMS: Readonly<Record<Category, string>> = {
  safety:
    'secret credential password token production prod staging database delet destructive force-push rm migration',
  git: 'git commit push branch merg rebas squash amend pull-request pr stash tag worktree main master checkout gitignore changelog',
  testing:
    'test tests mock stub fixture assertion expectation coverage e2e vitest jest pytest snapshot tdd flaky',
  communication:
    'question answer explain explanation summary summari verbose emoji emojis apologi tell english language spell spelling tone confirm',
  tools:
    'npm pnpm yarn bun node npx docker grep ripgrep rg jq sed curl make cargo pip uv poetry eslint prettier biome lint linter formatter cli command dependency librari library packag tool',
  style:
    'indent tabs tab spac quot semicolon nam name comment camelcas snakecas format import export function class const var type types any line readable header docstr',
  process:
    'plan task ticket issu review approval permission first before step workflow session workspac spec document doc docs file folder rule subagent agent instruction',
  design:
    'architectur modul layer interfac abstraction dependenc domain logic api error fallback config schema duplicat reus function pattern',
}

const KNOWN: ReadonlyMap<string, readonly Category[]> = tableOf()

function tableOf(): ReadonlyMap<string, readonly Category[]> {
  const table = new Map<string, Category[]>()
  for (const category of CATEGORIES)
    for (const stem of STEMS[category].split(' ')) table.set(stem, [...(table.get(stem) ?? []), category])
  return table
}

/** The category of a rule, if its words indicate one. */
function categoryOf(rule: string): Category | undefined {
  const counts = new Map<Category, number>()
  for (const word of ruleWords(rule))
    for (const category of KNOWN.get(word) ?? []) counts.set(category, (counts.get(category) ?? 0) + 1)
  const order = Object.keys(STEMS)
  const [best] = [...counts].sort(
    ([a, count], [b, more]) => more - count || order.indexOf(a) - order.indexOf(b),
  )
  return best?.[0]
}
