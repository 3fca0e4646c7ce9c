import fc from 'fast-check'
import { composeBrief } from '../../src/app/context/compose-brief.ts'
import { drainSpool } from '../../src/app/ingest/drain-spool.ts'
import { record } from '../../src/app/ingest/record.ts'
import { recordOrSpool } from '../../src/app/ingest/store-or-spool.ts'
import { changeState, type StateChange } from '../../src/app/lifecycle/change-state.ts'
import { noteEvent } from '../../src/app/lifecycle/notes.ts'
import { recoverProject, start } from '../../src/app/lifecycle/start.ts'
import { learn } from '../../src/app/memory/learn.ts'
import { approve, reject, rulesOf } from '../../src/app/memory/rules.ts'
import { refreshIndex } from '../../src/app/search/refresh-index.ts'
import type { World } from '../../src/app/world.ts'
import { fact, type NewEvent } from '../../src/event/define.ts'
import { derivedId, type SessionId } from '../../src/event/identity.ts'
import { PromptSubmitted, ResponseCompleted } from '../../src/event/turn.ts'
import { serializeLetter } from '../../src/event/wire.ts'
import { Problem } from '../../src/problem.ts'
import type { TestWorld } from '../support/world.ts'

/** The acknowledged events, in order, and the acknowledged decisions. */
export interface Acknowledged {
  readonly events: { readonly by: string; readonly session: SessionId; readonly id: string }[]
  /** The user's latest decision on each rule. */
  readonly decisions: Map<string, 'approved' | 'rejected'>
}

/** One process with its world, its session (if it has one) and everything that was acknowledged to it. */
export interface ActingAgent {
  readonly name: string
  readonly world: World
  readonly acknowledged: Acknowledged
  readonly shared: TestWorld
  readonly session?: SessionId
}

const CORRECTIONS = [
  'No, never use npm in this repo, always use pnpm.',
  'no, never use npm here, always use pnpm instead',
  'No, never push to main, always open a pull request.',
]
const CHANGES: readonly StateChange[] = [
  { move: 'end', trigger: 'command' },
  { move: 'suspend' },
  { move: 'resume', trigger: 'command' },
  { move: 'complete' },
]

type ActionChoice = readonly [name: keyof typeof ACTIONS, which: number]
type ActionRun = (actor: ActingAgent, which: number) => Promise<unknown>

/** Actions on the agent's own session. */
const OWN = {
  prompt: (actor, which) => recordEvent(actor, promptEvent(actor, `prompt ${which}`)),
  correct: async (actor, which) => {
    // Only a reply to the agent can become a rule without a review.
    await recordEvent(actor, answerEvent(actor))
    await recordEvent(actor, promptEvent(actor, CORRECTIONS[which % CORRECTIONS.length] ?? ''))
  },
  answer: (actor) => recordEvent(actor, answerEvent(actor)),
  note: async (actor, which) => {
    const event = noteEvent(actor.world, { kind: 'next', text: `action ${which}` })
    if ((await recordOrSpool(actor.world, own(actor), event)) === 'logged')
      acknowledge(actor, own(actor), event)
  },
  deliverTwice: async (actor, which) => {
    const event = promptEvent(actor, `twice ${which}`)
    await actor.world.spool.deliver('leftoff', serializeLetter({ session: own(actor), events: [event] }))
    await recordEvent(actor, event)
  },
} satisfies Record<string, ActionRun>

