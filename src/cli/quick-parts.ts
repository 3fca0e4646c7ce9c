import { statSync } from 'node:fs'
import { isLeft } from '../spool/spool.ts'

export interface Occasion {
  /** As the client calls it. */
  readonly occasion: string
  readonly payload: string
  /** What waits in the spool. */
  readonly names: readonly string[]
}

/** The parts that may answer where little waits to be taken in; elsewhere they would only be loaded in vain. */
export function quickParts({ occasion, payload, names }: Occasion): readonly Part[] {
  if (names.length > MOST_WAITING) return []
  if (occasion === 'SessionStart') return names.some((name) => isLeft(name, 'turn')) ? [] : ['start']
  const isOurs = (name: string): boolean => isLeft(name, 'turn') || isLeft(name, 'start')
  if (occasion === 'BeforeAgent') return names.every(isOurs) ? ['turn'] : []
  if (occasion === 'UserPromptSubmit' && names.every(isOurs))
    return isPerhapsFirst(payload, names) ? ['first'] : ['turn', 'first']
  // What a turn left behind is taken in at its end.
  if (names.length > 0) return []
  if (occasion === 'PreCompact') return ['compaction']
  return occasion === 'Stop' || occasion === 'AfterAgent' ? ['turn'] : []
}

type Part = 'start' | 'first' | 'turn' | 'compaction'

const MOST_WAITING = 8
/** A transcript with an answer in it is longer. */
const SHORT_TRANSCRIPT = 24 * 1024

/** Whether a session has just begun: its beginning is not taken in yet, or its client has written down little of it. */
function isPerhapsFirst(payload: string, names: readonly string[]): boolean {
  if (names.some((name) => isLeft(name, 'start'))) return true
  const path = textIn(payload, 'transcript_path')
  return path !== '' && (sizeOf(path) ?? 0) < SHORT_TRANSCRIPT
}

/**
 * What a client says under this name, where it says it early and plainly; else nothing. Found without a pattern, which
 * would have to be built, and without reading all of it.
 */
export function textIn(payload: string, name: string): string {
  const early = payload.slice(0, EARLY)
  const at = early.indexOf(`"${name}":`)
  const [before = '', text = '', rest] = at < 0 ? [] : early.slice(at + name.length + 3).split('"', 3)
  return rest === undefined || before.trim() !== '' || text.includes('\\') ? '' : text
}
const EARLY = 4096

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size
  } catch {
    return undefined // not ours to look at: the part itself finds out
  }
}
