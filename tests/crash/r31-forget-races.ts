import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionIdOf } from '../../src/agent/event-draft.ts'
import { branch } from '../../src/app/branch/branch.ts'
import { merge } from '../../src/app/branch/merge.ts'
import { composeBrief } from '../../src/app/context/compose-brief.ts'
import { writeHandoff } from '../../src/app/context/handoff.ts'
import { drainSpool } from '../../src/app/ingest/drain-spool.ts'
import { record } from '../../src/app/ingest/record.ts'
import { start } from '../../src/app/lifecycle/start.ts'
import { checkoutsOf, forget, traceFinder, tracesOf, withHeirs } from '../../src/app/maintenance/forget.ts'
import { learn } from '../../src/app/memory/learn.ts'
import { refreshIndex } from '../../src/app/search/refresh-index.ts'
import { importTranscripts } from '../../src/app/transcript/import.ts'
import type { World } from '../../src/app/world.ts'
import { fact } from '../../src/event/define.ts'
import type { SessionId } from '../../src/event/identity.ts'
import { PromptSubmitted } from '../../src/event/turn.ts'
import { DecisionMade } from '../../src/event/work.ts'
import { Problem } from '../../src/problem.ts'
import { SqliteIndex } from '../../src/search/sqlite/sqlite-index.ts'
import { Maildir } from '../../src/spool/maildir.ts'
import { scheduledLog } from '../property/interleaved-world.ts'
import { memoryFile } from '../transcript/memory-file.ts'
import { claudeWriter, linesOf } from '../transcript/writers.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { hookWorld } from './kit/hook-world.ts'
import { type Actor, interleave, type Stuck } from './kit/interleave.ts'
import { openLog } from './kit/open-log.ts'
import type { Random } from './kit/random.ts'
import { checkLog } from './oracle.ts'

/** The age of all events: they must be older than the erasure. */
const HOUR = 3_600_000
const CLIENT = '0d9f7f4e-1111-4222-8333-444455556666'

export const forgetRaces: Campaign = {
  id: 'R31',
  title: 'forget races',
  async run(trial) {
    const rounds = trial.size({ change: 120, night: 500 })
    let turns = 0
    for (let round = 0; round < rounds; round += 1) {
      trial.step(`round ${round}`)
      turns += await oneRound(trial, round)
    }
    return `${rounds} interleavings, ${turns} turns, ${Object.keys(ACTORS).length} kinds of process, 0 traces left`
  },
}

async function oneRound(trial: Trial, round: number): Promise<number> {
  const random = trial.random(`R31/${round}`)
  const place = newPlace(trial, round, random)
  const isIndexed = random.chance(0.3)
  await prepare(place, { isIndexed })
  require(hits(place) > 0, 'the marker was never on disk')
  const names = Object.keys(ACTORS) as ActorName[]
  const { victim, stuck } = planFor(round, names)
  const others = [victim, ...Array.from({ length: random.between(0, 3) }, () => random.oneOf(names))]
  const isForgetStuck = round % 8 === 7
  const forgetting: Actor = (turn) => asProcess(place, turn, forgetProject)
  const racing = others.map(
    (name): Actor =>
      (turn) =>
        asProcess(place, turn, tolerate(ACTORS[name])),
  )
  const everyKind: Actor = async (turn) => {
    // Creates the branch first, while the newest session still has the marker.
    for (const name of ['branch', ...names] as const) await asProcess(place, turn, tolerate(ACTORS[name]))
  }
  const turns = isForgetStuck
    ? await interleave(random, [everyKind, forgetting], { turns: 1 + 2 * Math.floor(round / 8) })
    : await interleave(random, [forgetting, ...racing], stuck)
  require(hits(place) === 0, `the marker is on disk after a race with ${others.join(', ')}`)
  for (const name of names) await asProcess(place, undefined, tolerate(ACTORS[name]))
  await asProcess(place, undefined, requireNoBrief)
  require(hits(place) === 0, `the marker came back after a race with ${others.join(', ')}`)
  await checkLog(place.home, [])
  return turns
}

/**
 * In three of four rounds, one kind of process gets stuck after 0, 1, 2, ... steps; the kinds take turns. In
 * one of eight, the forgetting process gets stuck after 1, 3, 5, ... steps while every other kind runs.
 * Otherwise the order is random.
 */
function planFor(
  round: number,
  names: readonly ActorName[],
): { readonly victim: ActorName; readonly stuck: Stuck | undefined } {
  const place = round - Math.floor((round + 1) / 4)
  const victim = names[place % names.length] ?? 'start'
  return { victim, stuck: round % 4 === 3 ? undefined : { turns: Math.floor(place / names.length) } }
}

type TakeTurn = () => Promise<void>
type Act = (world: World, place: RacePlace) => Promise<void>

interface RacePlace {
  readonly home: string
  readonly folder: string
  readonly marker: string
  /** The transcript of the client session. */
  readonly transcript: string
}

function newPlace(trial: Trial, round: number, random: Random): RacePlace {
  const home = join(trial.folder, `home-${round}`)
  const folder = join(trial.folder, `app-${round}`)
  for (const path of [home, folder]) mkdirSync(path, { mode: 0o700 })
  const marker = `MARKER${random.below(2 ** 30).toString(36)}`
  const lines = linesOf(claudeWriter, CLIENT, [
    { kind: 'prompt', text: `look into the ${marker} affair` },
    { kind: 'call', id: 'c1', command: `ls ${marker}` },
    { kind: 'result', id: 'c1', command: `ls ${marker}`, output: `${marker}.ts` },
    { kind: 'answer', text: `I looked into the ${marker} affair.` },
  ])
  return { home, folder, marker, transcript: lines.map((line) => `${line}\n`).join('') }
}

