import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import { allLines, changedLines, lineNumberAt, locateLines } from './changed-lines.ts'

/** Text that contains a change, and the changed lines. */
export interface LocatedChange {
  readonly text: string
  /** The zero-based numbers of the changed lines. */
  readonly lines: readonly number[]
  /** Whether the text is only the change itself, without context. */
  readonly isPiece: boolean
  /** Whether its line numbers match those of the file. */
  readonly isNumbered: boolean
}

/** Reconstructs files from the text that a session read and wrote. */
export class SeenTexts {
  /** Several entries per file, because a file may be read in parts. */
  readonly #texts = new Map<string, readonly SeenText[]>()
  #units = 0
  #returned: KnownEventOf<'tool.returned'> | undefined

  /** Must be called for every event that is not a change, in order. */
  observe(event: KnownEvent): void {
    if (event.type === 'tool.returned') this.#returned = event
    if (event.type !== 'file.read' || this.#returned?.file !== event.path) return
    const { output, outcome } = this.#returned
    if (output && outcome === 'ok') this.#read(event.path, stripLineNumbers(output))
  }

  /** Locates a change in the current file, otherwise in the text that was last seen. */
  locate(change: KnownEventOf<'file.changed'>, onDisk: () => string | undefined): LocatedChange | undefined {
    const { path, after = '', before = '' } = change
    if (change.change === 'deleted' || change.change === 'renamed') {
      this.#forget(path)
      return undefined
    }
    if (this.#isWhole(change)) return this.#written(path, after)
    const lines = before === '' ? allLines(after) : changedLines(before, after)
    const edited = this.#edited(path, { before, after, lines })
    const disk = onDisk()
    const inFile = disk === undefined ? undefined : locateLines(disk, after, lines)
    if (disk !== undefined && inFile) return { text: disk, lines: inFile, isPiece: false, isNumbered: true }
    if (edited) return edited
    return after === '' ? undefined : { text: after, lines, isPiece: true, isNumbered: false }
  }

  /** A write tool reports the complete file; an edit or patch reports a part. */
  #isWhole({ path, change, before }: KnownEventOf<'file.changed'>): boolean {
    if (change === 'created') return true
    return (
      before === undefined && this.#returned?.file === path && /^write|^create/i.test(this.#returned.tool)
    )
  }

  #written(path: string, text: string): LocatedChange {
    const before = this.#texts.get(path)?.find(({ isWhole }) => isWhole)
    this.#keep(path, [{ text, isWhole: true }])
    const lines = before ? changedLines(before.text, text) : allLines(text)
    return { text, lines, isPiece: false, isNumbered: true }
  }

  #read(path: string, text: string): void {
    const known = this.#texts.get(path) ?? []
    if (known.some((one) => one.text.includes(text))) return
    const others = known.filter((one) => !one.isWhole && !text.includes(one.text))
    this.#keep(path, [{ text, isWhole: false }, ...others].slice(0, MAX_PIECES))
  }

  /** Applies the change to every version that contains it and returns the longest. */
  #edited(path: string, edit: TextChange): LocatedChange | undefined {
    const seen = this.#texts.get(path) ?? []
    const places = seen.map((one) => applyChange(one, edit))
    this.#keep(
      path,
      seen.map((one, index) => ({ ...one, text: places[index]?.text ?? one.text })),
    )
    return places.filter((one) => one !== undefined).sort((a, b) => b.text.length - a.text.length)[0]
  }

  #keep(path: string, seen: readonly SeenText[]): void {
    this.#forget(path)
    if (seen.length === 0) return
    this.#texts.set(path, seen)
    this.#units += totalLength(seen)
    for (const oldest of this.#texts.keys()) {
      if (this.#units <= MAX_LENGTH) break
      this.#forget(oldest)
    }
  }

  #forget(path: string): void {
    this.#units -= totalLength(this.#texts.get(path) ?? [])
    this.#texts.delete(path)
  }
}

interface SeenText {
  readonly text: string
  readonly isWhole: boolean
}
interface TextChange {
  readonly before: string
  readonly after: string
  readonly lines: readonly number[]
}

const totalLength = (seen: readonly SeenText[]): number =>
  seen.reduce((sum, { text }) => sum + text.length, 0)

function applyChange({ text, isWhole }: SeenText, edit: TextChange): LocatedChange | undefined {
  const at = edit.before === '' ? -1 : text.indexOf(edit.before)
  if (at < 0) {
    const lines = locateLines(text, edit.after, edit.lines)
    return lines && { text, lines, isPiece: false, isNumbered: false }
  }
  const now = text.slice(0, at) + edit.after + text.slice(at + edit.before.length)
  const first = lineNumberAt(text, at)
  return { text: now, lines: edit.lines.map((line) => first + line), isPiece: false, isNumbered: isWhole }
}

const MAX_PIECES = 5
/** Limit for the total size; the oldest entries are evicted first. */
const MAX_LENGTH = 16 * 1024 * 1024

/** Some agents add line numbers to the text that they read. */
function stripLineNumbers(output: string): string {
  const lines = output.split('\n')
  return NUMBER.test(lines[0] ?? '') ? lines.map((line) => line.replace(NUMBER, '')).join('\n') : output
}
const NUMBER = /^\s{0,8}\d{1,7}(?:→|\t|\| ?)/
