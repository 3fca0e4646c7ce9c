import { buildCommand } from '@stricli/core'
import { learn } from '../../../app/memory/learn.ts'
import { rulesOf } from '../../../app/memory/rules.ts'
import { refreshIndex } from '../../../app/search/refresh-index.ts'
import { APPROVE_CONFIDENCE } from '../../../memory/thresholds.ts'
import { Problem } from '../../../problem.ts'
import type { Rule } from '../../../session/rulebook.ts'
import { countText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, switchFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { ruleJsonIn, ruleTable } from '../../present/memory.ts'

interface MemoryProposeFlags {
  readonly batch: boolean
  readonly threshold: number
  readonly json: boolean
}

const INDEXING_MS = 20_000

export default buildCommand({
  docs: {
    brief: 'Suggest rules based on your corrections',
    fullDescription:
      'Searches your messages to agents for corrections and suggests rules based on them. A suggestion applies only after approval (leftoff memory review). With --batch, suggestions with a confidence of at least --threshold are approved for their project without a review, but only if it is certain that you typed their words in a recorded session. Pasted, quoted and imported words always wait for your review.',
  },
  parameters: {
    flags: {
      batch: switchFlag(
        'Approve suggestions that you typed yourself, if their confidence is at least --threshold',
      ),
      threshold: {
        kind: 'parsed',
        parse: parseShare,
        brief: 'Minimum confidence, from 0.9 to 1',
        placeholder: 'SHARE',
        default: '0.9',
      },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: MemoryProposeFlags) {
    const world = await this.world()
    this.out.progress('searching messages')
    await refreshIndex(world, { withinMs: INDEXING_MS })
    const { proposed, approved } = await learn(world, flags.batch ? { threshold: flags.threshold } : {})
    this.out.progress('')
    const now = world.clock.now()
    const waiting = (await rulesOf(world)).filter(({ state }) => state === 'proposed')
    const json = (rules: readonly Rule[]) => rules.map(ruleJsonIn(world))
    printResult(
      this,
      flags,
      { proposed: json(proposed), approved: json(approved), waiting: waiting.length },
      () =>
        proposalText({ proposed, approved, waiting }, (rules) =>
          ruleTable(rules, { out: this.out, now, impact: false, all: true }),
        ),
    )
  },
})

interface ProposalResult {
  readonly proposed: readonly Rule[]
  readonly approved: readonly Rule[]
  readonly waiting: readonly Rule[]
}

function proposalText(
  { proposed, approved, waiting }: ProposalResult,
  table: (rules: readonly Rule[]) => string,
): string {
  const news =
    proposed.length > 0 ? `${countText(proposed.length, 'new suggestion')}.` : 'No new suggestions.'
  return [
    ...(approved.length > 0
      ? [
          'Approved for this project without a review (to revert one: leftoff memory reject ID):',
          table(approved),
          '',
        ]
      : []),
    ...(waiting.length > 0 ? [table(waiting), ''] : []),
    waiting.length > 0 ? `${news} Review them: leftoff memory review` : news,
  ].join('\n')
}

function parseShare(input: string): number {
  const found = Number(input)
  if (input.trim() !== '' && found >= APPROVE_CONFIDENCE && found <= 1) return found
  throw new Problem({
    code: 'usage',
    message: `invalid value ${JSON.stringify(input)} for --threshold`,
    fix: 'use a number from 0.9 to 1; to review suggestions below 0.9, run leftoff memory review',
    outcome: 'usage',
  })
}
