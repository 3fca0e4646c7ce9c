/** One reply from the model. */
interface ModelReply {
  text: string
  model?: string | undefined
  inputTokens: number
  outputTokens: number
  /** Whether the reply is the summary of a compaction. */
  isSummary: boolean
}

export interface SessionNotes {
  /** The parent session of a sub-agent. */
  parent?: string | undefined
  /** The agent's name, if this is a sub-agent. */
  kind?: string | undefined
  version?: string | undefined
  /** The title that was last reported. */
  title?: string | undefined
  /** Whether this process created the session. */
  isNew: boolean
  /** The brief, which is added to every request once it is available. */
  brief?: Promise<string | undefined>
  /** The first request after a compaction starts is for the summary; the next one needs a new brief. */
  compaction: 'none' | 'summarising' | 'done'
  trigger?: 'auto' | 'manual' | undefined
  /** The slash command that expands to the next prompt. */
  command?: string | undefined
  prompt?: string | undefined
  readonly replies: Map<string, ModelReply>
}

export class SessionTable {
  readonly #notes = new Map<string, SessionNotes>()

  of(id: string): SessionNotes {
    const existing = this.#notes.get(id)
    if (existing) return existing
    const notes: SessionNotes = { isNew: false, compaction: 'none', replies: new Map() }
    this.#notes.set(id, notes)
    return notes
  }

  /** The top-level session, above all sub-agents. */
  rootOf(id: string): string {
    const seen = new Set([id])
    let root = id
    for (let up = this.of(root).parent; up && !seen.has(up); up = this.of(root).parent) {
      seen.add(up)
      root = up
    }
    return root
  }

  /** Sessions that received a prompt in this process. */
  prompted(): readonly string[] {
    return [...this.#notes].filter(([, { prompt }]) => prompt !== undefined).map(([id]) => id)
  }
}

export function replyIn(notes: SessionNotes, message: string): ModelReply {
  const existing = notes.replies.get(message)
  if (existing) return existing
  const reply: ModelReply = { text: '', inputTokens: 0, outputTokens: 0, isSummary: false }
  notes.replies.set(message, reply)
  return reply
}

/** The result of the turn: the last text and the sum of all tokens. */
export function turnOf(notes: SessionNotes) {
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

/** Context size at the last answer: the input plus the output of that answer. */
function contextAfter(replies: readonly ModelReply[]): number | undefined {
  const counted = replies.findLast(({ inputTokens }) => inputTokens > 0)
  return counted && counted.inputTokens + counted.outputTokens
}

export const summaryIn = (notes: SessionNotes): string | undefined =>
  [...notes.replies.values()].findLast(({ isSummary }) => isSummary)?.text
