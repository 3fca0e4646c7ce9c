import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/saying.ts'
import { hash16 } from '../agent/text-hash.ts'
import { fenced } from '../brief/fence.ts'
import { isNothing, leftBy } from '../brief/left.ts'
import { lineOf, signalsOf } from '../brief/signals.ts'
import { lifePhaseOf, marker } from '../carry/marker.ts'
import { ruleFor } from '../carry/phase.ts'
import type { SessionId } from '../event/identity.ts'
import type { Session } from '../fold/session.ts'
import type { Viewed } from '../log/event-log.ts'
import { closingAt } from './close.ts'
import { type ComposeAsk, compose } from './compose.ts'
import type { Given } from './given.ts'
import { type Giveable, givenBrief, nothingBut } from './given-brief.ts'
import { handoffFor } from './handoff.ts'
import { withMerges } from './merge-greeting.ts'
import { prepare } from './prepare.ts'
import { givenPrepared } from './prepared-greeting.ts'
import { rulesHere } from './rules.ts'
import { settleOpenSessions } from './start.ts'
import { atCompaction, type Before, hasPrompted, wasBriefed } from './turn-greeting.ts'
import type { World } from './world.ts'

const NOTHING_BEFORE: Before = { told: [], hasPrompted: false }

/** What the agent shall read at this moment; undefined when there is nothing to say. */
export async function greet(
  world: World,
  agent: AgentAdapter,
  heard: Heard,
  before: Before = NOTHING_BEFORE,
): Promise<Given | undefined> {
  const own = sessionIdOf(agent.name, heard.session)
  const moment = { world, agent, heard, own }
  switch (heard.turn?.kind) {
    case 'start':
      return atStart(moment)
    case 'prompt':
      return atAnyPrompt(moment, before)
    case 'compacting':
      return atCompaction(world, await world.log.view(own))
    case 'stop':
      return closingAt(world, agent, heard)
    default:
      return undefined
  }
}

interface Moment {
  readonly world: World
  readonly agent: AgentAdapter
  readonly heard: Heard
  readonly own: SessionId
}

async function atStart(moment: Moment): Promise<Given | undefined> {
  const { world, agent, heard, own } = moment
  const { living } = await settleOpenSessions(world, own)
  if (agent.isBriefedAtPrompt || heard.turn?.kind !== 'start') return undefined
  const isSame = heard.turn.source === 'resume' || heard.turn.source === 'compact'
  const seen = await world.log.view(own)
  if (isSame && hasSomething(seen)) return told(moment, { goesOn: true }, seen)
  const handoff = await handoffFor(world, agent.name, world.clock.now())
  if (handoff) return told(moment, { first: handoff.seen.session })
  // A session that is known already must not be told of itself as of another, nor of one at work as of one that is over.
  if (seen || living.size > 0) return told(moment, {})
  // The next start in this place has only to look, unless something happens in between.
  return givenPrepared(world, { agent, heard, own }, await prepare(world))
}

/** With every prompt: what was merged into the session meanwhile. */
async function atAnyPrompt(moment: Moment, before: Before): Promise<Given | undefined> {
  const { world, agent, heard, own } = moment
  const seen = await world.log.view(own)
  return withMerges(world, await atPrompt(moment, before), { agent, heard, seen })
}

/**
 * With the first prompt of a run: to those who could not be told at their start all of it, to the others what the prompt
 * makes relevant and the first brief lacked.
 */
async function atPrompt(moment: Moment, before: Before): Promise<Given | undefined> {
  const { world, agent, heard, own } = moment
  const seen = await world.log.view(own)
  const prompt = promptOf(heard)
  if (agent.isBriefedAtPrompt) {
    const ask = { goesOn: hasSomething(seen), ...(prompt && { prompt }) }
    return wasBriefed(seen) ? undefined : told(moment, ask, seen)
  }
  if (!prompt || before.hasPrompted || hasPrompted(seen)) return undefined
  const known = new Set([...(seen?.view.memory.told ?? []), ...before.told])
  return told(moment, { prompt, known, budget: world.settings['brief.prompt-budget'] }, seen)
}

type ToldAsk = Partial<Pick<ComposeAsk, 'goesOn' | 'first' | 'prompt' | 'known' | 'budget'>>

async function told(
  { world, agent, heard, own }: Moment,
  ask: ToldAsk,
  seen?: Viewed<Session>,
): Promise<Given | undefined> {
  const { manner, share } = ruleFor(seen?.view.carry.usage)
  if (seen && (manner === 'signals' || manner === 'line')) {
    const text = manner === 'signals' ? signalsOf(seen.view) : lineOf(seen.view)
    return text ? { text: worded(text, { heard, seen }), says: [] } : undefined
  }
  const most = (ask.budget ?? world.settings['brief.session-budget']) * share
  const occasion = { agent, heard, own, isMore: ask.known !== undefined }
  for (const budget of [most, most / 2, most / 4].map(Math.floor)) {
    const brief = await giveable(world, { own, agent: agent.name, ...ask, budget })
    if (!brief) return undefined
    const given = givenBrief(brief, occasion)
    if (given) return given
  }
  return undefined
}

/** With the user's rules, unless it only adds to what was told before. */
async function giveable(world: World, ask: ComposeAsk): Promise<Giveable | undefined> {
  const brief = await compose(world, ask)
  if (ask.known) return brief
  const rules = await rulesHere(world, brief?.tokens ?? 0)
  return rules ? { ...(brief ?? nothingBut(world)), rules } : brief
}

const worded = (
  text: string,
  { heard, seen }: { readonly heard: Heard; readonly seen: Viewed<Session> },
): string =>
  fenced(`${marker(lifePhaseOf(heard.turn))}\n\n${text}`, {
    project: seen.view.identity.project.name,
    boundary: hash16(`${seen.session} ${seen.seq}`),
  })

const promptOf = ({ says }: Heard): string | undefined => {
  const [first] = says
  const text = first?.fact({ id: '' as never, at: 0 }).data.text
  return typeof text === 'string' ? text : undefined
}

const hasSomething = (seen: Viewed<Session> | undefined): boolean =>
  seen !== undefined && !isNothing(leftBy(seen.view))
