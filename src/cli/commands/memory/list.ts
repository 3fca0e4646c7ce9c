import { buildCommand } from '@stricli/core'
import { measureBriefUsage } from '../../../app/context/brief-usage.ts'
import { hereOf, rulesOf } from '../../../app/memory/rules.ts'
import { refreshIndex } from '../../../app/search/refresh-index.ts'
import { rulesFor } from '../../../brief/rules.ts'
import type { Rule } from '../../../session/rulebook.ts'
import { countText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, limitFlag, switchFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { comparisonLines, linesText, ruleJsonIn, ruleTable } from '../../present/memory.ts'

interface MemoryListFlags {
  readonly here: boolean
  readonly all: boolean
  readonly impact: boolean
  readonly limit?: number
  readonly json: boolean
}

/** How long JSON output waits for the index, which provides the source messages. */
const INDEXING_MS = 1000

export default buildCommand({
  docs: {
    brief: 'List approved rules',
    fullDescription:
      'Lists the approved rules. --here lists the rules that a session in this directory gets, in the same order. --all includes suggested, rejected and replaced rules. --impact shows how often sessions followed or broke each rule, compared with sessions from which it was withheld (memory.withhold), and how many lines of their briefs sessions used. Rules that have not been used for a long time are marked but never deleted.',
  },
  parameters: {
    flags: {
      here: switchFlag('Only rules that apply in this directory'),
      all: switchFlag('Include suggested, rejected and replaced rules'),
      impact: switchFlag('Show the effect of each rule'),
      limit: { ...limitFlag, brief: 'Maximum number of rules' },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: MemoryListFlags) {
    const world = await this.world()
    if (flags.json) await refreshIndex(world, { withinMs: INDEXING_MS })
    const rules = await rulesOf(world)
    const now = world.clock.now()
    const shown = chosen(rules, flags, hereOf(world)).slice(0, flags.limit)
    const waiting = rules.filter(({ state }) => state === 'proposed').length
    const lines = flags.impact ? await measureBriefUsage(world) : undefined
    const json = { memories: shown.map(ruleJsonIn(world)), proposed: waiting, ...(lines && { lines }) }
    printResult(this, flags, json, () =>
      [
        shown.length > 0
          ? ruleTable(shown, { out: this.out, now, impact: flags.impact, all: flags.all })
          : 'No rules yet. Add one: leftoff memory add "..."',
        ...(flags.impact ? comparisonLines(shown) : []),
        ...(lines ? [linesText(lines)] : []),
      ].join('\n'),
    )
    if (waiting > 0 && !flags.json)
      this.out.talk(`${countText(waiting, 'suggestion')} to review: leftoff memory review`)
  },
})

function chosen(
  rules: readonly Rule[],
  flags: MemoryListFlags,
  here: ReturnType<typeof hereOf>,
): readonly Rule[] {
  if (flags.here) return rulesFor(rules, here)
  return flags.all ? rules : rules.filter(({ state }) => state === 'approved')
}
