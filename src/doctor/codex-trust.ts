import { spawn } from 'node:child_process'
import type { Environment } from '../host/paths.ts'

export type Trust =
  | { readonly kind: 'told'; readonly trusted: number; readonly untrusted: number; readonly disabled: number }
  | { readonly kind: 'unknown'; readonly because: string }

const PATIENCE_MS = 8000

/** Codex passes over hooks that its user has not trusted, and only Codex can say which those are. */
export function codexTrust(
  program: string,
  ask: { readonly env: Environment; readonly directory: string; isOurs(command: unknown): boolean },
): Promise<Trust> {
  return new Promise((done) => {
    const server = spawn(program, ['app-server'], { env: ask.env, stdio: ['pipe', 'pipe', 'ignore'] })
    const finish = (trust: Trust): void => {
      clearTimeout(timer)
      server.kill('SIGKILL')
      done(trust)
    }
    const timer = setTimeout(
      () => finish({ kind: 'unknown', because: 'it did not answer in time' }),
      PATIENCE_MS,
    )
    server.on('error', () => finish({ kind: 'unknown', because: 'it could not be started' }))
    server.on('exit', () => finish({ kind: 'unknown', because: 'it ended without an answer' }))
    server.stdin.on('error', () => {}) // told by its exit
    let heard = ''
    server.stdout.on('data', (chunk: Buffer) => {
      heard += chunk.toString('utf8')
      const lines = heard.split('\n')
      heard = lines.pop() ?? ''
      const answer = lines.map(hooksIn).find((hooks) => hooks !== undefined)
      if (answer) finish(counted(answer.filter((hook) => ask.isOurs(hook.command))))
    })
    for (const message of conversation(ask.directory)) server.stdin.write(`${JSON.stringify(message)}\n`)
  })
}

const LIST = 2
const conversation = (directory: string): readonly object[] => [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { clientInfo: { name: 'leftoff', title: 'leftoff doctor', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'initialized' },
  { jsonrpc: '2.0', id: LIST, method: 'hooks/list', params: { cwds: [directory] } },
]

type Hook = Readonly<Record<string, unknown>>

function hooksIn(line: string): readonly Hook[] | undefined {
  try {
    const message = JSON.parse(line)
    if (message?.id !== LIST) return undefined
    const folders: unknown = message.result?.data
    return Array.isArray(folders) ? folders.flatMap((folder) => folder?.hooks ?? []) : []
  } catch {
    return undefined // a line that is not for us
  }
}

function counted(hooks: readonly Hook[]): Trust {
  const isTrusted = (hook: Hook): boolean => hook.trustStatus === 'trusted' || hook.isManaged === true
  return {
    kind: 'told',
    trusted: hooks.filter(isTrusted).length,
    untrusted: hooks.filter((hook) => !isTrusted(hook)).length,
    disabled: hooks.filter((hook) => hook.enabled === false).length,
  }
}
