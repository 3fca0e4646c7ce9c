import { spawn } from 'node:child_process'
import type { Environment } from '../host/paths.ts'

export type HookTrust =
  | { readonly kind: 'told'; readonly trusted: number; readonly untrusted: number; readonly disabled: number }
  | { readonly kind: 'unknown'; readonly because: string }

const TIMEOUT_MS = 8000

/** Asks Codex which hooks it trusts: Codex ignores untrusted hooks, and only Codex knows which they are. */
export function readCodexTrust(
  program: string,
  ask: { readonly env: Environment; readonly directory: string; isOurs(command: unknown): boolean },
): Promise<HookTrust> {
  return new Promise((done) => {
    const server = spawn(program, ['app-server'], { env: ask.env, stdio: ['pipe', 'pipe', 'ignore'] })
    const finish = (trust: HookTrust): void => {
      clearTimeout(timer)
      server.kill('SIGKILL')
      done(trust)
    }
    const timer = setTimeout(
      () => finish({ kind: 'unknown', because: 'it did not answer in time' }),
      TIMEOUT_MS,
    )
    server.on('error', () => finish({ kind: 'unknown', because: 'it could not be started' }))
    server.on('exit', () => finish({ kind: 'unknown', because: 'it exited without an answer' }))
    server.stdin.on('error', () => {}) // reported by the exit event
    let pending = ''
    server.stdout.on('data', (chunk: Buffer) => {
      pending += chunk.toString('utf8')
      const lines = pending.split('\n')
      pending = lines.pop() ?? ''
      const answer = lines.map(parseHooks).find((hooks) => hooks !== undefined)
      if (answer) finish(countTrust(answer.filter((hook) => ask.isOurs(hook.command))))
    })
    for (const message of requests(ask.directory)) server.stdin.write(`${JSON.stringify(message)}\n`)
  })
}

const LIST_REQUEST_ID = 2
const requests = (directory: string): readonly object[] => [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { clientInfo: { name: 'leftoff', title: 'leftoff doctor', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'initialized' },
  { jsonrpc: '2.0', id: LIST_REQUEST_ID, method: 'hooks/list', params: { cwds: [directory] } },
]

type Hook = Readonly<Record<string, unknown>>

function parseHooks(line: string): readonly Hook[] | undefined {
  try {
    const message = JSON.parse(line)
    if (message?.id !== LIST_REQUEST_ID) return undefined
    const folders: unknown = message.result?.data
    return Array.isArray(folders) ? folders.flatMap((folder) => folder?.hooks ?? []) : []
  } catch {
    return undefined // not a JSON message
  }
}

function countTrust(hooks: readonly Hook[]): HookTrust {
  const isTrusted = (hook: Hook): boolean => hook.trustStatus === 'trusted' || hook.isManaged === true
  return {
    kind: 'told',
    trusted: hooks.filter(isTrusted).length,
    untrusted: hooks.filter((hook) => !isTrusted(hook)).length,
    disabled: hooks.filter((hook) => hook.enabled === false).length,
  }
}
