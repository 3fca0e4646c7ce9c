import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentAdapter } from '../../../src/agent/adapter.ts'
import { agents } from '../../../src/agent/agents.ts'
import type { JsonObject } from '../../../src/event/canonical-json.ts'

export interface PayloadFixtures {
  readonly agent: AgentAdapter
  /** Recorded payloads of every kind. */
  readonly payloads: readonly JsonObject[]
}

/** The fixture folders that are not named after their client. */
const FOLDERS: Readonly<Record<string, string>> = { opencode: 'opencode/delivered' }

export function clientsIn(repository: string): readonly PayloadFixtures[] {
  return [...agents.values()].map((agent) => {
    const folder = join(repository, 'tests/fixtures', FOLDERS[agent.name] ?? agent.name)
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const found = files.toSorted().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    // One client has all payloads in one file.
    return { agent, payloads: files.includes('payloads.json') ? Object.values(found[0]) : found }
  })
}
