import type { AgentAdapter } from '../../../src/agent/adapter.ts'
import { contextFor } from '../../../src/app/context/context-for.ts'
import { drainSpool } from '../../../src/app/ingest/drain-spool.ts'
import { sessionProjection } from '../../../src/app/projection.ts'
import type { World } from '../../../src/app/world.ts'
import type { StoredEvent } from '../../../src/event/define.ts'
import { understand } from '../../../src/event/understand.ts'
import { locateProject } from '../../../src/integrations/project.ts'
import { MemoryLog } from '../../../src/log/memory.ts'
import { hookWorld } from './hook-world.ts'
import { MemorySpool } from './memory-spool.ts'

/** C0 except tab and newline, DEL and C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression matches control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

export interface IngestTrial {
  /** The guarantee that was violated, if any. */
  readonly fault?: string
  readonly outcome: 'stored' | 'ignored' | 'quarantined'
  readonly ms: number
}

/** Does everything that leftoff does with hook input: parse, drain the spool, compose a brief. */
export async function ingestAnything(agent: AgentAdapter | undefined, bytes: Buffer): Promise<IngestTrial> {
  const log = new MemoryLog(sessionProjection)
  const spool = new MemorySpool()
  const world = { ...hookWorld(log, spool, FOLDER), placeAt: fuzzedLocation }
  await spool.deliver(agent?.name ?? 'leftoff', bytes.toString('utf8'))
  const began = performance.now()
  try {
    const hook = agent?.parse(bytes.toString('utf8'))
    await drainSpool(world)
    const ms = performance.now() - began
    const events: StoredEvent[] = []
    for await (const event of log.read()) events.push(event)
    const outcome = events.length > 0 ? 'stored' : spool.aside.size > 0 ? 'quarantined' : 'ignored'
    const draftCount = hook?.kind === 'parsed' ? hook.drafts.length : 0
    const fault =
      (spool.waits.size > 0 ? 'it stays in the spool' : undefined) ??
      (draftCount > 0 && outcome === 'ignored' ? 'parsed events were not stored' : undefined) ??
      reasonFault([...spool.aside.values()]) ??
      events.map((event) => eventFault(event, agent)).find((one) => one !== undefined) ??
      (await briefFault(world, agent))
    return { ms, outcome, ...(fault !== undefined && { fault }) }
  } catch (error) {
    const fault = `thrown: ${error instanceof Error ? error.stack : String(error)}`
    return { ms: performance.now() - began, outcome: 'ignored', fault }
  }
}

const FOLDER = '/work/fuzzed'
const FUZZED_PROJECT = locateProject(FOLDER)
/** Locates the real folders but treats them all as one project. */
const fuzzedLocation = (directory: string): ReturnType<World['placeAt']> => ({
  ...locateProject(directory),
  project: FUZZED_PROJECT.project,
  projectIds: FUZZED_PROJECT.projectIds,
})

/** A delivery from leftoff itself may come from a newer release and may contain unknown events. */
function eventFault(event: StoredEvent, agent: AgentAdapter | undefined): string | undefined {
  const understood = understand(event)
  if (understood.kind === 'known' || (understood.kind === 'unknown' && !agent)) return undefined
  return `a stored ${event.type} is ${JSON.stringify(understood).slice(0, 300)}`
}

const reasonFault = (reasons: readonly string[]): string | undefined =>
  reasons.some((reason) => CONTROL.test(reason) || reason.length > 1000)
    ? `a quarantine reason quotes the input: ${JSON.stringify(reasons).slice(0, 300)}`
    : undefined

const START = { kind: 'start', source: 'startup' } as const
const PROMPT = { kind: 'prompt' } as const

/** Checks the context that the next session of this project gets. */
async function briefFault(world: World, agent: AgentAdapter | undefined): Promise<string | undefined> {
  if (!agent) return undefined
  for (const event of ['SessionStart', 'PreCompact', 'session.start', 'BeforeAgent']) {
    const turn = event === 'BeforeAgent' ? PROMPT : START
    const context = await contextFor(world, agent, {
      kind: 'parsed',
      event,
      session: 'next',
      turn,
      drafts: [],
    })
    const printed = agent.reply({ event, text: context?.text })
    if (CONTROL.test(printed)) return `printed: ${JSON.stringify(printed).slice(0, 600)}`
    if (context && CONTROL.test(context.text ?? ''))
      return `in the brief: ${JSON.stringify(context.text).slice(0, 600)}`
  }
  return undefined
}
