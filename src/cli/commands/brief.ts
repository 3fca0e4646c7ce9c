import { buildCommand } from '@stricli/core'
import { codesBrief } from '../../app/context/codes-brief.ts'
import { type Brief, type ComposeAsk, compose } from '../../app/context/compose-brief.ts'
import { prepareWhole } from '../../app/context/prepare.ts'
import { sessionNamed } from '../../app/lifecycle/find-session.ts'
import { rulesHere } from '../../app/memory/rules.ts'
import { indexed } from '../../app/search/index-symbols.ts'
import { tend } from '../../app/search/refresh-index.ts'
import type { World } from '../../app/world.ts'
import { indexingOn } from '../../machine/indexing.ts'
import type { Context } from '../context.ts'
import { count, jsonFlag, moment, projectFlag, sessionFlag, text } from '../flags.ts'
import { projectIdsOf } from '../here.ts'
import { briefJson, explained } from '../present/brief.ts'

/** Whoever asks for a brief waits for it. */
const TENDING_MS = 3000
const INDEXING_MS = 1500

interface Flags {
  readonly session?: string
  readonly project?: string
  readonly budget?: number
  readonly at?: number
  readonly prompt?: string
  readonly format: 'codes' | 'markdown' | 'json'
  readonly explain: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Print what the next session needs to know',
    fullDescription:
      'Prints what the next session in this project reads when it begins: goal, where things stand, decisions with their reasons, what is blocked, what comes next, files in play. Nothing is printed when there is no session, or only expired or complete ones. --format codes prints the terse form of the last session: impl:, test:, dec:, block:, next:.',
  },
  parameters: {
    flags: {
      session: { ...sessionFlag, brief: 'Of this session alone; default: of all that matter here' },
      project: projectFlag,
      budget: {
        kind: 'parsed',
        parse: (input: string) => count(input, '--budget'),
        brief: 'At most so many tokens; default: the setting brief.session-budget',
        placeholder: 'N',
        optional: true,
      },
      at: {
        kind: 'parsed',
        parse: (input: string) => moment(input, '--at'),
        brief: 'As it would have been then, from what was known then: 2026-11-16T12:00:00Z, or 2h ago',
        placeholder: 'TIME',
        optional: true,
      },
      prompt: {
        kind: 'parsed',
        parse: text,
        brief: 'Sharpened by the words with which the session begins',
        placeholder: 'TEXT',
        optional: true,
      },
      format: {
        kind: 'enum',
        values: ['codes', 'markdown', 'json'],
        brief: 'How to print it',
        default: 'markdown',
      },
      explain: {
        kind: 'boolean',
        brief: 'For every line: the event it comes from, its score, its tokens, whether it still holds',
        default: false,
        withNegated: false,
      },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    const world = await this.world()
    const ask = await askOf(world, flags)
    if (flags.format === 'codes') return codes(this, world, { ask, json: flags.json })
    await tend(world, { withinMs: TENDING_MS, projects: ask.projectIds ?? world.place.projectIds })
    await show(this, world, { ask, flags })
    if (!ask.projectIds && ask.moment === undefined) await prepareWhole(world)
  },
})

async function show(
  { out }: Context,
  world: World,
  { ask, flags }: { readonly ask: ComposeAsk; readonly flags: Flags },
): Promise<void> {
  const brief = await compose(world, ask)
  const rules =
    ask.only || ask.projectIds ? undefined : await rulesHere(world, brief?.tokens ?? 0, flags.budget)
  const exact = (found: Brief): Brief => ({ ...found, tokens: world.countTokens(found.text) })
  if (flags.json || flags.format === 'json')
    return out.json({ brief: brief ? briefJson(exact(brief)) : null, ...(rules && { rules: rules.text }) })
  const parts = [
    ...(rules ? [`Your rules:\n${rules.text}`] : []),
    ...(brief ? [flags.explain ? explained(exact(brief)) : brief.text] : []),
  ]
  if (parts.length > 0) out.print(parts.join('\n\n'))
  else out.talk(await whyNothing(world, ask))
}

async function whyNothing(world: World, ask: ComposeAsk): Promise<string> {
  const isThere = (await compose(world, { ...ask, budget: PLENTY })) ?? (await rulesHere(world, 0))
  return isThere ? tooLittle(ask.budget) : nothingIn(world)
}

const PLENTY = 100_000

const tooLittle = (budget: number): string =>
  `Nothing fits into ${budget} tokens: leftoff brief --budget ${Math.max(200, 2 * budget)}`

async function askOf(world: World, flags: Flags): Promise<ComposeAsk> {
  const only = flags.session === undefined ? undefined : await sessionNamed(world, flags.session)
  const projectIds = flags.project === undefined ? undefined : await projectIdsOf(world, flags.project)
  return {
    budget: flags.budget ?? world.settings['brief.session-budget'],
    ...(only && { only }),
    ...(projectIds && { projectIds }),
    ...(flags.at !== undefined && { moment: flags.at }),
    ...(flags.prompt !== undefined && { prompt: flags.prompt }),
  }
}

const nothingIn = (world: World): string =>
  `Nothing to pick up in ${world.place.project.name}: no recent session, or all complete.`

async function codes(
  { out }: Context,
  world: World,
  { ask, json }: { readonly ask: ComposeAsk; readonly json: boolean },
): Promise<void> {
  const { budget, only, projectIds } = ask
  const brief = await codesBrief(world, {
    budget,
    completed: (seen) => indexed(indexingOn(world), seen, { budgetMs: INDEXING_MS, now: Date.now }),
    ...(only && { session: only }),
    ...(projectIds && { projectIds }),
  })
  if (json) return out.json({ brief: brief ?? null })
  if (!brief) return out.talk(nothingIn(world))
  out.print(brief.codes.join('\n'))
  if (brief.left > 0)
    out.talk(
      `${brief.left} codes did not fit the budget: leftoff brief --format codes --budget N, or leftoff session show ${brief.session}`,
    )
}
