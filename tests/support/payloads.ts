import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentAdapter, ParsedHook } from '../../src/agent/adapter.ts'
import { eventFromDraft } from '../../src/agent/event-draft.ts'
import type { JsonObject } from '../../src/event/canonical-json.ts'

type Payloads = Readonly<Record<string, JsonObject>>
const FIXTURES = join(import.meta.dirname, '../fixtures')

/** The payloads of a client by name, one in each file. */
export function payloadsOf(client: string): Payloads {
  const names = readdirSync(join(FIXTURES, client)).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    names.map((name) => [name.slice(0, -'.json'.length), jsonIn(join(FIXTURES, client, name))]),
  )
}
export const payloadsIn = (client: string, file: string): Payloads =>
  jsonIn(join(FIXTURES, client, `${file}.json`))

const jsonIn = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

export function parseHook(agent: AgentAdapter, payload: unknown): ParsedHook {
  const result = agent.parse(JSON.stringify(payload))
  if (result.kind !== 'parsed') throw new Error(JSON.stringify(result))
  return result
}

/** The events of a parsed hook. */
export const eventsFromHook = (agent: AgentAdapter, { session, drafts }: ParsedHook, receivedAt = 5) =>
  drafts.map((draft) => eventFromDraft({ agent: agent.name, session, receivedAt }, draft))
