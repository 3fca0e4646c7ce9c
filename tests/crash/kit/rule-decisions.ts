import { join } from 'node:path'
import { record } from '../../../src/app/ingest/record.ts'
import { start } from '../../../src/app/lifecycle/start.ts'
import { learn } from '../../../src/app/memory/learn.ts'
import { approve, propose, rulesOf } from '../../../src/app/memory/rules.ts'
import { refreshIndex } from '../../../src/app/search/refresh-index.ts'
import type { World } from '../../../src/app/world.ts'
import { fact } from '../../../src/event/define.ts'
import { BOOK } from '../../../src/event/memory.ts'
import { AgentNoticed, ATTENDED, PromptSubmitted, ResponseCompleted } from '../../../src/event/turn.ts'
import type { EventLog } from '../../../src/log/event-log.ts'
import { SqliteIndex } from '../../../src/search/sqlite/sqlite-index.ts'
import type { Rule } from '../../../src/session/rulebook.ts'
import type { Session } from '../../../src/session/session.ts'
import { Maildir } from '../../../src/spool/maildir.ts'
import { require } from './campaign.ts'
import type { Child } from './child.ts'
import { eventId } from './event-source.ts'
import { hookWorld } from './hook-world.ts'
import { openLog } from './open-log.ts'

/** Corrections by the user, one per session. */
const CONFIDENT = [
  'No, never use npm in this repo, always use pnpm.',
  'No, never push to main, always open a pull request.',
]
const TAUGHT = [...CONFIDENT, 'In this project we write the tests first, remember that.']
const THRESHOLD = 0.9
/** An approved rule that the first correction contradicts. */
const OLDER = 'Never use pnpm in this repo, always use npm.'

/** A world with the on-disk index, for decisions on rules. */
export const rulesWorld = (home: string, log: EventLog<Session>): World => {
  const world = hookWorld(log, new Maildir(join(home, 'spool')), '/work')
  const files = { path: join(home, 'index.db'), prepared: join(home, 'prepared'), readOnly: false }
  const integrations = { ...world.integrations, writtenRules: () => [] } // ignores the real user's rules
  return { ...world, integrations, index: new SqliteIndex(files) }
}

/** Sessions with the corrections, not yet scanned. */
export async function createTaughtSessions(home: string): Promise<void> {
  await withWorld(home, async (world) => {
    for (const text of TAUGHT) {
      const { session } = await start(world, { agent: 'claude-code', trigger: 'hook' })
      const events = [
        fact(AgentNoticed, heading('person', text), { kind: ATTENDED }),
        fact(PromptSubmitted, heading('ask', text), { text: 'set up the parser' }),
        fact(ResponseCompleted, heading('answer', text), { text: 'I ran npm install and committed it.' }),
        fact(PromptSubmitted, heading('teach', text), { text, origin: 'user' }),
      ]
      for (const event of events) await record(world, session.id, [event])
    }
  })
}

const heading = (...source: readonly string[]) => ({ id: eventId(...source), at: Date.now() })

/** The same sessions after a scan: their proposed rules await a decision. */
export async function createSuggestedRules(home: string): Promise<void> {
  await createTaughtSessions(home)
  await withWorld(home, async (world) => {
    await refreshIndex(world)
    const { proposed } = await learn(world)
    const scope = proposed.find(({ text }) => text.includes('pnpm'))?.scope ?? { kind: 'universal' }
    await approve(world, await propose(world, { text: OLDER, scope, origin: 'user' }))
  })
}

/** `memory approve` for each proposed rule; prints an id once its approval is durable. */
export async function approveAll(world: World, say: (line: string) => void = () => {}): Promise<void> {
  for (const { id, text } of await rulesOf(world)) {
    if (text === OLDER) continue
    await approve(world, id)
    say(`approved ${id}`)
  }
}

/** `memory propose --batch --threshold 0.9`. */
export async function proposeInBatch(world: World): Promise<void> {
  await refreshIndex(world)
  await learn(world, { threshold: THRESHOLD })
}

/** Requires that reported approvals are durable and that the next run approves each of the others once. */
export async function requireApproved(home: string, child: Child): Promise<void> {
  await withWorld(home, async (world) => {
    const found = await rulesOf(world)
    const stateOf = (id: string): string => found.find((rule) => rule.id === id)?.state ?? 'lost'
    for (const id of child.linesAfter('approved'))
      require(stateOf(id) === 'approved', `${id} was reported as approved but is ${stateOf(id)}`)
    requireNoContradiction(found)
    await approveAll(world)
    await requireIdempotent(world, () => approveAll(world))
    await requireRuleEvents(world, { superseded: 1, approved: TAUGHT.length + 1 })
  })
}

/**
 * Requires that after any kill, the next batch proposes the remaining rules and approves the confident ones.
 */
export async function requireProposed(home: string): Promise<void> {
  await withWorld(home, async (world) => {
    await proposeInBatch(world)
    await requireIdempotent(world, () => proposeInBatch(world))
    await requireRuleEvents(world, { superseded: 0, approved: CONFIDENT.length })
    let corrections = 0
    for await (const { type } of world.log.read()) corrections += Number(type === 'correction.heard')
    require(corrections === TAUGHT.length, `${corrections} of ${TAUGHT.length} corrections are stored`)
  })
}

function requireNoContradiction(rules: readonly Rule[]): void {
  const both = rules.filter(({ text, state }) => text.includes('pnpm') && state === 'approved')
  require(both.length === 1, `${both.length} of two contradicting rules are approved`)
}

async function requireIdempotent(world: World, again: () => Promise<void>): Promise<void> {
  const before = await world.log.view(BOOK)
  await again()
  const after = await world.log.view(BOOK)
  require(before?.seq === after?.seq, 'a second run stored something')
}

/** Requires that no rule event is missing or stored twice. */
async function requireRuleEvents(
  world: World,
  wanted: { readonly superseded: number; readonly approved: number },
): Promise<void> {
  const stored: string[] = []
  for await (const { type, data } of world.log.read({ session: BOOK })) stored.push(`${type} ${data?.memory}`)
  require(new Set(stored).size === stored.length, `the rule events are ${stored.join(', ')}`)
  const count = (type: string): number => stored.filter((one) => one.startsWith(`${type} `)).length
  const found = { superseded: count('memory.superseded'), approved: count('memory.approved') }
  require(found.approved === wanted.approved &&
    found.superseded ===
      wanted.superseded, `${found.approved} rules were approved and ${found.superseded} replaced`)
  const texts = (await rulesOf(world)).map(({ text }) => text)
  const lost = ['pnpm', 'pull request', 'tests first'].filter(
    (word) => !texts.some((text) => text.includes(word)),
  )
  require(lost.length === 0 && new Set(texts).size === texts.length, `the rules are ${texts.join(' | ')}`)
}

async function withWorld(home: string, work: (world: World) => Promise<void>): Promise<void> {
  const log = openLog(home)
  const world = rulesWorld(home, log)
  try {
    await work(world)
  } finally {
    world.index.close()
    await log.close()
  }
}
