import type { KnownEvent } from '../event/catalogue.ts'
import { isFile, pathsIn, type Relative } from '../text/paths.ts'

/** How often a session came to a file, by what it did there. */
export interface Trace {
  readonly edits: number
  readonly reads: number
}

/** The same of one file, by their places. */
export type FileTrace = readonly [path: string, edits: number, reads: number]

/** What one session gives to the search. Paths are seen from the repository. */
export interface SessionFacts {
  readonly session: string
  readonly startedAt: number
  readonly lastAt: number
  readonly branch?: string | undefined
  readonly prompts: readonly string[]
  readonly answers: readonly string[]
  /** What it edited or read. */
  readonly files: ReadonlyMap<string, Trace>
  /** What stands in prompts, answers, commands and what they printed. */
  readonly named: ReadonlySet<string>
}

/** More is not looked at in one text: what a text is about, it says at its beginning. */
const MOST_TEXT = 6000
const MOST_OUTPUT = 20_000
/** A listing of a whole repository says nothing about a session. */
const MOST_NAMED = 2000

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
  readonly #files = new Map<string, { edits: number; reads: number }>()
  readonly #named = new Set<string>()
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
      named: this.#named,
    }
  }

  #say(list: string[], text: string): void {
    const said = text.slice(0, MOST_TEXT)
    if (said === '') return
    list.push(said)
    this.#name(said)
  }

  #name(text: string): void {
    for (const path of pathsIn(text)) {
      const own = isFile(path) ? this.#relative(path) : undefined
      if (own !== undefined && this.#named.size < MOST_NAMED) this.#named.add(own)
    }
  }

  #touch(path: string, how: keyof Trace): void {
    const own = this.#relative(path)
    if (own === undefined) return
    const trace = this.#files.get(own) ?? { edits: 0, reads: 0 }
    trace[how] += 1
    this.#files.set(own, trace)
  }
}
