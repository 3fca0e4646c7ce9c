import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { AgentName } from '../../../src/agent/adapter.ts'
import type { Trial } from './campaign.ts'

export type HookCommand = (agent: AgentName) => readonly string[]

/** Builds the published command for one campaign, inside node_modules, so that it finds the driver. */
export function buildHook({ repository }: Trial, campaign: string): HookCommand {
  const folder = join(repository, `node_modules/.cache/leftoff-campaign/${campaign}-dist`)
  const script = join(repository, 'scripts/build.mjs')
  execFileSync(process.execPath, [script, '--no-types', '--out', folder])
  return (agent) => [process.execPath, join(folder, 'leftoff.cjs'), 'hook', agent]
}

/** The same hook in the campaign bundle, which contains the mutants. */
export const bundledHook =
  ({ childBundle }: Trial): HookCommand =>
  (agent) => [process.execPath, childBundle, 'hookProcess', JSON.stringify({ agent })]