/** Actions of other processes: the user, the next session, the index. */
const OTHERS = {
  drain: ({ world }) => drainSpool(world),
  changeState: async ({ world }, which) => {
    const views = await world.log.views({ projects: world.place.projectIds })
    const one = views[which % Math.max(1, views.length)]
    const change = CHANGES[which % CHANGES.length]
    if (one && change) await changeState(world, one.session, change)
  },
  kill: async ({ shared }, which) => shared.evidenceByPid.set(1 + (which % 3), 'gone'),
  recover: ({ world }) => recoverProject(world, { withinMs: 60_000 }),
  learn: async ({ world }) => {
    await refreshIndex(world)
    await learn(world, { threshold: 0.9 })
  },
  decide: async ({ world, acknowledged }, which) => {
    const rules = await rulesOf(world)
    const rule = rules[which % Math.max(1, rules.length)]
    if (!rule) return
    await (which % 2 === 0 ? approve : reject)(world, rule.id)
    acknowledged.decisions.set(rule.id, which % 2 === 0 ? 'approved' : 'rejected')
  },
  brief: ({ world }) => composeBrief(world, { budget: 500 }),
} satisfies Record<string, ActionRun>

const ACTIONS: Readonly<Record<keyof typeof OWN | keyof typeof OTHERS, ActionRun>> = {
  ...OWN,
  ...OTHERS,
}

const someActions = (
  names: readonly ActionChoice[0][],
  most: number,
): fc.Arbitrary<readonly ActionChoice[]> =>
  fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(8)), { maxLength: most, size: 'max' })
export const ownActions = someActions(Object.keys(OWN) as ActionChoice[0][], 5)
/** Only one process decides on rules, because two concurrent decisions have no defined result. */
export const userActions = someActions(['decide', 'decide', 'changeState', 'brief', 'learn'], 5)
export const bystanderActions = someActions(
  [...(Object.keys(OTHERS) as ActionChoice[0][]).filter((name) => name !== 'decide'), 'learn'],
  6,
)

/** Runs the actions one after the other. */
export async function runActions(actor: ActingAgent, actions: readonly ActionChoice[]): Promise<void> {
  for (const [name, which] of actions) {
    actor.shared.advance(1000)
    await ACTIONS[name](actor, which).catch(ignoreIllegalTransition)
  }
}

/** An illegal transition is a valid result here. */
function ignoreIllegalTransition(error: unknown): void {
  if (error instanceof Problem && error.code === 'illegal-transition') return
  throw error
}

/** Starts an agent session and runs the actions in it. */
export async function runAgent(
  actor: ActingAgent,
  pid: number,
  actions: readonly ActionChoice[],
): Promise<void> {
  const process = { pid, started: 'boot:1', machine: 'here' }
  const { session } = await start(actor.world, { agent: 'claude-code', trigger: 'hook', process })
  await runActions({ ...actor, session: session.id }, actions)
}

/** Proposes a rule that the next process may approve without a review. */
export async function proposeTyped(world: TestWorld): Promise<void> {
  const { session } = await start(world, { agent: 'claude-code', trigger: 'hook' })
  const heading = () => ({ id: world.ids.event(), at: world.clock.now() })
  const text = 'No, never push to main, always open a pull request.'
  await record(world, session.id, [fact(ResponseCompleted, heading(), { text: 'I pushed it to main.' })])
  await record(world, session.id, [fact(PromptSubmitted, heading(), { text, origin: 'user' })])
  await refreshIndex(world)
  await learn(world)
}

const own = ({ session }: ActingAgent): SessionId => session ?? derivedId('ses', 'none')

async function recordEvent(actor: ActingAgent, event: NewEvent): Promise<void> {
  await record(actor.world, own(actor), [event])
  acknowledge(actor, own(actor), event)
}

const acknowledge = (
  { acknowledged, name }: ActingAgent,
  session: SessionId,
  { id }: { readonly id: string },
): void => {
  acknowledged.events.push({ by: name, session, id })
}

const heading = ({ world }: ActingAgent) => ({ id: world.ids.event(), at: world.clock.now() })
const promptEvent = (actor: ActingAgent, text: string): NewEvent =>
  fact(PromptSubmitted, heading(actor), { text, origin: 'user' })
const answerEvent = (actor: ActingAgent): NewEvent =>
  fact(ResponseCompleted, heading(actor), { text: 'I ran npm install and committed it.' })
