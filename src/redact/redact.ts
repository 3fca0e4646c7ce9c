import { type Encoded, encodedTexts } from './base64.ts'
import { type Detect, type Detector, Unloaded } from './detector.ts'
import { detectorsOf } from './detectors.ts'
import { discordTokenIn } from './discord-token.ts'
import { keywordScan, type OnKeyword } from './keyword-scan.ts'
import { merged, type Span } from './span.ts'

/** Never the value. */
export interface Finding {
  readonly rule: string
  readonly length: number
}
export interface Redacted {
  readonly text: string
  readonly findings: readonly Finding[]
}
export type Redactor = (text: string) => Redacted

/** `literals`: secret values known on this machine (from literals.ts). */
export const redactor = (literals: readonly string[]): Redactor => redactorOf(detectorsOf(literals))

/** Text that takes too long, or that breaks a detector, is dropped: it is never passed on unread. */
export function redactorOf(detectors: readonly Detector[]): Redactor {
  const spansIn = spanFinder(detectors)
  return (text) => {
    try {
      return redacted(text, spansIn)
    } catch (error) {
      if (error instanceof Unloaded) throw error
      // Whatever else went wrong: nobody knows what the text holds.
      return { text: markerOf(DROPPED, text.length), findings: [{ rule: DROPPED, length: text.length }] }
    }
  }
}

const DROPPED = 'not-examined'
const markerOf = (rule: string, length: number): string => `[redacted:${rule}:${length}]`

type SpansIn = (text: string, effort: Effort) => readonly Span[]

/** Until nothing more is found: what stands beside a marker may read differently, and redacting twice changes nothing. */
function redacted(original: string, spansIn: SpansIn): Redacted {
  const effort = new Effort(original.length)
  const findings: Finding[] = []
  let text = original
  for (let spans = spansIn(text, effort); spans.length > 0; spans = spansIn(text, effort)) {
    findings.push(...spans.map(({ rule, start, end }) => ({ rule, length: end - start })))
    text = replaced(text, spans)
  }
  return { text, findings }
}

function replaced(text: string, spans: readonly Span[]): string {
  let result = ''
  let from = 0
  for (const { start, end, rule } of spans) {
    result += text.slice(from, start) + markerOf(rule, end - start)
    from = end
  }
  return result + text.slice(from)
}

/**
 * Counted, not timed: the same text is always treated alike. A keyword costs about as much as a hundred characters, and
 * the worst text of all has one every three characters.
 */
class Effort {
  #left: number
  constructor(length: number) {
    this.#left = 10_000 + 4 * length
  }
  spend(): void {
    this.#left -= 1
    if (this.#left < 0) throw new RangeError('the text takes too long to examine')
  }
}

/** Base64 within base64 within the text. */
const DEEPEST = 2

function spanFinder(detectors: readonly Detector[]): SpansIn {
  const keywords = detectors.flatMap((detector) => detector.keywords)
  const owners = detectors.flatMap((detector, index) => detector.keywords.map(() => index))
  const scan = keywordScan(keywords)

  const spansIn = (text: string, effort: Effort, depth: number): readonly Span[] => {
    const spans: Span[] = []
    const detectorAt = startedFor(text, detectors)
    const onKeyword: OnKeyword = (number, at) => {
      effort.spend()
      const found = detectorAt(owners[number] ?? 0)?.(at, keywords[number] ?? '')
      if (!found) return at
      if ('skipTo' in found) return found.skipTo
      spans.push(found)
      return found.isGuess || found.isOpen ? at : found.end
    }
    const onEncoded = (encoded: Encoded): void => {
      effort.spend()
      const [inner] = spansIn(encoded.text, effort, depth + 1)
      const { start, end } = encoded
      const found = inner ? { start, end, rule: inner.rule } : discordTokenIn(text, encoded)
      if (found) spans.push(found)
    }
    scan(text, onKeyword)
    if (depth < DEEPEST) encodedTexts(text, onEncoded)
    return merged(spans)
  }
  return (text, effort) => spansIn(text, effort, 0)
}

/** Most texts need few of the detectors. */
function startedFor(text: string, detectors: readonly Detector[]): (index: number) => Detect | undefined {
  const started: (Detect | undefined)[] = []
  return (index) => {
    started[index] ??= detectors[index]?.start(text)
    return started[index]
  }
}
