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

/** What was said to be done, by whom, in the order in which it was said. */
export interface Promised {
  readonly events: { readonly by: string; readonly session: SessionId; readonly id: string }[]
  /** The last word of the user on a rule. */
  readonly decisions: Map<string, 'approved' | 'rejected'>
}

/** One process at work: its world, its session if it has one, and what it was promised. */
export interface Actor {
  readonly name: string
  readonly world: World
  readonly promised: Promised
  readonly shared: TestWorld
  readonly session?: SessionId
}

const TAUGHT = [
  'No, never use npm in this repo, always use pnpm.',
  'never use npm here, always use pnpm instead',
  'Never push to main, always open a pull request.',
]
const MOVES: readonly StateChange[] = [
  { move: 'end', trigger: 'command' },
  { move: 'suspend' },
  { move: 'resume', trigger: 'command' },
  { move: 'complete' },
]

export type Deed = readonly [name: keyof typeof DEEDS, which: number]
type Doing = (actor: Actor, which: number) => Promise<unknown>

/** What an agent's own session does. */
const OWN = {
  said: (actor, which) => told(actor, said(actor, `prompt ${which}`)),
  taught: (actor, which) => told(actor, said(actor, TAUGHT[which % TAUGHT.length] ?? '')),
  answered: (actor) => told(actor, answer(actor)),
  noted: async (actor, which) => {
    const event = noteEvent(actor.world, { kind: 'next', text: `action ${which}` })
    if ((await recordOrSpool(actor.world, own(actor), event)) === 'logged') promise(actor, own(actor), event)
  },
  toldTwice: async (actor, which) => {
    const event = said(actor, `twice ${which}`)
    await actor.world.spool.deliver('leftoff', serializeLetter({ session: own(actor), events: [event] }))
    await told(actor, event)
  },
} satisfies Record<string, Doing>

/** What others do beside it: people, the next session, the index. */
const OTHERS = {
  drained: ({ world }) => drainSpool(world),
  moved: async ({ world }, which) => {
    const views = await world.log.views({ projects: world.place.projectIds })
    const one = views[which % Math.max(1, views.length)]
    const asked = MOVES[which % MOVES.length]
    if (one && asked) await changeState(world, one.session, asked)
  },
  killed: async ({ shared }, which) => shared.evidenceByPid.set(1 + (which % 3), 'gone'),
  recovered: ({ world }) => recoverProject(world, { withinMs: 60_000 }),
  learned: async ({ world }) => {
    await refreshIndex(world)
    await learn(world, { threshold: 0.9 })
  },
  decided: async ({ world, promised }, which) => {
    const rules = await rulesOf(world)
    const rule = rules[which % Math.max(1, rules.length)]
    if (!rule) return
    await (which % 2 === 0 ? approve : reject)(world, rule.id)
    promised.decisions.set(rule.id, which % 2 === 0 ? 'approved' : 'rejected')
  },
  briefed: ({ world }) => composeBrief(world, { budget: 500 }),
} satisfies Record<string, Doing>

export const DEEDS: Readonly<Record<keyof typeof OWN | keyof typeof OTHERS, Doing>> = { ...OWN, ...OTHERS }

const some = (names: readonly Deed[0][], most: number): fc.Arbitrary<readonly Deed[]> =>
  fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(8)), { maxLength: most, size: 'max' })
export const ownDeeds = some(Object.keys(OWN) as Deed[0][], 5)
/** Only one of the others is the user: who decides twice at once has decided nothing. */
export const users = some(['decided', 'decided', 'moved', 'briefed', 'learned'], 5)
export const bystanders = some(
  [...(Object.keys(OTHERS) as Deed[0][]).filter((name) => name !== 'decided'), 'learned'],
  6,
)

/** One after the other, as a process does it. */
export async function act(actor: Actor, deeds: readonly Deed[]): Promise<void> {
  for (const [name, which] of deeds) {
    actor.shared.advance(1000)
    await DEEDS[name](actor, which).catch(tolerated)
  }
}

/** That a move is impossible now is an answer. */
function tolerated(error: unknown): void {
  if (error instanceof Problem && error.code === 'illegal-transition') return
  throw error
}

/** An agent begins, and then does this. */
export async function agentAt(actor: Actor, pid: number, deeds: readonly Deed[]): Promise<void> {
  const process = { pid, started: 'boot:1', machine: 'here' }
  const { session } = await start(actor.world, { agent: 'claude-code', trigger: 'hook', process })
  await act({ ...actor, session: session.id }, deeds)
}

const own = ({ session }: Actor): SessionId => session ?? derivedId('ses', 'nobody')

async function told(actor: Actor, event: NewEvent): Promise<void> {
  await record(actor.world, own(actor), [event])
  promise(actor, own(actor), event)
}

export const promise = (
  { promised, name }: Actor,
  session: SessionId,
  { id }: { readonly id: string },
): void => {
  promised.events.push({ by: name, session, id })
}

const heading = ({ world }: Actor) => ({ id: world.ids.event(), at: world.clock.now() })
const said = (actor: Actor, text: string): NewEvent => fact(PromptSubmitted, heading(actor), { text })
const answer = (actor: Actor): NewEvent =>
  fact(ResponseCompleted, heading(actor), { text: 'I ran npm install and committed it.' })
