import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { type Saying, saying, sessionIdOf } from '../agent/saying.ts'
import { hash16 } from '../agent/text-hash.ts'
import { fenced } from '../brief/fence.ts'
import { isNothing, leftBy } from '../brief/left.ts'
import { lineOf, signalsOf } from '../brief/signals.ts'
import { instructionsFor } from '../carry/instructions.ts'
import { lifePhaseOf, marker } from '../carry/marker.ts'
import { ruleFor } from '../carry/phase.ts'
import { BriefGiven } from '../event/context.ts'
import type { SessionId } from '../event/identity.ts'
import type { Session } from '../fold/session.ts'
import type { Viewed } from '../log/event-log.ts'
import { checkpointSaying } from './checkpoint.ts'
import { closingAt } from './close.ts'
import { type Brief, type ComposeAsk, compose } from './compose.ts'
import type { Given } from './given.ts'
import { handoffFor } from './handoff.ts'
import { settleOpenSessions } from './start.ts'
import type { World } from './world.ts'

/** What the agent has been told that is not in the log yet. */
export interface Before {
  readonly told: readonly string[]
  readonly hasPrompted: boolean
}
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
      return atPrompt(moment, before)
    case 'compacting':
      return atCompaction(moment)
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
  await settleOpenSessions(world, own)
  if (agent.isBriefedAtPrompt || heard.turn?.kind !== 'start') return undefined
  const isSame = heard.turn.source === 'resume' || heard.turn.source === 'compact'
  const seen = isSame ? await world.log.view(own) : undefined
  if (hasSomething(seen)) return told(moment, { goesOn: true }, seen)
  const handoff = await handoffFor(world, agent.name, world.clock.now())
  return told(moment, handoff ? { first: handoff.seen.session } : {})
}

/**
 * With the first prompt of a run: to those who could not be told at their start all of it, to the others what the prompt
 * makes relevant and the first brief lacked.
 */
async function atPrompt(moment: Moment, before: Before): Promise<Given | undefined> {
  const { world, agent, heard, own } = moment
  const seen = await world.log.view(own)
  if (agent.isBriefedAtPrompt)
    return wasBriefed(seen) ? undefined : told(moment, { goesOn: hasSomething(seen) }, seen)
  if (before.hasPrompted || hasPrompted(seen)) return undefined
  const prompt = promptOf(heard)
  if (!prompt) return undefined
  const known = new Set([...(seen?.view.memory.told ?? []), ...before.told])
  return told(moment, { prompt, known, budget: world.settings['brief.prompt-budget'] }, seen)
}

/** The state is kept, and the summariser is told what must not be lost. */
async function atCompaction({ world, own }: Moment): Promise<Given | undefined> {
  const seen = await world.log.view(own)
  if (!seen) return undefined
  const text = instructionsFor(seen.view)
  return {
    ...(text && { text: `${marker('PRE_COMPACT')}\n${text}` }),
    says: [checkpointSaying(world, seen, { occasion: 'compacting' })],
  }
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
  for (const budget of [most, most / 2, most / 4].map(Math.floor)) {
    const brief = await compose(world, { own, agent: agent.name, ...ask, budget })
    if (!brief) return undefined
    const text = fenced(`${marker(lifePhaseOf(heard.turn))}\n\n${brief.text}`, {
      project: brief.project.name,
      boundary: hash16(`${own} ${brief.sessions[0]?.session} ${brief.text.length}`),
      isMore: ask.known !== undefined,
    })
    if (agent.fits(text)) return { text, says: [givenSaying(heard, brief)] }
  }
  return undefined
}

const worded = (
  text: string,
  { heard, seen }: { readonly heard: Heard; readonly seen: Viewed<Session> },
): string =>
  fenced(`${marker(lifePhaseOf(heard.turn))}\n\n${text}`, {
    project: seen.view.identity.project.name,
    boundary: hash16(`${seen.session} ${seen.seq}`),
  })

function givenSaying(heard: Heard, brief: Brief): Saying {
  const occasion = heard.turn?.kind === 'start' ? `${heard.event}:${heard.turn.source}` : heard.event
  return saying(BriefGiven, [occasion, hash16(brief.text)], {
    format: 'brief',
    tokens: brief.tokens,
    from: brief.sessions.map(({ session }) => session),
    occasion,
    told: [...brief.told],
  })
}

const promptOf = ({ says }: Heard): string | undefined => {
  const [first] = says
  const text = first?.fact({ id: '' as never, at: 0 }).data.text
  return typeof text === 'string' ? text : undefined
}

const hasSomething = (seen: Viewed<Session> | undefined): boolean =>
  seen !== undefined && !isNothing(leftBy(seen.view))

const hasPrompted = (seen: Viewed<Session> | undefined): boolean =>
  (seen?.view.talk.lastPromptAt ?? Number.NEGATIVE_INFINITY) >= (seen?.view.life.runSince ?? 0)

/** In this run, and since its context was last compacted. */
function wasBriefed(seen: Viewed<Session> | undefined): boolean {
  const { life, memory } = seen?.view ?? {}
  const since = Math.max(life?.runSince ?? 0, memory?.compactingAt ?? 0)
  return memory?.briefedAt !== undefined && memory.briefedAt >= since
}
