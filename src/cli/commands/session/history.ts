import { buildCommand } from '@stricli/core'
import { history } from '../../../app/maintenance/history.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { daysFlag, jsonFlag } from '../../flags.ts'
import { historyText } from '../../present/history.ts'
import { localDate } from '../../present/story.ts'

interface Flags {
  readonly days: number
  readonly here: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Show statistics of recent sessions',
    fullDescription: 'Shows time per day, tools, files and corrections of the sessions of the last days.',
  },
  parameters: {
    flags: {
      days: daysFlag,
      here: { kind: 'boolean', brief: 'Only this project', default: false, withNegated: false },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    const world = await this.world()
    const value = await history(world, { days: flags.days, dayOf: localDate, allProjects: !flags.here })
    answer(this, flags, value, (found) => historyText(found, flags.days, this.out))
  },
})
