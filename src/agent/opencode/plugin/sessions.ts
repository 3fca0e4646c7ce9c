/** What the model answered in one message. */
interface Reply {
  text: string
  model?: string | undefined
  inputTokens: number
  outputTokens: number
  /** It is the summary of a compaction. */
  isSummary: boolean
}

/** What the plugin knows of one session while opencode runs. */
export interface Notes {
  /** The session whose agent set this one to work. */
  parent?: string | undefined
  /** Which agent works in it. */
  kind?: string | undefined
  version?: string | undefined
  /** It was made while this process ran. */
  isNew: boolean
  /** What the model reads with every request, once it is known. */
  brief?: Promise<string | undefined>
  /** The first request after a compaction began is its own; the next one starts afresh. */
  compaction: 'none' | 'summarising' | 'done'
  trigger?: 'auto' | 'manual' | undefined
  /** What its user typed, when the prompt that follows is what a command stands for. */
  command?: string | undefined
  prompt?: string | undefined
  readonly replies: Map<string, Reply>
}

export class Sessions {
  readonly #notes = new Map<string, Notes>()

  of(id: string): Notes {
    const known = this.#notes.get(id)
    if (known) return known
    const made: Notes = { isNew: false, compaction: 'none', replies: new Map() }
    this.#notes.set(id, made)
    return made
  }

  /** The session that a person talks to: the parent's parent, if need be. */
  rootOf(id: string): string {
    const seen = new Set([id])
    let root = id
    for (let up = this.of(root).parent; up && !seen.has(up); up = this.of(root).parent) {
      seen.add(up)
      root = up
    }
    return root
  }

  /** Those that were prompted here. */
  prompted(): readonly string[] {
    return [...this.#notes].filter(([, { prompt }]) => prompt !== undefined).map(([id]) => id)
  }
}

export function replyIn(notes: Notes, message: string): Reply {
  const known = notes.replies.get(message)
  if (known) return known
  const made: Reply = { text: '', inputTokens: 0, outputTokens: 0, isSummary: false }
  notes.replies.set(message, made)
  return made
}

/** What was answered since the turn began: the last words, and all tokens. */
export function turnOf(notes: Notes) {
  const replies = [...notes.replies].filter(([, { isSummary }]) => !isSummary)
  const last = replies.findLast(([, { text }]) => text !== '') ?? replies.at(-1)
  if (!last) return undefined
  const sum = (key: 'inputTokens' | 'outputTokens') =>
    replies.reduce((total, [, reply]) => total + reply[key], 0)
  const [messageID, { text, model }] = last
  return {
    messageID,
    text,
    model,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    contextTokens: contextAfter(replies.map(([, reply]) => reply)),
  }
}

/** How full the context was at the last answer: what the model was given for it, and what it added. */
function contextAfter(replies: readonly Reply[]): number | undefined {
  const counted = replies.findLast(({ inputTokens }) => inputTokens > 0)
  return counted && counted.inputTokens + counted.outputTokens
}

export const summaryIn = (notes: Notes): string | undefined =>
  [...notes.replies.values()].findLast(({ isSummary }) => isSummary)?.text
