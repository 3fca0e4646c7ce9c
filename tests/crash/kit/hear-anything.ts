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

/** C0 but tab and newline, DEL and C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

export interface Examined {
  /** What was wrong; nothing when all is well. */
  readonly fault?: string
  readonly outcome: 'stored' | 'ignored' | 'set aside'
  readonly ms: number
}

/** All that leftoff does with what a hook reads, whatever it is: heard, taken in by a drain, told in a brief. */
export async function hearAnything(agent: AgentAdapter | undefined, bytes: Buffer): Promise<Examined> {
  const log = new MemoryLog(sessionProjection)
  const spool = new MemorySpool()
  const world = { ...hookWorld(log, spool, FOLDER), placeAt: here }
  await spool.deliver(agent?.name ?? 'leftoff', bytes.toString('utf8'))
  const began = performance.now()
  try {
    const heard = agent?.parse(bytes.toString('utf8'))
    await drainSpool(world)
    const ms = performance.now() - began
    const events: StoredEvent[] = []
    for await (const event of log.read()) events.push(event)
    const outcome = events.length > 0 ? 'stored' : spool.aside.size > 0 ? 'set aside' : 'ignored'
    const says = heard?.kind === 'parsed' ? heard.drafts.length : 0
    const fault =
      (spool.waits.size > 0 ? 'it waits in the spool for ever' : undefined) ??
      (says > 0 && outcome === 'ignored' ? 'what was heard is nowhere' : undefined) ??
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
const FIXED = locateProject(FOLDER)
/** Every folder is looked at as it is on this machine, and all of them are one project. */
const here = (directory: string): ReturnType<World['placeAt']> => ({
  ...locateProject(directory),
  project: FIXED.project,
  projectIds: FIXED.projectIds,
})

/** A letter of leftoff itself may come from a newer release, and is kept as it is. */
function eventFault(event: StoredEvent, agent: AgentAdapter | undefined): string | undefined {
  const understood = understand(event)
  if (understood.kind === 'known' || (understood.kind === 'unknown' && !agent)) return undefined
  return `a ${event.type} was stored that is ${JSON.stringify(understood).slice(0, 300)}`
}

const reasonFault = (reasons: readonly string[]): string | undefined =>
  reasons.some((reason) => CONTROL.test(reason) || reason.length > 1000)
    ? `a reason holds what was told: ${JSON.stringify(reasons).slice(0, 300)}`
    : undefined

const START = { kind: 'start', source: 'startup' } as const
const PROMPT = { kind: 'prompt' } as const

/** What the next session of this project would be given to read. */
async function briefFault(world: World, agent: AgentAdapter | undefined): Promise<string | undefined> {
  if (!agent) return undefined
  for (const event of ['SessionStart', 'PreCompact', 'session.start', 'BeforeAgent']) {
    const turn = event === 'BeforeAgent' ? PROMPT : START
    const given = await contextFor(world, agent, { kind: 'parsed', event, session: 'next', turn, drafts: [] })
    const printed = agent.reply({ event, text: given?.text })
    if (CONTROL.test(printed)) return `printed: ${JSON.stringify(printed).slice(0, 600)}`
    if (given && CONTROL.test(given.text ?? ''))
      return `in the brief: ${JSON.stringify(given.text).slice(0, 600)}`
  }
  return undefined
}