/** Gives an actor its own connections, as if it were a separate process. */
async function asProcess(place: RacePlace, turn: TakeTurn | undefined, act: Act): Promise<void> {
  const log = openLog(place.home)
  const index = new SqliteIndex({ path: join(place.home, 'index.db'), readOnly: false })
  const spool = new Maildir(join(place.home, 'spool'))
  const world = hookWorld(turn ? scheduledLog(log, turn) : log, spool, place.folder)
  try {
    await act({ ...world, index }, place)
  } finally {
    index.close()
    await log.close()
  }
}

const secretSession = sessionIdOf('claude-code', CLIENT)

async function prepare(place: RacePlace, { isIndexed }: { readonly isIndexed: boolean }): Promise<void> {
  await asProcess(place, undefined, async (world) => {
    const ids: SessionId[] = []
    for (let index = 0; index < 2; index += 1)
      ids.push((await start(world, { agent: 'claude-code', trigger: 'hook' })).session.id)
    for (const id of ids) await record(world, id, secretEvents(world, place))
    await importTranscript(world, { ...place, transcript: firstLines(place.transcript, 2) })
    await branch(world, ids[0] ?? secretSession)
    if (isIndexed) await refreshIndex(world)
  })
  deliverSecret(place)
}

const firstLines = (text: string, count: number): string =>
  text
    .split('\n')
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join('')

const secretEvents = (world: World, { marker }: RacePlace) => {
  const heading = () => ({ id: world.ids.event(), at: world.clock.now() - HOUR })
  return [
    fact(PromptSubmitted, heading(), { text: `what about the ${marker} affair?` }),
    fact(DecisionMade, heading(), { choice: `investigate ${marker}` }),
  ]
}

/** Two complete and two unfinished deliveries, all an hour old. */
function deliverSecret({ home, folder, marker }: RacePlace): void {
  const payload = (session: string) =>
    JSON.stringify({
      session_id: session,
      hook_event_name: 'UserPromptSubmit',
      cwd: folder,
      prompt: `${marker} in the spool`,
    })
  const past = new Date(Date.now() - HOUR)
  for (const part of ['tmp', 'new']) mkdirSync(join(home, 'spool', part), { recursive: true, mode: 0o700 })
  const files = {
    'new/claude-code.aaaaaaaa1': payload(CLIENT),
    'new/claude-code.aaaaaaaa2': payload(CLIENT),
    'tmp/claude-code.aaaaaaaa3': payload(CLIENT).slice(0, -4),
    // The first delivery of a session that is not recorded yet, from a hook that may still be running.
    'tmp/claude-code.aaaaaaaa4': payload('unknown').slice(0, -4),
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(home, 'spool', name), text)
    utimesSync(join(home, 'spool', name), past, past)
  }
}

/** What `leftoff forget --project` does. */
const forgetProject: Act = async (world) => {
  await drainSpool(world)
  const until = world.clock.now()
  const sessions = (await world.log.views({})).map(({ session }) => session)
  const checkouts = await checkoutsOf(world, sessions)
  const ask = { sessions: await withHeirs(world, sessions), checkouts, withHeirs: true }
  const traces = await tracesOf(world, ask)
  const { spool } = world
  if (spool instanceof Maildir) await spool.removeTraces(traceFinder(traces), until)
  await forget(world, ask)
  if (spool instanceof Maildir) await spool.removeTraces(traceFinder(traces), until)
}

/** Ignores refusals, because there may be nothing left to merge or to branch. */
const tolerate =
  (act: Act): Act =>
  async (world, place) => {
    try {
      await act(world, place)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }

const importTranscript = async (world: World, { transcript, folder }: RacePlace): Promise<void> => {
  await importTranscripts(world, {
    files: [memoryFile(`/histories/${CLIENT}.jsonl`, transcript, { folder })],
  })
}

const newest = async (world: World): Promise<readonly SessionId[]> =>
  (await world.log.views({})).map(({ session }) => session)

const ACTORS = {
  async start(world) {
    await start(world, { agent: 'claude-code', trigger: 'hook' })
    await refreshIndex(world)
    await composeBrief(world, { budget: 4000 })
  },
  async drain(world) {
    await drainSpool(world)
  },
  import: importTranscript,
  async merge(world) {
    const views = await world.log.views({})
    const child = views.find(({ view }) => view.identity.parent !== undefined)
    const parent = child?.view.identity.parent as SessionId | undefined
    if (child && parent) await merge(world, { into: parent, from: child.session, resolve: 'both' })
  },
  async branch(world) {
    const [id] = await newest(world)
    if (id) await branch(world, id)
  },
  async handoff(world) {
    const [first] = await world.log.views({})
    if (first) await writeHandoff(world, first)
  },
  async rebuild(world) {
    world.index.drop(await world.log.generation())
    await world.log.rebuild()
  },
  async index(world) {
    await refreshIndex(world)
    await learn(world)
  },
} satisfies Record<string, Act>
type ActorName = keyof typeof ACTORS

const requireNoBrief: Act = async (world, { marker }) => {
  const brief = await composeBrief(world, { budget: 4000 })
  require(!JSON.stringify(brief ?? '').includes(marker), 'a brief contains the marker')
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })

const hits = ({ home, marker }: RacePlace): number =>
  filesBelow(home).filter((path) => readFileSync(path).includes(marker)).length
