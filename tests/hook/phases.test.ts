import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentName } from '../../src/agent/adapter.ts'
import { sessionIdOf } from '../../src/agent/event-draft.ts'
import { handleHook } from '../../src/app/ingest/handle-hook.ts'
import type { Phase } from '../../src/event/context.ts'
import { PHASES } from '../../src/event/context.ts'
import { ATTENDED } from '../../src/event/turn.ts'
import { eventOfType } from '../support/events.ts'
import { parseHook } from '../support/payloads.ts'
import { MINUTE, TestWorld } from '../support/world.ts'
import { ADAPTERS, AGENTS, PAYLOADS } from './agent-payloads.ts'

const USED: Readonly<Record<Phase, number>> = {
  VERBOSE: 10_000,
  CONDENSED: 110_000,
  SIGNALS: 155_000,
  CRITICAL: 190_000,
}
const WHERE = { session: 'golden', folder: '/work/app' }
const COMPACTING: Readonly<Record<AgentName, object>> = {
  'claude-code': { hook_event_name: 'PreCompact', trigger: 'manual' },
  codex: { hook_event_name: 'PreCompact', trigger: 'manual', turn_id: 'c' },
  'gemini-cli': { hook_event_name: 'PreCompress', trigger: 'manual' },
  opencode: { hook: 'session.compacting' },
}
const STOP: Readonly<Record<AgentName, object | undefined>> = {
  'claude-code': { hook_event_name: 'Stop', last_assistant_message: 'It works.' },
  codex: { hook_event_name: 'Stop', last_assistant_message: 'It works.', turn_id: 's' },
  'gemini-cli': { hook_event_name: 'AfterAgent', prompt_response: 'It works.' },
  opencode: undefined, // opencode has no hook that can answer at the end of a turn
}

/** The clients whose summarizer reads what a hook replies. */
const READS_BEFORE: ReadonlySet<AgentName> = new Set<AgentName>(['claude-code', 'opencode'])

class HookedClient {
  readonly world: TestWorld
  readonly #agent: AgentName

  constructor(agent: AgentName, used: number) {
    this.#agent = agent
    this.world = new TestWorld({ name: `${agent} ${used}` })
  }

  get session() {
    return sessionIdOf(this.#agent, WHERE.session)
  }

  /** What the client prints on standard output for this payload. */
  async send(payload: object): Promise<string> {
    const { world } = this
    const at = world.advance(MINUTE).time
    const timed = {
      ...payload,
      ...('timestamp' in payload && { timestamp: new Date(at).toISOString() }),
      ...('at' in payload && { at }),
    }
    const agent = ADAPTERS[this.#agent]
    const hook = { ...parseHook(agent, timed), isAttended: true }
    const onError = (error: unknown): void => {
      throw error
    }
    const answer = await handleHook(world, { agent, call: { hook, at }, onError })
    return agent.reply({ event: hook.event, ...answer })
  }

  like(fields: object): object {
    return { ...PAYLOADS[this.#agent].start(WHERE), ...fields }
  }
}

const REGIONS = ['Europe', 'Asia', 'Africa', 'America'].flatMap((region) =>
  ['north', 'south', 'east', 'west', 'center'].map((part) => `${region} ${part}`),
)
/** Long enough that half of the budget does not hold all decisions. */
const WHY =
  'the accounting team of this region reads its own file with another program and at another time of day'

/** A session that contains work and whose context is this full. */
async function working(agent: AgentName, phase: Phase): Promise<HookedClient> {
  const client = new HookedClient(agent, USED[phase])
  const payloads = PAYLOADS[agent]
  await client.send(payloads.start(WHERE))
  await client.send(payloads.prompt(WHERE, 'Build the order export'))
  const { world, session } = client
  await world.log.append(session, [
    eventOfType('agent.noticed', { kind: ATTENDED }, world.time),
    eventOfType('goal.set', { text: 'ship the order export' }, world.time),
    ...REGIONS.map((region) =>
      eventOfType('decision.made', { choice: `a file of its own for ${region}`, why: WHY }, world.time),
    ),
    eventOfType('blocker.met', { text: 'the staging database refuses connections' }, world.time),
    eventOfType('task.opened', { text: 'write the export format page' }, world.time),
    eventOfType('file.changed', { path: '/work/app/src/export.ts', change: 'edited' }, world.time),
    eventOfType('context.measured', { used: USED[phase], window: 200_000, source: 'transcript' }, world.time),
  ])
  return client
}

/** A client that reads its brief at a prompt gets none at the start. */
const briefAfter = async (client: HookedClient, agent: AgentName, start: object): Promise<string> => {
  const atStart = await client.send(start)
  if (!ADAPTERS[agent].isBriefedAtPrompt) return atStart
  return client.send(PAYLOADS[agent].prompt(WHERE, 'Go on with the export'))
}

async function repliesOf(agent: AgentName): Promise<ReadonlyMap<string, string>> {
  const replies = new Map<string, string>()
  for (const phase of PHASES) {
    const client = await working(agent, phase)
    const resumed = PAYLOADS[agent].start(WHERE, 'resume')
    replies.set(`${phase}: resume`, await briefAfter(client, agent, resumed))
    const stopping = await working(agent, phase)
    const stop = STOP[agent]
    if (stop) replies.set(`${phase}: stop`, await stopping.send(stopping.like(stop)))
  }
  const compacting = await working(agent, 'CRITICAL')
  replies.set('before a compaction', await compacting.send(compacting.like(COMPACTING[agent])))
  // Gemini CLI sends no start after it has compressed the conversation.
  const after =
    agent === 'gemini-cli'
      ? PAYLOADS[agent].prompt(WHERE, 'Go on with the export')
      : PAYLOADS[agent].start(WHERE, 'compact')
  replies.set('after a compaction', await compacting.send(after))
  const first = await working(agent, 'VERBOSE')
  await first.send(PAYLOADS[agent].end(WHERE))
  const next = { ...WHERE, session: 'next' }
  const start = await first.send(PAYLOADS[agent].start(next))
  const prompt = await first.send(PAYLOADS[agent].prompt(next, 'What about src/export.ts and the regions?'))
  replies.set('start of the next session', start)
  replies.set('first prompt of the next session', prompt)
  return replies
}

/** Turns escaped line breaks into real ones, so that a change is easy to read. */
const page = (replies: ReadonlyMap<string, string>): string =>
  [...replies].map(([moment, text]) => `## ${moment}\n${text.replaceAll('\\n', '\n')}\n`).join('\n')

/** If a change of wording is intended, update the pages with `npx vitest run tests/hook/phases.test.ts -u`. */
test.each(AGENTS)(
  'B8, B9: the texts that %s reads in each phase and at each moment match the stored page',
  async (agent) => {
    const replies = await repliesOf(agent)
    await expect(page(replies)).toMatchFileSnapshot(join(import.meta.dirname, `phases/${agent}.txt`))
    const resumes = PHASES.map((phase) => replies.get(`${phase}: resume`) ?? '')
    expect(new Set(resumes).size, 'each phase says something else').toBe(PHASES.length)
    const lengths = resumes.map(({ length }) => length)
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
    for (const resume of resumes) expect(resume).toContain('[PHASE: SESSION_START]')
    const before = replies.get('before a compaction') ?? ''
    if (READS_BEFORE.has(agent)) expect(before).toContain('[PHASE: PRE_COMPACT]')
    else expect(before).not.toContain('export')
    expect(replies.get('after a compaction')).toContain('[PHASE: POST_COMPACT]')
    if (STOP[agent]) expect(replies.get('VERBOSE: stop')).toContain('[PHASE: SESSION_STOP]')
  },
)
