/** One action of an assistant within a turn. */
export interface Action {
  readonly kind: 'edit' | 'command'
  /** The edited file or the executed command. */
  readonly target: string
  /** The replaced text and its replacement. */
  readonly before?: string
  readonly after?: string
}

/** The consecutive messages of one speaker. */
export interface Turn {
  readonly id: string
  readonly at: number
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly actions?: readonly Action[]
  /** Git blob hashes of files at the end of the turn. */
  readonly settled?: readonly { readonly path: string; readonly blob: string }[]
  /** Whether the edits of this turn were reverted or redone later. */
  readonly isReverted?: boolean
  /** Whether a person certainly typed this turn while it was recorded. */
  readonly isTyped?: boolean
  /** Whether the user interrupted this turn. */
  readonly isInterrupted?: boolean
}

/** The part of the state, besides the last turns, that later events may still change. */
export interface TurnState {
  /** Whether a person is using the client in the current run. */
  readonly isAttended: boolean
  /** Whether the client expanded a command since the last step. */
  readonly isExpanding: boolean
  /** The last step, if it is a prompt. */
  readonly openPrompt?: string
}

export const NO_TURNS: TurnState = { isAttended: false, isExpanding: false }

/**
 * Marks turns whose edits were reverted in the assistant's reply to the next prompt, by an edit that restores
 * the old text or by a git command. Reverts outside the session count too: they are detected because a file
 * has its earlier content again. A revert to content from before the session first saw the file is not
 * detected.
 */
export function markReverts(turns: readonly Turn[], before: Contents = []): readonly Turn[] {
  const known = new KnownContents(before)
  return turns.map((turn, at) => {
    if (turn.role !== 'assistant') return turn
    const isReverted = isTakenBack(turn, turns[at + 2], known)
    known.add(turn)
    return isReverted ? { ...turn, isReverted } : turn
  })
}

/** Earlier contents of files, oldest first. */
export type Contents = readonly string[]

/** The contents known after these turns. */
export function contentsAfter(turns: readonly Turn[], before: Contents): Contents {
  const known = new KnownContents(before)
  for (const turn of turns) if (turn.role === 'assistant') known.add(turn)
  return known.all()
}

const MAX_CONTENTS = 500

/** The last contents of files. Limited, so that even long sessions need little memory. */
class KnownContents {
  readonly #keys: Set<string>

  constructor(before: Contents) {
    this.#keys = new Set(before)
  }

  has(path: string, blob: string): boolean {
    return this.#keys.has(`${blob} ${path}`)
  }

  add({ settled = [] }: Turn): void {
    for (const { path, blob } of settled) this.#keys.add(`${blob} ${path}`)
    for (const oldest of this.#keys) {
      if (this.#keys.size <= MAX_CONTENTS) return
      this.#keys.delete(oldest)
    }
  }

  all(): Contents {
    return [...this.#keys]
  }
}

function isTakenBack(turn: Turn, later: Turn | undefined, known: KnownContents): boolean {
  const edits = editsOf(turn)
  if (edits.length === 0 || later?.role !== 'assistant') return false
  return (
    editsOf(later).some((undone) => edits.some((done) => isUndone(done, undone))) ||
    (later.actions ?? []).some((action) => isTakenBackByGit(action, edits)) ||
    (later.settled ?? []).some(
      ({ path, blob }) =>
        edits.some(({ target }) => target === path) && known.has(path, blob) && !endsWith(turn, path, blob),
    )
  )
}

const endsWith = ({ settled = [] }: Turn, path: string, blob: string): boolean =>
  settled.findLast((one) => one.path === path)?.blob === blob

export const editsOf = (turn: Turn | undefined): readonly Action[] =>
  (turn?.actions ?? []).filter(({ kind }) => kind === 'edit')

/** Whether the later edit puts the old text back. Ignores short texts, which may match by chance. */
const isUndone = (done: Action, undone: Action): boolean =>
  done.target === undone.target &&
  done.before !== undefined &&
  done.after !== undefined &&
  done.before.length + done.after.length >= TELLING &&
  done.before === undone.after &&
  done.after === undone.before
const TELLING = 20

const BY_GIT =
  /\bgit(?: -C \S{1,200})? (?:restore (?!--staged\b)|checkout (?:[\w./~^@-]{1,100} )?-- |checkout \.(?:\s|$)|revert\b|reset --hard\b)/

/** A command that names files reverts only those files. */
function isTakenBackByGit({ kind, target }: Action, edits: readonly Action[]): boolean {
  if (kind !== 'command' || !BY_GIT.test(target)) return false
  const isWhole = /\bgit(?: -C \S{1,200})? (?:revert|reset --hard)\b|(?:restore|--|checkout) \.(?:\s|$)/.test(
    target,
  )
  return isWhole || edits.some((edit) => target.includes(nameOf(edit.target)))
}
const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path
