import { buildCommand } from '@stricli/core'
import { learn } from '../../../app/memory/learn.ts'
import { rulesOf } from '../../../app/memory/rules.ts'
import { refreshIndex } from '../../../app/search/refresh-index.ts'
import { Problem } from '../../../problem.ts'
import { counted } from '../../../text/time.ts'
import type { Context } from '../../context.ts'
import { jsonFlag } from '../../flags.ts'
import { ruleJsonIn } from '../../present/memory.ts'
import { review } from '../../review.ts'
import { terminalKeys } from '../../terminal-keys.ts'

const TENDING_MS = 3000

export default buildCommand({
  docs: {
    brief: 'Review suggested rules interactively',
    fullDescription:
      'Shows each suggested rule with its scope, source messages and confidence. Keys: a approve, e edit, s change scope, r reject, l later, q quit. Every decision is stored immediately. With --json, only prints the suggestions.',
  },
  parameters: { flags: { json: jsonFlag } },
  async func(this: Context, flags: { readonly json: boolean }) {
    const world = await this.world()
    await refreshIndex(world, { withinMs: TENDING_MS })
    await learn(world)
    const waiting = (await rulesOf(world))
      .filter(({ state }) => state === 'proposed')
      .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
    if (flags.json) return this.out.json({ memories: waiting.map(ruleJsonIn(world)) })
    if (waiting.length === 0) return this.out.print('No suggestions to review.')
    const keys = terminalKeys(this.out)
    if (!keys) throw notWatched(waiting.length)
    const done = await review(world, waiting, { keys, style: this.out.style })
    keys.close()
    this.out.print(
      `${counted(done.approved, 'rule')} approved, ${done.rejected} rejected, ${done.later} left for later.`,
    )
  },
})

const notWatched = (number: number): Problem =>
  new Problem({
    code: 'no-terminal',
    message: `cannot review ${counted(number, 'suggestion')}: standard input is not a terminal`,
    fix: 'run leftoff memory list --all, then leftoff memory approve ID or reject ID',
    outcome: 'usage',
  })
