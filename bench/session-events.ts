import { type EventDefinition, fact, type NewEvent } from '../src/event/define.ts'
import type { ProcessRef } from '../src/event/fields.ts'
import { derivedId, type SessionId } from '../src/event/identity.ts'
import { SessionArchived, SessionCompleted, SessionEnded, SessionStarted } from '../src/event/session.ts'
import { FileChanged, FileRead, SymbolTouched, TestRan, ToolCalled, ToolReturned } from '../src/event/tool.ts'
import { CorrectionHeard, PromptSubmitted, ResponseCompleted } from '../src/event/turn.ts'
import { serializeLetter } from '../src/event/wire.ts'
import {
  ActionDone,
  ActionPlanned,
  BlockerMet,
  DecisionMade,
  GoalSet,
  TaskOpened,
} from '../src/event/work.ts'
import type { ProjectLocation } from '../src/integrations/project.ts'
import { type Chance, chance, codeLike, proseLike } from './random.ts'
import type { Stage } from './stage.ts'

export interface SyntheticSession {
  readonly session: SessionId
  readonly chance: Chance
  readonly place: Pick<ProjectLocation, 'project' | 'checkout'>
  readonly startedAt: number
  readonly events: number
  /** The session counts as crashed once this process is gone. */
  readonly process?: ProcessRef | undefined
  readonly end: 'open' | 'ended' | 'completed' | 'archived'
}

type Add = <D extends EventDefinition>(
  definition: D,
  data: Parameters<typeof fact<string, D['schema']['entries']>>[2],
) => NewEvent

/**
 * A session as an agent records it: each turn has a prompt, six or seven tool calls with results, the files they touched
 * and an answer; some have a decision, a plan or a test run. Sizes are log-normal, as in real transcripts.
 */
export function sessionEvents(plan: SyntheticSession): readonly NewEvent[] {
  const { session, chance, place } = plan
  const events: NewEvent[] = []
  let at = plan.startedAt
  const add: Add = (definition, data) => {
    at += 200 + chance.below(9_000)
    const id = derivedId('evt', 'bench', session, String(events.length))
    const event = fact(definition, { id, at }, data)
    events.push(event)
    return event
  }
  add(SessionStarted, {
    trigger: 'hook',
    agent: chance.one(['claude-code', 'codex', 'gemini-cli', 'opencode']),
    project: place.project,
    checkout: place.checkout,
    directory: place.checkout,
    branch: `feature/${chance.below(40)}`,
    head: derivedId('evt', session).slice(4).padEnd(40, '0'),
    language: 'TypeScript',
    ...(plan.process && { process: plan.process }),
  })
  add(GoalSet, { text: proseLike(chance, chance.size(80, 300)), origin: 'user' })
  const last = lastEvents(plan)
  while (events.length < plan.events - last.length) addTurn(add, chance)
  events.length = Math.min(events.length, plan.events - last.length)
  for (const addLast of last) addLast(add)
  return events
}

function lastEvents({ end }: SyntheticSession): readonly ((add: Add) => void)[] {
  const ended = (add: Add): void => void add(SessionEnded, { trigger: 'hook' })
  if (end === 'open') return []
  if (end === 'ended') return [ended]
  if (end === 'completed') return [ended, (add) => void add(SessionCompleted, {})]
  return [ended, (add) => void add(SessionArchived, { reason: 'expired' })]
}

function addTurn(add: Add, chance: Chance): void {
  add(PromptSubmitted, { text: proseLike(chance, chance.size(160, 6_000)), origin: 'user' })
  const calls = 3 + chance.below(8)
  for (let i = 0; i < calls; i += 1) addCall(add, chance)
  addNotes(add, chance)
  add(ResponseCompleted, {
    text: proseLike(chance, chance.size(500, 8_000)),
    model: 'a-model-1',
    inputTokens: 2_000 + chance.below(90_000),
    outputTokens: 50 + chance.below(3_000),
  })
}

const TOOLS = ['Bash', 'Bash', 'Read', 'Read', 'Read', 'Edit', 'Edit', 'Grep', 'Write', 'Task'] as const

function addCall(add: Add, chance: Chance): void {
  const tool = chance.one(TOOLS)
  const call = `call_${chance.below(2 ** 31).toString(36)}${chance.below(2 ** 31).toString(36)}`
  const file = `src/${chance.one(FOLDERS)}/${chance.one(NAMES)}-${chance.below(6)}.ts`
  const target = tool === 'Bash' || tool === 'Grep' ? { command: `npm run ${chance.one(NAMES)}` } : { file }
  add(ToolCalled, { call, tool, ...target, input: codeLike(chance, chance.size(140, 12_000)) })
  add(ToolReturned, {
    call,
    tool,
    ...target,
    outcome: chance.isTrue(0.93) ? 'ok' : 'failed',
    output: codeLike(chance, chance.size(420, 30_000)),
    durationMs: chance.size(300, 120_000),
  })
  if (tool === 'Read') add(FileRead, { path: file })
  if (tool !== 'Edit' && tool !== 'Write') return
  const change = tool === 'Write' ? 'created' : 'edited'
  const [before, after] = [
    codeLike(chance, chance.size(120, 4_000)),
    codeLike(chance, chance.size(150, 4_000)),
  ]
  add(FileChanged, { path: file, change, lines: chance.size(12, 900), before, after })
  if (chance.isTrue(0.5)) add(SymbolTouched, { name: `${chance.one(NAMES)}Of${chance.below(30)}`, file })
}

function addNotes(add: Add, chance: Chance): void {
  const text = (): string => proseLike(chance, chance.size(70, 400))
  if (chance.isTrue(0.25)) {
    const outcome = chance.isTrue(0.8) ? 'passed' : 'failed'
    add(TestRan, {
      name: `${chance.one(NAMES)} suite`,
      command: 'npm test',
      outcome,
      passed: chance.below(400),
    })
  }
  if (chance.isTrue(0.1)) add(DecisionMade, { choice: text(), why: text(), origin: 'assistant' })
  if (chance.isTrue(0.1)) {
    const planned = add(ActionPlanned, { text: text(), origin: 'assistant' })
    if (chance.isTrue(0.8)) add(ActionDone, { action: planned.id })
  }
  if (chance.isTrue(0.04)) add(TaskOpened, { text: text(), origin: 'user' })
  if (chance.isTrue(0.03)) add(BlockerMet, { text: text(), kind: 'need' })
  if (chance.isTrue(0.04)) add(CorrectionHeard, { text: text(), origin: 'user', confidence: 0.8 })
}

const FOLDERS = ['app', 'cli', 'event', 'fold', 'host', 'log', 'spool', 'brief'] as const
const NAMES = [
  'append',
  'read',
  'verify',
  'rebuild',
  'forget',
  'drain',
  'session',
  'status',
  'list',
  'render',
] as const

const FRAME = 300

/** A tool result of about the given size. */
export function toolResult(id: string, bytes: number, at = Date.now()): NewEvent {
  const output = codeLike(chance(3), Math.max(1, bytes - FRAME))
  const data = { call: id, tool: 'Bash', outcome: 'ok' as const, command: 'npm test', output }
  return fact(ToolReturned, { id: derivedId('evt', 'bench', id), at }, data)
}

/** One event as a hook spools it: without an id, which ingestion derives from the file name. */
export function spoolPayload({ homes }: Pick<Stage, 'homes'>, bytes: number): string {
  const [home] = homes
  if (!home) throw new Error('the stage has no home')
  const { id: _, ...event } = toolResult('call', bytes)
  return serializeLetter({ session: home.session, events: [event as NewEvent] })
}
