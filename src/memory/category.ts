import { tellingWords } from './words.ts'

export const CATEGORIES = [
  'style',
  'testing',
  'tools',
  'git',
  'process',
  'communication',
  'safety',
  'design',
] as const
export type Category = (typeof CATEGORIES)[number]

/** Stems by which the category of a rule is known, most telling category first where two are level. */
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

/** What a rule is about, where one of its words tells. */
export function categoryOf(rule: string): Category | undefined {
  const counts = new Map<Category, number>()
  for (const word of tellingWords(rule))
    for (const category of KNOWN.get(word) ?? []) counts.set(category, (counts.get(category) ?? 0) + 1)
  const order = Object.keys(STEMS)
  const [best] = [...counts].sort(
    ([a, count], [b, more]) => more - count || order.indexOf(a) - order.indexOf(b),
  )
  return best?.[0]
}
