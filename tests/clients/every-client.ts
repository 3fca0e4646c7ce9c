import { describe } from 'vitest'
import type { Agent, Client } from './client.ts'
import { packages } from './installed.mjs'
import { claudeCode } from './real/claude-code.ts'
import { codex } from './real/codex.ts'
import { geminiCli } from './real/gemini-cli.ts'
import { opencode } from './real/opencode.ts'

const KNOWN: Record<string, (version: string) => Client> = {
  '@anthropic-ai/claude-code': claudeCode,
  '@openai/codex': codex,
  '@google/gemini-cli': geminiCli,
  'opencode-ai': opencode,
}

const clients: readonly Client[] = packages.flatMap(({ name, version }) => KNOWN[name]?.(version) ?? [])

const only = process.env.LEFTOFF_ONLY?.split(',')

/** Creates a suite for each version of each client. Skips clients that were not selected. */
export function withEvery(agents: readonly Agent[], title: string, promises: (client: Client) => void): void {
  for (const client of clients.filter(({ agent }) => agents.includes(agent))) {
    const isWanted = only?.includes(client.agent) ?? true
    describe.runIf(isWanted)(`${client.agent} ${client.version} ${title}`, () => promises(client))
  }
}

/** Creates a suite for the newest versions of two clients. */
export function withBoth(
  agents: readonly [Agent, Agent],
  title: string,
  promises: (both: readonly [Client, Client]) => void,
): void {
  const [one, other] = agents.map((agent) => clients.find((client) => client.agent === agent))
  const isWanted = agents.every((agent) => only?.includes(agent) ?? true)
  describe.runIf(isWanted && one && other)(`${agents.join(' and ')} ${title}`, () => {
    if (one && other) promises([one, other])
  })
}

/** Creates a suite for the newest version only, for slow scenarios that do not depend on the version. */
export function withNewest(agent: Agent, title: string, promises: (client: Client) => void): void {
  const client = clients.find((one) => one.agent === agent)
  const isWanted = only?.includes(agent) ?? true
  describe.runIf(isWanted && client)(`${agent} ${client?.version} ${title}`, () => {
    if (client) promises(client)
  })
}
