import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textField } from '../../field.ts'
import { Sessions } from './sessions.ts'

export interface Places {
  readonly spool: string
  readonly command: string
}
/** What is told of a session besides which hook told it. */
export type PluginMessage = Readonly<Record<string, unknown>>

/** Carries what opencode says to leftoff, and what leftoff says back. */
export class Messenger {
  readonly sessions = new Sessions()
  readonly #places: Places
  readonly #directory: string | undefined

  constructor(places: Places, directory: string | undefined) {
    this.#places = places
    this.#directory = directory
  }

  isSubagent(session: string): boolean {
    return this.sessions.rootOf(session) !== session
  }

  /** Leaves it in the spool. */
  tell(hook: string, session: string, telling: PluginMessage): void {
    const { at, payload } = this.#envelope(hook, session, telling)
    deliver(this.#places.spool, at, payload)
  }

  /**
   * What is not answered in time is left in the spool: told twice it is still one thing. It never rejects, because the
   * answer may come when nobody waits for it.
   */
  async ask(hook: string, session: string, telling: PluginMessage): Promise<string | undefined> {
    try {
      const { at, payload } = this.#envelope(hook, session, telling)
      const answer = await ask(this.#places.command, payload, { directory: this.#directory })
      if (answer.kind === 'answered') return answer.text
      deliver(this.#places.spool, at, payload)
      return undefined
    } catch {
      return undefined // nothing to read then; the session goes on
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

/** A prompt waits for the answer to its start; it does not wait longer than this. */
const DEADLINE_MS = 1500
const MOST_ANSWER = 1 << 20

type Asked = { readonly kind: 'answered'; readonly text?: string } | { readonly kind: 'failed' }

/** Runs the command with the payload on its standard input. It never throws and always ends in time. */
function ask(
  command: string,
  payload: string,
  { directory, deadlineMs = DEADLINE_MS }: { directory?: string | undefined; deadlineMs?: number } = {},
): Promise<Asked> {
  return new Promise((resolve) => {
    const child = started(command, directory)
    if (!child) return resolve({ kind: 'failed' })
    let out = ''
    const end = (asked: Asked): void => {
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
    child.stdin?.on('error', () => undefined) // it has ended without reading; its end is told by close
    child.stdin?.end(payload)
  })
}

function started(command: string, directory: string | undefined): ChildProcess | undefined {
  try {
    return spawn(command, ['hook', 'opencode'], { cwd: directory, stdio: ['pipe', 'pipe', 'ignore'] })
  } catch {
    return undefined // told as failed
  }
}

/** Nothing at all is an answer too: there is nothing to say. */
function answerIn(out: string): Asked {
  if (out.trim() === '') return { kind: 'answered' }
  try {
    const text = textField(JSON.parse(out), 'text')
    return { kind: 'answered', ...(text && { text }) }
  } catch {
    return { kind: 'failed' }
  }
}

/** Names that sort as they were made: what came within one tick of the file system's clock stays in order. */
let count = 0
function nextName(at: number): string {
  count += 1
  const [time, place] = [at.toString(36).padStart(9, '0'), count.toString(36).padStart(6, '0')]
  return `opencode.${time}-${place}-${randomBytes(8).toString('hex')}`
}

/** Leaves a delivery in the spool. Where the home of leftoff is gone, nothing is made again. */
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
