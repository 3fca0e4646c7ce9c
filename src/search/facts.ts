import type { KnownEvent } from '../event/catalogue.ts'
import { isFile, pathsIn, type Relative } from './paths.ts'

/** How often a session came to a file, by what it did there. */
export interface Trace {
  readonly edits: number
  readonly reads: number
  /** In prompts, answers, commands and what they printed. */
  readonly named: number
}

/** What one session gives to the search. Paths are seen from the repository. */
export interface SessionFacts {
  readonly session: string
  readonly startedAt: number
  readonly lastAt: number
  readonly branch?: string | undefined
  readonly prompts: readonly string[]
  readonly answers: readonly string[]
  readonly files: ReadonlyMap<string, Trace>
}

/** More is not looked at in one text: what a text is about, it says at its beginning. */
const MOST_TEXT = 6000
const MOST_OUTPUT = 20_000
/** A listing of a whole repository says nothing about a session. */
const MOST_FILES = 2000

/** The facts of one session, from its events in their order. */
export function factsOf(events: Iterable<KnownEvent>, relative: Relative): SessionFacts {
  const gathered = new Gathered(relative)
  for (const event of events) gathered.take(event)
  return gathered.facts()
}

class Gathered {
  readonly #relative: Relative
  readonly #prompts: string[] = []
  readonly #answers: string[] = []
  readonly #files = new Map<string, { edits: number; reads: number; named: number }>()
  #session = ''
  #branch: string | undefined
  #startedAt: number | undefined
  #lastAt = 0

  constructor(relative: Relative) {
    this.#relative = relative
  }

  take(event: KnownEvent): void {
    this.#session = event.session
    switch (event.type) {
      case 'session.started':
        this.#startedAt = event.at
        this.#branch ??= event.branch
        break
      case 'prompt.submitted':
        this.#say(this.#prompts, event.text)
        break
      case 'response.completed':
        this.#say(this.#answers, event.text ?? '')
        break
      case 'tool.returned':
        this.#name(`${event.command ?? ''}\n${(event.output ?? '').slice(0, MOST_OUTPUT)}`)
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
      startedAt: this.#startedAt ?? this.#lastAt,
      lastAt: this.#lastAt,
      ...(this.#branch !== undefined && { branch: this.#branch }),
      prompts: this.#prompts,
      answers: this.#answers,
      files: this.#files,
    }
  }

  #say(list: string[], text: string): void {
    const said = text.slice(0, MOST_TEXT)
    if (said === '') return
    list.push(said)
    this.#name(said)
  }

  #name(text: string): void {
    for (const path of pathsIn(text)) if (isFile(path)) this.#touch(path, 'named')
  }

  #touch(path: string, how: keyof Trace): void {
    const own = this.#relative(path)
    if (own === undefined) return
    const trace = this.#files.get(own) ?? { edits: 0, reads: 0, named: 0 }
    if (how === 'named' && this.#files.size >= MOST_FILES && !this.#files.has(own)) return
    trace[how] += 1
    this.#files.set(own, trace)
  }
}
