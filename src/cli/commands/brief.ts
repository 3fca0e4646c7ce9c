import { buildCommand } from '@stricli/core'
import { codesBrief } from '../../app/brief.ts'
import { sessionNamed } from '../../app/find.ts'
import { indexed } from '../../app/index-symbols.ts'
import { countTokens } from '../../host/tokenizer.ts'
import { indexingOn } from '../../machine/indexing.ts'
import type { Context } from '../context.ts'
import { count, jsonFlag, projectFlag, sessionFlag } from '../flags.ts'
import { projectIdsOf } from '../here.ts'

/** Whoever asks for a brief waits for it. */
const INDEXING_MS = 1500

interface Flags {
  readonly session?: string
  readonly project?: string
  readonly budget?: number
  readonly format: 'codes' | 'json'
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Print what the next session needs to know',
    fullDescription:
      'Prints the codes of the last session of this project: files and functions touched (impl:), tests (test:), decisions (dec:), blockers (block:) and next actions (next:). Nothing is printed when there is no session, or only expired or complete ones.',
  },
  parameters: {
    flags: {
      session: { ...sessionFlag, brief: 'Of this session; default: the last one of the project' },
      project: projectFlag,
      budget: {
        kind: 'parsed',
        parse: (input: string) => count(input, '--budget'),
        brief: 'At most so many tokens; default: the setting brief.session-budget',
        placeholder: 'N',
        optional: true,
      },
      format: { kind: 'enum', values: ['codes', 'json'], brief: 'How to print it', default: 'codes' },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    const world = await this.world()
    const session = flags.session === undefined ? undefined : await sessionNamed(world, flags.session)
    const projectIds = flags.project === undefined ? undefined : await projectIdsOf(world, flags.project)
    const brief = await codesBrief(world, {
      budget: flags.budget ?? world.settings['brief.session-budget'],
      countTokens,
      completed: (seen) => indexed(indexingOn(world), seen, { budgetMs: INDEXING_MS, now: Date.now }),
      ...(session && { session }),
      ...(projectIds && { projectIds }),
    })
    if (flags.json || flags.format === 'json') return this.out.json({ brief: brief ?? null })
    if (!brief)
      return this.out.talk(
        `Nothing to pick up in ${world.place.project.name}: no recent session, or all complete.`,
      )
    this.out.print(brief.codes.join('\n'))
    if (brief.left > 0)
      this.out.talk(
        `${brief.left} codes did not fit the budget: leftoff brief --budget N, or leftoff session show ${brief.session}`,
      )
  },
})
