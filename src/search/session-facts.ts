import type { KnownEvent } from '../event/catalogue.ts'
import { isFile, pathsIn, type Relative } from '../text/paths.ts'

/** How often a session edited and read a file. */
interface FileTouches {
  readonly edits: number
  readonly reads: number
}

/** The input of the index for one session. Paths are relative to the repository. */
export interface SessionFacts {
  readonly session: string
  readonly lastAt: number
  readonly prompts: readonly string[]
  readonly answers: readonly string[]
  /** The files that it edited or read. */
  readonly files: ReadonlyMap<string, FileTouches>
  /** The files that prompts, answers, commands and their output mention. */
  readonly mentioned: ReadonlySet<string>
}

/** The topic of a message is usually at its start. */
const MAX_MESSAGE = 6000
const MAX_OUTPUT = 20_000

/** Collects the facts about one session from its events, in order. */
export function factsOf(events: readonly KnownEvent[], relative: Relative): SessionFacts {
  const collector = new FactCollector(events[0]?.session ?? '', relative)
  for (const event of events) collector.add(event)
  return collector.facts()
}

/** Collects facts event by event. */
export class FactCollector {
  readonly #session: string
  readonly #relative: Relative
  readonly #prompts: string[] = []
  readonly #answers: string[] = []
  readonly #files = new Map<string, { edits: number; reads: number }>()
  readonly #mentioned = new Set<string>()
  #lastAt = 0

  constructor(session: string, relative: Relative) {
    this.#session = session
    this.#relative = relative
  }

  add(event: KnownEvent): void {
    switch (event.type) {
      case 'session.started':
        break
      case 'prompt.submitted':
        this.#addMessage(this.#prompts, event.text)
        break
      case 'response.completed':
        this.#addMessage(this.#answers, event.text ?? '')
        break
      case 'tool.returned':
        this.#mention(`${event.command ?? ''}\n${(event.output ?? '').slice(0, MAX_OUTPUT)}`)
        break
      case 'file.read':
        this.#touch(event.path, 'reads')
        break
      case 'file.changed':
        this.#touch(event.path, 'edits')
        break
      default:
        return
    }
    this.#lastAt = Math.max(this.#lastAt, event.at)
  }

  facts(): SessionFacts {
    return {
      session: this.#session,
      lastAt: this.#lastAt,
      prompts: this.#prompts,
      answers: this.#answers,
      files: this.#files,
      mentioned: this.#mentioned,
    }
  }

  #addMessage(list: string[], text: string): void {
    const message = text.slice(0, MAX_MESSAGE)
    if (message === '') return
    list.push(message)
    this.#mention(message)
  }

  #mention(text: string): void {
    for (const path of pathsIn(text)) {
      const relative = isFile(path) ? this.#relative(path) : undefined
      if (relative !== undefined) this.#mentioned.add(relative)
    }
  }

  #touch(path: string, how: keyof FileTouches): void {
    const relative = this.#relative(path)
    if (relative === undefined) return
    const touches = this.#files.get(relative) ?? { edits: 0, reads: 0 }
    touches[how] += 1
    this.#files.set(relative, touches)
  }
}
