import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textField } from '../../field.ts'
import { SessionTable } from './sessions.ts'

export interface PluginPaths {
  readonly spool: string
  readonly command: string
}
/** Fields of a message to leftoff, without its envelope. */
export type PluginMessage = Readonly<Record<string, unknown>>

/** Shows one line to the user. Never throws. */
export type ShowNotice = (text: string) => unknown

/** Sends messages to leftoff and receives its replies. */
export class Messenger {
  readonly sessions = new SessionTable()
  readonly #paths: PluginPaths
  readonly #directory: string | undefined
  readonly #showNotice: ShowNotice

  constructor(paths: PluginPaths, directory: string | undefined, showNotice: ShowNotice = () => undefined) {
    this.#paths = paths
    this.#showNotice = showNotice
    this.#directory = directory
  }

  isSubagent(session: string): boolean {
    return this.sessions.rootOf(session) !== session
  }

  /** Spools a message. */
  send(hook: string, session: string, message: PluginMessage): void {
    const { at, payload } = this.#envelope(hook, session, message)
    deliver(this.#paths.spool, at, payload)
  }

  /**
   * Sends a message and waits for the reply. Spools the message if there is no reply in time; a duplicate is
   * harmless. Never rejects, because the reply may arrive when no caller awaits it.
   */
  async ask(hook: string, session: string, message: PluginMessage): Promise<string | undefined> {
    try {
      const { at, payload } = this.#envelope(hook, session, message)
      const answer = await ask(this.#paths.command, payload, { directory: this.#directory })
      if (answer.kind === 'answered') {
        if (answer.notice) void this.#showNotice(answer.notice)
        return answer.text
      }
      deliver(this.#paths.spool, at, payload)
      return undefined
    } catch {
      return undefined // no reply; the session continues
    }
  }

  #envelope(hook: string, session: string, message: PluginMessage) {
    const sessionID = this.sessions.rootOf(session)
    const subagent = sessionID === session ? undefined : session
    const { version, kind } = this.sessions.of(session)
    const at = Date.now()
    const [directory, pid] = [this.#directory, process.pid]
    const payload = { hook, sessionID, subagent, directory, pid, version, kind, at, ...message }
    return { at, payload: JSON.stringify(payload) }
  }
}

/** Limits how long a prompt waits for the brief. */
const DEADLINE_MS = 1500
const MAX_ANSWER = 1 << 20

type CommandReply =
  | { readonly kind: 'answered'; readonly text?: string; readonly notice?: string }
  | { readonly kind: 'failed' }

/** Runs the command with the payload on standard input. Never throws and always ends in time. */
function ask(
  command: string,
  payload: string,
  { directory, deadlineMs = DEADLINE_MS }: { directory?: string | undefined; deadlineMs?: number } = {},
): Promise<CommandReply> {
  return new Promise((resolve) => {
    const child = startCommand(command, directory)
    if (!child) return resolve({ kind: 'failed' })
    let out = ''
    const end = (reply: CommandReply): void => {
      clearTimeout(timer)
      child.kill()
      resolve(reply)
    }
    const timer = setTimeout(() => end({ kind: 'failed' }), deadlineMs)
    child.on('error', () => end({ kind: 'failed' }))
    child.on('close', (code) => end(code === 0 ? answerIn(out) : { kind: 'failed' }))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (out.length < MAX_ANSWER) out += text
    })
    child.stdin?.on('error', () => undefined) // the command exited without reading; `close` handles that
    child.stdin?.end(payload)
  })
}

function startCommand(command: string, directory: string | undefined): ChildProcess | undefined {
  try {
    return spawn(command, ['hook', 'opencode'], { cwd: directory, stdio: ['pipe', 'pipe', 'ignore'] })
  } catch {
    return undefined // the caller reports a failure
  }
}

/** Empty output is a valid reply without text. */
function answerIn(out: string): CommandReply {
  if (out.trim() === '') return { kind: 'answered' }
  try {
    const reply: unknown = JSON.parse(out)
    const [text, notice] = [textField(reply, 'text'), textField(reply, 'notice')]
    return { kind: 'answered', ...(text && { text }), ...(notice && { notice }) }
  } catch {
    return { kind: 'failed' }
  }
}

/** Makes names sort in order of creation, even within one millisecond. */
let count = 0
function nextName(at: number): string {
  count += 1
  const [time, order] = [at.toString(36).padStart(9, '0'), count.toString(36).padStart(6, '0')]
  return `opencode.${time}-${order}-${randomBytes(8).toString('hex')}`
}

/** Spools a delivery. If the leftoff home folder was deleted, this fails instead of creating the folder again. */
function deliver(spool: string, at: number, payload: string): void {
  if (!existsSync(join(spool, 'new'))) createFolders(spool)
  const name = nextName(at)
  writeFileSync(join(spool, 'tmp', name), payload, { mode: 0o600, flag: 'wx' })
  renameSync(join(spool, 'tmp', name), join(spool, 'new', name))
}

function createFolders(spool: string): void {
  for (const folder of [spool, join(spool, 'tmp'), join(spool, 'new')])
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
}
