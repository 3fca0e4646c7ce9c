import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import { allLines, changedLines, linesBefore, placedIn } from './changed-lines.ts'

/** A text that a change stands in, and which of its lines were changed. */
export interface Placed {
  readonly text: string
  /** Counted from 0. */
  readonly lines: readonly number[]
  /** Only the words of the change: what is around them is not known. */
  readonly isPiece: boolean
  /** Its lines have the numbers that they have in the file. */
  readonly isNumbered: boolean
}

/** What can be known of the files of a session from what was read and written in it. */
export class SeenTexts {
  /** A file may have been read piece by piece. */
  readonly #texts = new Map<string, readonly Seen[]>()
  #units = 0
  #returned: KnownEventOf<'tool.returned'> | undefined

  /** Everything but changes, in order. */
  hear(event: KnownEvent): void {
    if (event.type === 'tool.returned') this.#returned = event
    if (event.type !== 'file.read' || this.#returned?.file !== event.path) return
    const { output, outcome } = this.#returned
    if (output && outcome === 'ok') this.#read(event.path, withoutNumbers(output))
  }

  /** Where a change stands: in the file as it is now, where that has it; else in what was last seen of it. */
  place(change: KnownEventOf<'file.changed'>, onDisk: () => string | undefined): Placed | undefined {
    const { path, after = '', before = '' } = change
    if (change.change === 'deleted' || change.change === 'renamed') {
      this.#forget(path)
      return undefined
    }
    if (this.#isWhole(change)) return this.#written(path, after)
    const lines = before === '' ? allLines(after) : changedLines(before, after)
    const edited = this.#edited(path, { before, after, lines })
    const disk = onDisk()
    const inFile = disk === undefined ? undefined : placedIn(disk, after, lines)
    if (disk !== undefined && inFile) return { text: disk, lines: inFile, isPiece: false, isNumbered: true }
    if (edited) return edited
    return after === '' ? undefined : { text: after, lines, isPiece: true, isNumbered: false }
  }

  /** A tool that writes tells the whole file; one that edits or patches a part of it. */
  #isWhole({ path, change, before }: KnownEventOf<'file.changed'>): boolean {
    if (change === 'created') return true
    return (
      before === undefined && this.#returned?.file === path && /^write|^create/i.test(this.#returned.tool)
    )
  }

  #written(path: string, text: string): Placed {
    const before = this.#texts.get(path)?.find(({ isWhole }) => isWhole)
    this.#keep(path, [{ text, isWhole: true }])
    const lines = before ? changedLines(before.text, text) : allLines(text)
    return { text, lines, isPiece: false, isNumbered: true }
  }

  #read(path: string, text: string): void {
    const known = this.#texts.get(path) ?? []
    if (known.some((one) => one.text.includes(text))) return
    const others = known.filter((one) => !one.isWhole && !text.includes(one.text))
    this.#keep(path, [{ text, isWhole: false }, ...others].slice(0, MOST_PIECES))
  }

  /** In the longest text that has it; all that have it are changed. */
  #edited(path: string, edit: Edit): Placed | undefined {
    const seen = this.#texts.get(path) ?? []
    const places = seen.map((one) => placedAfter(one, edit))
    this.#keep(
      path,
      seen.map((one, index) => ({ ...one, text: places[index]?.text ?? one.text })),
    )
    return places.filter((one) => one !== undefined).sort((a, b) => b.text.length - a.text.length)[0]
  }

  #keep(path: string, seen: readonly Seen[]): void {
    this.#forget(path)
    if (seen.length === 0) return
    this.#texts.set(path, seen)
    this.#units += sizeOf(seen)
    for (const oldest of this.#texts.keys()) {
      if (this.#units <= MOST_UNITS) break
      this.#forget(oldest)
    }
  }

  #forget(path: string): void {
    this.#units -= sizeOf(this.#texts.get(path) ?? [])
    this.#texts.delete(path)
  }
}

interface Seen {
  readonly text: string
  readonly isWhole: boolean
}
interface Edit {
  readonly before: string
  readonly after: string
  readonly lines: readonly number[]
}

const sizeOf = (seen: readonly Seen[]): number => seen.reduce((sum, { text }) => sum + text.length, 0)

function placedAfter({ text, isWhole }: Seen, edit: Edit): Placed | undefined {
  const at = edit.before === '' ? -1 : text.indexOf(edit.before)
  if (at < 0) {
    const lines = placedIn(text, edit.after, edit.lines)
    return lines && { text, lines, isPiece: false, isNumbered: false }
  }
  const now = text.slice(0, at) + edit.after + text.slice(at + edit.before.length)
  const first = linesBefore(text, at)
  return { text: now, lines: edit.lines.map((line) => first + line), isPiece: false, isNumbered: isWhole }
}

const MOST_PIECES = 5
/** Kept at once; the one that was seen longest ago goes first. */
const MOST_UNITS = 16 * 1024 * 1024

/** Some clients number the lines of what their agents read. */
function withoutNumbers(output: string): string {
  const lines = output.split('\n')
  return NUMBER.test(lines[0] ?? '') ? lines.map((line) => line.replace(NUMBER, '')).join('\n') : output
}
const NUMBER = /^\s{0,8}\d{1,7}(?:→|\t|\| ?)/
