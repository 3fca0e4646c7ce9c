import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import type { Sandbox } from '../support/sandbox.ts'

interface McpOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  readonly name?: string
}

/** A real MCP client and the server that it started. */
interface McpAgent {
  readonly client: Client
  readonly pid: number
  /** Calls a tool that must succeed. Returns its text. */
  text(tool: string, input?: Readonly<Record<string, unknown>>): Promise<string>
  /** Calls a tool. Returns the raw result. */
  call(tool: string, input?: unknown): Promise<CallToolResult>
  close(): Promise<void>
}

/** Arguments that start the server. */
export const serverArguments = ({ command }: Pick<Sandbox, 'command'>): string[] => [command, 'mcp']

export async function agent(here: Sandbox, options: McpOptions = {}): Promise<McpAgent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: serverArguments(here),
    cwd: options.folder ?? here.folder,
    env: { HOME: join(here.root, 'user'), LEFTOFF_HOME: here.home, TZ: 'UTC', ...options.env },
    stderr: 'ignore',
  })
  const client = new Client({ name: options.name ?? 'test-agent', version: '0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = (name: string, input?: unknown): Promise<CallToolResult> =>
    client.callTool({ name, arguments: input as Record<string, unknown> }) as Promise<CallToolResult>
  return {
    client,
    pid: transport.pid ?? 0,
    call,
    async text(name, input) {
      const result = await call(name, input)
      if (result.isError) throw new Error(`${name}: ${textOf(result)}`)
      return textOf(result)
    },
    close: () => client.close(),
  }
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map((one) => (one.type === 'text' ? one.text : '')).join('\n')

/** The text between the `leftoff-data` tags. */
export function quotedIn(text: string): string {
  const found = /<leftoff-data ([0-9a-f]{16})>\n([\s\S]*)\n<\/leftoff-data \1>$/.exec(text)
  if (!found?.[2]) throw new Error(`no quoted text in: ${text}`)
  return found[2]
}
