import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeCode } from '../../../src/agent/claude-code/index.ts'
import { sessionIdOf } from '../../../src/agent/event-draft.ts'
import { ingest } from '../../../src/app/ingest/ingest.ts'
import { recover } from '../../../src/app/lifecycle/recover.ts'
import type { World } from '../../../src/app/world.ts'
import { BOOK } from '../../../src/event/memory.ts'
import { openBelow } from '../../../src/host/transcripts.ts'
import type { EventLog } from '../../../src/log/event-log.ts'
import type { Session } from '../../../src/session/session.ts'
import { Maildir } from '../../../src/spool/maildir.ts'
import { claudeWriter, linesOf } from '../../transcript/writers.ts'
import { require } from './campaign.ts'
import type { Member } from './crew.ts'
import { hookWorld } from './hook-world.ts'
import { logOf } from './log-of.ts'

const SESSION = 'killed'
export const KILLED = sessionIdOf('claude-code', SESSION)

/** By which way each prompt of the session is known. */
const HEARD = ['heard 0', 'No, never use npm in this repo, always use pnpm.']
const WAITING = ['waiting 0', 'waiting 1', 'waiting 2']
const WRITTEN = ['written 0', 'written 1', 'written 2']
const ALL = [...HEARD, ...WAITING, ...WRITTEN]

/** The world of whoever recovers: the process of the session is gone, and its transcript lies in the home. */
export const recoveringWorld = (home: string, log: EventLog<Session>): World => ({
  ...hookWorld(log, new Maildir(join(home, 'spool')), home),
  processes: { evidence: () => 'gone', running: () => undefined },
  transcripts: { open: () => openBelow([home], transcriptIn(home)), ofHelpers: () => [] },
})

const transcriptIn = (home: string): string => join(home, `${SESSION}.jsonl`)

/** A session that was killed: a part of it in the log, a part in the spool, and all but that in its transcript. */
export async function killedSession(home: string): Promise<void> {
  const log = logOf(home)
  const world = { ...recoveringWorld(home, log), processes: ALIVE }
  const payloads = [{ hook_event_name: 'SessionStart', source: 'startup' }, ...HEARD.map(prompted)]
  for (const payload of payloads) {
    const heard = claudeCode.parse(JSON.stringify({ ...about(home), ...payload }))
    if (heard.kind !== 'parsed') throw new Error(heard.kind)
    await ingest(world, claudeCode, [{ hook: heard, at: world.clock.now(), process: () => PROCESS }])
  }
  for (const text of WAITING)
    await world.spool.deliver('claude-code', JSON.stringify({ ...about(home), ...prompted(text) }))
  const steps = [...HEARD, ...WRITTEN].map((text) => ({ kind: 'prompt', text }) as const)
  writeFileSync(transcriptIn(home), `${linesOf(claudeWriter, SESSION, steps).join('\n')}\n`)
  await log.close()
}

const PROCESS = { pid: 4711, started: 'boot:1', machine: 'here' }
const ALIVE: World['processes'] = { evidence: () => 'alive', running: () => undefined }

const about = (home: string): object => ({
  session_id: SESSION,
  transcript_path: transcriptIn(home),
  cwd: home,
})
const prompted = (prompt: string): object => ({
  hook_event_name: 'UserPromptSubmit',
  prompt,
  prompt_id: prompt,
})

/** Wherever it was cut, the next one recovers the rest, and nothing is there twice. */
export async function requireRecovered(home: string, member: Member): Promise<void> {
  const log = logOf(home)
  try {
    const world = recoveringWorld(home, log)
    const { kind, seen } = await recover(world, KILLED)
    require(kind !== 'not-crashed', `the session is ${seen.view.life.state}`)
    if (member.said.includes('finished')) require(kind === 'already', 'a finished recovery was done again')
    const again = await recover(world, KILLED)
    require(again.kind === 'already' && again.seen.seq === seen.seq, 'a second recovery stored something')
    await requireEachOnce(log)
    await requireLearned(log)
    require((await world.spool.waiting()).length === 0, 'something still waits in the spool')
    require((await world.spool.quarantined()).length === 0, 'something was put into quarantine')
    const { recoveryNote: note = '' } = seen.view.life
    require(note.startsWith(
      `${ALL.length} prompts, 1 correction, ${WRITTEN.length} events filled in`,
    ), `the note is: ${note}`)
  } finally {
    await log.close()
  }
}

/** What its user taught is sure, and so it is a memory: one, approved once. */
async function requireLearned(log: EventLog<Session>): Promise<void> {
  const types: string[] = []
  for await (const { type } of log.read({ session: BOOK })) types.push(type)
  require(types.join() === 'memory.proposed,memory.approved', `the book holds ${types.join(', ')}`)
}

async function requireEachOnce(log: EventLog<Session>): Promise<void> {
  const told: string[] = []
  const types: string[] = []
  for await (const { type, data } of log.read({ session: KILLED })) {
    types.push(type)
    if (type === 'prompt.submitted') told.push(String(data?.text))
  }
  const count = (type: string): number => types.filter((one) => one === type).length
  for (const type of ['session.started', 'session.crashed', 'session.recovered', 'correction.heard'])
    require(count(type) === 1, `${type} is stored ${count(type)} times`)
  require(told.toSorted().join() === ALL.toSorted().join(), `stored are the prompts ${told.join(', ')}`)
}
