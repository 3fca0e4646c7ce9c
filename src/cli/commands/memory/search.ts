import { buildCommand } from '@stricli/core'
import { rulesOf } from '../../../app/memory/rules.ts'
import { type RecallMatch, recall, type SessionTier, TIERS } from '../../../app/search/recall.ts'
import { refreshIndex } from '../../../app/search/refresh-index.ts'
import type { Rule } from '../../../session/rulebook.ts'
import { termsIn } from '../../../text/terms.ts'
import { ago } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, limitFlag, switchFlag, text } from '../../flags.ts'
import { printResult, type Style } from '../../out.ts'
import { ruleJsonIn, ruleTable } from '../../present/memory.ts'
import { shortId } from '../../present/session.ts'
import { plain } from '../../terminal-safe.ts'

interface MemorySearchFlags {
  readonly limit?: number
  readonly here: boolean
  readonly tier?: SessionTier
  readonly json: boolean
}

const INDEXING_MS = 3000
const MAX_SESSIONS = 10

export default buildCommand({
  docs: {
    brief: 'Search rules and sessions',
    fullDescription:
      'Searches rules in all states, and sessions by their messages and summaries, best match first. A session is hot while it is open, warm while it appears in briefs, and cold once it is archived.',
  },
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'Search terms', parse: text, placeholder: 'WORDS' },
      minimum: 1,
    },
    flags: {
      limit: { ...limitFlag, brief: 'Maximum number of rules and of sessions (default 10 sessions)' },
      here: switchFlag('Only sessions of this project'),
      tier: {
        kind: 'enum',
        values: TIERS,
        brief: 'Only sessions in this tier, and no rules',
        optional: true,
      },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: MemorySearchFlags, ...given: readonly string[]) {
    const world = await this.world()
    const words = given.join(' ')
    await refreshIndex(world, { withinMs: INDEXING_MS })
    const rules = flags.tier ? [] : matchingRules(await rulesOf(world), words).slice(0, flags.limit)
    const sessions = await recall(world, {
      words,
      limit: flags.limit ?? MAX_SESSIONS,
      tier: flags.tier,
      ...(flags.here && { projects: world.place.projectIds }),
    })
    const now = world.clock.now()
    printResult(
      this,
      flags,
      { memories: rules.map(ruleJsonIn(world)), sessions },
      () =>
        [
          ...(rules.length > 0 ? [ruleTable(rules, { out: this.out, now, impact: false, all: true })] : []),
          ...sessions.map((session) => recalledText(session, { style: this.out.style, now })),
        ].join('\n\n') || 'No matching rules or sessions.',
    )
  },
})

function matchingRules(rules: readonly Rule[], words: string): readonly Rule[] {
  const asked = [...termsIn(words).keys()]
  return rules
    .map((rule) => {
      const there = termsIn(`${rule.text} ${rule.rationale ?? ''} ${rule.category ?? ''}`)
      return { rule, score: asked.filter((term) => there.has(term)).length }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ rule }) => rule)
}

function recalledText(
  { session, tier, project, lastActivityAt, summary }: RecallMatch,
  { style, now }: { readonly style: Style; readonly now: number },
): string {
  const tone = { hot: style.green, warm: style.yellow, cold: style.blue }[tier]
  const head = `${style.cyan(shortId(session))}  ${tone(tier)}  ${plain(project.name)}, ${ago(now - lastActivityAt)}`
  return [
    head,
    ...summary
      .split('\n')
      .filter(Boolean)
      .map((line) => `  ${plain(line)}`),
  ].join('\n')
}
