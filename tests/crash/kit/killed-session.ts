import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeCode } from '../../../src/agent/claude-code/index.ts'
import { eventDraft, sessionIdOf } from '../../../src/agent/event-draft.ts'
import { ingest } from '../../../src/app/ingest/ingest.ts'
import { recover } from '../../../src/app/lifecycle/recover.ts'
import type { World } from '../../../src/app/world.ts'
import { BOOK } from '../../../src/event/memory.ts'
import { AgentNoticed, ATTENDED } from '../../../src/event/turn.ts'
import { openBelow } from '../../../src/host/transcripts.ts'
import type { EventLog } from '../../../src/log/event-log.ts'
import type { Session } from '../../../src/session/session.ts'
import { Maildir } from '../../../src/spool/maildir.ts'
import { claudeWriter, linesOf } from '../../transcript/writers.ts'
import { require } from './campaign.ts'
import type { Child } from './child.ts'
import { hookWorld } from './hook-world.ts'
import { openLog } from './open-log.ts'

const SESSION = 'killed'
export const KILLED = sessionIdOf('claude-code', SESSION)

/** The prompts of the session, grouped by where they are stored. */
const IN_LOG = ['logged 0', 'No, never use npm in this repo, always use pnpm.']
const IN_SPOOL = ['spooled 0', 'spooled 1', 'spooled 2']
const IN_TRANSCRIPT = ['written 0', 'written 1', 'written 2']
const ALL = [...IN_LOG, ...IN_SPOOL, ...IN_TRANSCRIPT]

/** A world for recovery: the process of the session has ended, and its transcript is in the home folder. */
export const recoveryWorld = (home: string, log: EventLog<Session>): World => ({
  ...hookWorld(log, new Maildir(join(home, 'spool')), home),
  processes: { evidence: () => 'gone', running: () => undefined },
  transcripts: { open: () => openBelow([home], transcriptIn(home)), subagentFiles: () => [] },
})

const transcriptIn = (home: string): string => join(home, `${SESSION}.jsonl`)

/** A killed session with prompts in the log, in the spool and only in its transcript. */
export async function createKilledSession(home: string): Promise<void> {
  const log = openLog(home)
  const world = { ...recoveryWorld(home, log), processes: ALIVE }
  const payloads = [
    { hook_event_name: 'SessionStart', source: 'startup' },
    // Only a reply to the agent becomes a rule without a review.
    ...IN_LOG.flatMap((text) => [answerBefore(text), promptFields(text)]),
  ]
  for (const payload of payloads) {
    const hook = claudeCode.parse(JSON.stringify({ ...commonFields(home), ...payload }))
    if (hook.kind !== 'parsed') throw new Error(hook.kind)
    // Records that a person is present, which only a hook process can detect.
    const drafts = hook.turn?.kind === 'start' ? [...hook.drafts, PERSON_SEEN] : hook.drafts
    const call = { hook: { ...hook, drafts }, at: world.clock.now(), process: () => PROCESS }
    await ingest(world, claudeCode, [call])
  }
  for (const text of IN_SPOOL)
    await world.spool.deliver('claude-code', JSON.stringify({ ...commonFields(home), ...promptFields(text) }))
  const steps = [...IN_LOG, ...IN_TRANSCRIPT].map((text) => ({ kind: 'prompt', text }) as const)
  writeFileSync(transcriptIn(home), `${linesOf(claudeWriter, SESSION, steps).join('\n')}\n`)
  await log.close()
}

const PERSON_SEEN = eventDraft(AgentNoticed, [ATTENDED, 'run'], { kind: ATTENDED })

const answerBefore = (text: string): object => ({
  hook_event_name: 'Stop',
  last_assistant_message: 'I ran npm install.',
  prompt_id: `before ${text}`,
})
const PROCESS = { pid: 4711, started: 'boot:1', machine: 'here' }
const ALIVE: World['processes'] = { evidence: () => 'alive', running: () => undefined }

const commonFields = (home: string): object => ({
  session_id: SESSION,
  transcript_path: transcriptIn(home),
  cwd: home,
})
const promptFields = (prompt: string): object => ({
  hook_event_name: 'UserPromptSubmit',
  prompt,
  prompt_id: prompt,
})

/** No matter where the recovery was killed, the next one completes it without duplicates. */
export async function requireRecovered(home: string, child: Child): Promise<void> {
  const log = openLog(home)
  try {
    const world = recoveryWorld(home, log)
    const { kind, seen } = await recover(world, KILLED)
    require(kind !== 'not-crashed', `the session is ${seen.view.life.state}`)
    if (child.lines.includes('finished')) require(kind === 'already', 'a finished recovery ran again')
    const again = await recover(world, KILLED)
    require(again.kind === 'already' && again.seen.seq === seen.seq, 'a second recovery stored something')
    await requireEachOnce(log)
    await requireLearned(log)
    require((await world.spool.waiting()).length === 0, 'the spool is not empty')
    require((await world.spool.quarantined()).length === 0, 'something was put into quarantine')
    const { recoveryNote: note = '' } = seen.view.life
    require(note.startsWith(
      `${ALL.length} prompts, 1 correction, ${IN_TRANSCRIPT.length} events filled in`,
    ), `the note is: ${note}`)
  } finally {
    await log.close()
  }
}

/** Requires that the user's correction has become one rule, approved once. */
async function requireLearned(log: EventLog<Session>): Promise<void> {
  const types: string[] = []
  for await (const { type } of log.read({ session: BOOK })) types.push(type)
  require(types.join() === 'memory.proposed,memory.approved', `the rule events are ${types.join(', ')}`)
}

async function requireEachOnce(log: EventLog<Session>): Promise<void> {
  const prompts: string[] = []
  const types: string[] = []
  for await (const { type, data } of log.read({ session: KILLED })) {
    types.push(type)
    if (type === 'prompt.submitted') prompts.push(String(data?.text))
  }
  const count = (type: string): number => types.filter((one) => one === type).length
  for (const type of ['session.started', 'session.crashed', 'session.recovered', 'correction.heard'])
    require(count(type) === 1, `${type} is stored ${count(type)} times`)
  require(prompts.toSorted().join() === ALL.toSorted().join(), `the stored prompts are ${prompts.join(', ')}`)
}
