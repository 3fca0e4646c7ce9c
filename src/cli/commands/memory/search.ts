import { buildCommand } from '@stricli/core'
import { rulesOf } from '../../../app/rules.ts'
import { termsIn } from '../../../search/words.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, limitFlag, text } from '../../flags.ts'
import { ruleJsonIn, ruleTable } from '../../present/memory.ts'

interface Flags {
  readonly limit?: number
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Find rules by their words',
    fullDescription: 'Finds rules in every state, the best first.',
  },
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'What to look for', parse: text, placeholder: 'WORDS' },
      minimum: 1,
    },
    flags: { limit: limitFlag, json: jsonFlag },
  },
  async func(this: Context, flags: Flags, ...words: readonly string[]) {
    const world = await this.world()
    const asked = [...termsIn(words.join(' ')).keys()]
    const found = (await rulesOf(world))
      .map((rule) => {
        const there = termsIn(`${rule.text} ${rule.rationale ?? ''} ${rule.category ?? ''}`)
        return { rule, score: asked.filter((term) => there.has(term)).length }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, flags.limit)
      .map(({ rule }) => rule)
    const now = world.clock.now()
    answer(this, flags, { memories: found.map(ruleJsonIn(world)) }, () =>
      found.length > 0
        ? ruleTable(found, { out: this.out, now, impact: false, all: true })
        : 'No rule has these words.',
    )
  },
})
