import { type ChildProcess, spawn } from 'node:child_process'
import { textField } from '../../field.ts'

/** A prompt waits for the answer to its start; it does not wait longer than this. */
const DEADLINE_MS = 1500
const MOST_ANSWER = 1 << 20

export type Asked = { readonly kind: 'answered'; readonly text?: string } | { readonly kind: 'failed' }

/** Runs the command with the payload on its standard input. It never throws and always ends in time. */
export function ask(
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
