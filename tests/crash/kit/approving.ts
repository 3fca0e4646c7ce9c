import { join } from 'node:path'
import { record } from '../../../src/app/ingest/record.ts'
import { start } from '../../../src/app/lifecycle/start.ts'
import { learn } from '../../../src/app/memory/learn.ts'
import { approve, propose, rulesOf } from '../../../src/app/memory/rules.ts'
import { refreshIndex } from '../../../src/app/search/refresh-index.ts'
import type { World } from '../../../src/app/world.ts'
import { fact } from '../../../src/event/define.ts'
import { BOOK } from '../../../src/event/memory.ts'
import { PromptSubmitted, ResponseCompleted } from '../../../src/event/turn.ts'
import type { EventLog } from '../../../src/log/event-log.ts'
import { SqliteIndex } from '../../../src/search/sqlite/sqlite-index.ts'
import type { Rule } from '../../../src/session/rulebook.ts'
import type { Session } from '../../../src/session/session.ts'
import { Maildir } from '../../../src/spool/maildir.ts'
import { require } from './campaign.ts'
import type { Member } from './crew.ts'
import { eventId } from './event-source.ts'
import { hookWorld } from './hook-world.ts'
import { logOf } from './log-of.ts'

/** What a user taught, one session each. */
const SURELY = [
  'No, never use npm in this repo, always use pnpm.',
  'Never push to main, always open a pull request.',
]
const TAUGHT = [...SURELY, 'In this project we write the tests first, remember that.']
const SURE = 0.9
/** Holds already, and is contradicted by the first of them. */
const OLDER = 'Never use pnpm in this repo, always use npm.'

/** The world of whoever decides on rules: with the index that the command keeps. */
export const bookWorld = (home: string, log: EventLog<Session>): World => {
  const world = hookWorld(log, new Maildir(join(home, 'spool')), '/work')
  const files = { path: join(home, 'index.db'), prepared: join(home, 'prepared'), readOnly: false }
  const integrations = { ...world.integrations, writtenRules: () => [] } // not the rules of the user who runs this
  return { ...world, integrations, index: new SqliteIndex(files) }
}

/** Sessions in which these were said, and that nobody has looked through. */
export async function taughtSessions(home: string): Promise<void> {
  await inside(home, async (world) => {
    for (const text of TAUGHT) {
      const { session } = await start(world, { agent: 'claude-code', trigger: 'hook' })
      const said = [
        fact(PromptSubmitted, heading('ask', text), { text: 'set up the parser' }),
        fact(ResponseCompleted, heading('answer', text), { text: 'I ran npm install and committed it.' }),
        fact(PromptSubmitted, heading('teach', text), { text }),
      ]
      for (const event of said) await record(world, session.id, [event])
    }
  })
}

const heading = (...source: readonly string[]) => ({ id: eventId(...source), at: Date.now() })

/** The same, looked through: suggestions wait for their user. */
export async function suggestedRules(home: string): Promise<void> {
  await taughtSessions(home)
  await inside(home, async (world) => {
    await refreshIndex(world)
    const { proposed } = await learn(world)
    const scope = proposed.find(({ text }) => text.includes('pnpm'))?.scope ?? { kind: 'universal' }
    await approve(world, await propose(world, { text: OLDER, scope, origin: 'user' }))
  })
}

/** `memory approve`, of each that is suggested; `done` is said once it is safe. */
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
  await learn(world, { threshold: SURE })
}

/** What was said to be approved is; and the next one approves the rest, each once. */
export async function requireApproved(home: string, member: Member): Promise<void> {
  await inside(home, async (world) => {
    const found = await rulesOf(world)
    const stateOf = (id: string): string => found.find((rule) => rule.id === id)?.state ?? 'lost'
    for (const id of member.words('approved'))
      require(stateOf(id) === 'approved', `${id} was said to be approved and is ${stateOf(id)}`)
    requireNoContradiction(found)
    await approveAll(world)
    await requireSettled(world, () => approveAll(world))
    await requireBook(world, { superseded: 1, approved: TAUGHT.length + 1 })
  })
}

/** Wherever it was cut, the next batch makes the rest: a suggestion of each lesson, and a memory of each sure one. */
export async function requireProposed(home: string): Promise<void> {
  await inside(home, async (world) => {
    await proposeInBatch(world)
    await requireSettled(world, () => proposeInBatch(world))
    await requireBook(world, { superseded: 0, approved: SURELY.length })
    let heard = 0
    for await (const { type } of world.log.read()) heard += Number(type === 'correction.heard')
    require(heard === TAUGHT.length, `${heard} corrections are noted of ${TAUGHT.length}`)
  })
}

function requireNoContradiction(rules: readonly Rule[]): void {
  const both = rules.filter(({ text, state }) => text.includes('pnpm') && state === 'approved')
  require(both.length === 1, `of two rules that contradict each other ${both.length} hold`)
}

async function requireSettled(world: World, again: () => Promise<void>): Promise<void> {
  const before = await world.log.view(BOOK)
  await again()
  const after = await world.log.view(BOOK)
  require(before?.seq === after?.seq, 'doing it once more stored something')
}

/** Nothing of the book is there twice, and nothing is missing. */
async function requireBook(
  world: World,
  wanted: { readonly superseded: number; readonly approved: number },
): Promise<void> {
  const stored: string[] = []
  for await (const { type, data } of world.log.read({ session: BOOK })) stored.push(`${type} ${data?.memory}`)
  require(new Set(stored).size === stored.length, `the book holds ${stored.join(', ')}`)
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

async function inside(home: string, work: (world: World) => Promise<void>): Promise<void> {
  const log = logOf(home)
  const world = bookWorld(home, log)
  try {
    await work(world)
  } finally {
    world.index.close()
    await log.close()
  }
}
