import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Box } from '../box/box.ts'
import { endGroup } from '../box/process.ts'

export interface CodexHook {
  readonly key: string
  readonly command: string
  readonly currentHash: string
  readonly trustStatus: string
}

const LIMIT_MS = 20_000

/** The hooks that Codex found, with their trust status. */
export function listHooks(here: Box): Promise<readonly CodexHook[]> {
  const child = spawn(here.client.program, ['app-server'], {
    cwd: here.app,
    env: here.environment(),
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const send = (message: object): boolean => child.stdin.write(`${JSON.stringify(message)}\n`)
  return new Promise<readonly CodexHook[]>((done, failed) => {
    const timer = setTimeout(() => failed(new Error('codex app-server did not answer')), LIMIT_MS)
    child.on('error', failed)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line)
      if (message.id === 1) {
        send({ method: 'initialized' })
        send({ id: 2, method: 'hooks/list', params: { cwds: [here.app] } })
      }
      if (message.id !== 2) return
      clearTimeout(timer)
      done(message.result.data.flatMap((folder: { hooks: CodexHook[] }) => folder.hooks))
    })
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'scenario', version: '1' } } })
  }).finally(() => endGroup(child))
}

/** What Codex writes when the user trusts every hook. */
export const trustEntries = (hooks: readonly CodexHook[]): string =>
  hooks.map(({ key, currentHash }) => `\n[hooks.state."${key}"]\ntrusted_hash = "${currentHash}"\n`).join('')
