import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventFromDraft } from '../../src/agent/event-draft.ts'
import { formatOf, HEAD_BYTES } from '../../src/agent/transcript/formats.ts'
import type { Action, Turn } from '../../src/memory/turn.ts'
import { hashOf } from '../extract/labels.ts'

/** Each developer of a project has a separate series. */
export const PROJECTS: Readonly<Record<string, string>> = {
  'cli-alex': 'cli',
  'cli-dip': 'cli',
  'cli-gtrrz-victor': 'cli',
  'cli-paul': 'cli',
  minsky: 'minsky',
  'cipher-box': 'cipher-box',
  getspecstory_cli: 'getspecstory_cli',
  'oh-my-posh': 'oh-my-posh',
}

/** A project is never split between halves. The halves were chosen before any rule was written. */
export const HALVES: Readonly<Record<string, 'fitting' | 'held out'>> = {
  cli: 'fitting',
  minsky: 'fitting',
  'cipher-box': 'held out',
  getspecstory_cli: 'held out',
  'oh-my-posh': 'held out',
}

/** The turns of a real session, and where it comes from. */
export interface RecordedConversation {
  readonly series: string
  readonly project: string
  /** The number at the start of the session's file name. The rest of the name may quote the session. */
  readonly session: string
  readonly turns: readonly Turn[]
}

/** Every session of a series, read with our own readers. A turn's id is its series, session and number. */
export function conversationsOf(folder: string, series: string): readonly RecordedConversation[] {
  const seen = new Set<string>()
  return readdirSync(join(folder, series))
    .filter((file) => /\.(jsonl|md)$/.test(file))
    .sort()
    .map((file) => {
      const session = file.split('_', 1)[0] ?? ''
      const turns = turnsOf(join(folder, series, file), `${series} ${session}`)
      // A resumed session repeats its prompts; each prompt counts once.
      const isNew = (turn: Turn): boolean =>
        turn.role === 'assistant' || !seen.has(`${turn.at} ${hashOf(turn.text)}`)
      const fresh = turns.filter(isNew)
      for (const turn of turns) seen.add(`${turn.at} ${hashOf(turn.text)}`)
      return { series, project: PROJECTS[series] ?? series, session, turns: fresh }
    })
}

function turnsOf(path: string, name: string): readonly Turn[] {
  const bytes = readFileSync(path)
  const format = formatOf(bytes.subarray(0, HEAD_BYTES))
  if (!format) return []
  const items = format.items()
  const reader = format.reader()
  const turns: Turn[] = []
  let reply = new Reply()
  const close = (): void => {
    const turn = reply.turn(`${name} ${turns.length}`)
    if (turn) turns.push(turn)
    reply = new Reply()
  }
  for (const item of [...items.push(bytes), ...items.end()]) {
    if (item.kind !== 'record') continue
    for (const { session, draft } of reader.read(item.value)) {
      const { type, at, data } = eventFromDraft({ agent: format.name, session, receivedAt: 0 }, draft)
      if (type !== 'prompt.submitted') {
        reply.hear(type, at, data)
        continue
      }
      close()
      if (typeof data.text === 'string' && data.text.trim() !== '')
        turns.push({ id: `${name} ${turns.length}`, at, role: 'user', text: data.text })
    }
  }
  close()
  return turns
}

/** Collects the assistant's text and actions up to the next prompt. */
class Reply {
  readonly #texts: string[] = []
  readonly #actions: Action[] = []
  #at = 0
  #isInterrupted = false

  hear(type: string, at: number, data: Readonly<Record<string, unknown>>): void {
    this.#at = at
    if (type === 'turn.interrupted') this.#isInterrupted = true
    if (type === 'response.completed' && typeof data.text === 'string') this.#texts.push(data.text)
    if (type === 'file.changed' && typeof data.path === 'string')
      this.#actions.push({
        kind: 'edit',
        target: data.path,
        ...(typeof data.before === 'string' &&
          typeof data.after === 'string' && { before: data.before, after: data.after }),
      })
    if (type === 'tool.returned' && typeof data.command === 'string')
      this.#actions.push({ kind: 'command', target: data.command.slice(0, 500) })
  }

  turn(id: string): Turn | undefined {
    if (this.#texts.length + this.#actions.length === 0 && !this.#isInterrupted) return undefined
    return {
      id,
      at: this.#at,
      role: 'assistant',
      text: this.#texts.join('\n\n'),
      ...(this.#actions.length > 0 && { actions: this.#actions }),
      ...(this.#isInterrupted && { isInterrupted: true }),
    }
  }
}
