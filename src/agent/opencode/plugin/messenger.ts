import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textField } from '../../field.ts'
import { SessionNotes } from './sessions.ts'

export interface Places {
  readonly spool: string
  readonly command: string
}
/** Fields of a message to leftoff, without its envelope. */
export type PluginMessage = Readonly<Record<string, unknown>>

/** Sends messages to leftoff and receives its replies. */
export class Messenger {
  readonly sessions = new SessionNotes()
  readonly #places: Places
  readonly #directory: string | undefined

  constructor(places: Places, directory: string | undefined) {
    this.#places = places
    this.#directory = directory
  }

  isSubagent(session: string): boolean {
    return this.sessions.rootOf(session) !== session
  }

  /** Spools a message. */
  send(hook: string, session: string, telling: PluginMessage): void {
    const { at, payload } = this.#envelope(hook, session, telling)
    deliver(this.#places.spool, at, payload)
  }

  /**
   * Spools the message if there is no reply in time; a duplicate is harmless. Never rejects, because the reply may come
   * when nobody awaits it.
   */
  async ask(hook: string, session: string, telling: PluginMessage): Promise<string | undefined> {
    try {
      const { at, payload } = this.#envelope(hook, session, telling)
      const answer = await ask(this.#places.command, payload, { directory: this.#directory })
      if (answer.kind === 'answered') return answer.text
      deliver(this.#places.spool, at, payload)
      return undefined
    } catch {
      return undefined // no reply; the session continues
    }
  }

  #envelope(hook: string, session: string, telling: PluginMessage) {
    const sessionID = this.sessions.rootOf(session)
    const subagent = sessionID === session ? undefined : session
    const { version, kind } = this.sessions.of(session)
    const at = Date.now()
    const [directory, pid] = [this.#directory, process.pid]
    const said = { hook, sessionID, subagent, directory, pid, version, kind, at, ...telling }
    return { at, payload: JSON.stringify(said) }
  }
}

/** Limits how long a prompt waits for the brief. */
const DEADLINE_MS = 1500
const MOST_ANSWER = 1 << 20

type CommandReply = { readonly kind: 'answered'; readonly text?: string } | { readonly kind: 'failed' }

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
    const end = (asked: CommandReply): void => {
      clearTimeout(timer)
      child.kill()
      resolve(asked)
    }
    const timer = setTimeout(() => end({ kind: 'failed' }), deadlineMs)
    child.on('error', () => end({ kind: 'failed' }))
    child.on('close', (code) => end(code === 0 ? answerIn(out) : { kind: 'failed' }))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (out.length < MOST_ANSWER) out += text
    })
    child.stdin?.on('error', () => undefined) // it exited without reading; `close` handles that
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
    const text = textField(JSON.parse(out), 'text')
    return { kind: 'answered', ...(text && { text }) }
  } catch {
    return { kind: 'failed' }
  }
}

/** Names sort in order of creation, even within one tick of the file system's clock. */
let count = 0
function nextName(at: number): string {
  count += 1
  const [time, place] = [at.toString(36).padStart(9, '0'), count.toString(36).padStart(6, '0')]
  return `opencode.${time}-${place}-${randomBytes(8).toString('hex')}`
}

/** Spools a delivery. Fails if the home of leftoff was deleted, instead of creating it again. */
function deliver(spool: string, at: number, payload: string): void {
  if (!existsSync(join(spool, 'new'))) prepare(spool)
  const name = nextName(at)
  writeFileSync(join(spool, 'tmp', name), payload, { mode: 0o600, flag: 'wx' })
  renameSync(join(spool, 'tmp', name), join(spool, 'new', name))
}

function prepare(spool: string): void {
  for (const folder of [spool, join(spool, 'tmp'), join(spool, 'new')])
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
}
