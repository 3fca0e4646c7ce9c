import { type EncodedText, findEncodedTexts } from './base64.ts'
import { type Detect, type Detector, mergeSpans, type SecretSpan } from './detector.ts'
import { createDetectors } from './detectors.ts'
import { createKeywordScan, type OnKeyword } from './keyword-scan.ts'

/** Never contains the value. */
interface RedactionFinding {
  readonly rule: string
  readonly length: number
}
interface RedactedText {
  readonly text: string
  readonly findings: readonly RedactionFinding[]
}
export type Redactor = (text: string) => RedactedText

/** `literals`: secret values from this machine (see literals.ts). */
export const createRedactor = (literals: readonly string[]): Redactor =>
  redactorWith(createDetectors(literals))

/** Replaces all of the text if a detector fails or takes too long. Unchecked text is never returned. */
export function redactorWith(detectors: readonly Detector[]): Redactor {
  const spansIn = spanFinder(detectors)
  return (text) => {
    try {
      return redactText(text, spansIn)
    } catch {
      // After any error the content is unknown.
      return { text: markerOf(DROPPED, text.length), findings: [{ rule: DROPPED, length: text.length }] }
    }
  }
}

const DROPPED = 'not-examined'
const markerOf = (rule: string, length: number): string => `[redacted:${rule}:${length}]`

type FindSpans = (text: string, effort: Effort) => readonly SecretSpan[]

/** Repeats until nothing is found: a marker changes the context of its neighbours. Makes redaction idempotent. */
function redactText(original: string, spansIn: FindSpans): RedactedText {
  const effort = new Effort(original.length)
  const findings: RedactionFinding[] = []
  let text = original
  for (let spans = spansIn(text, effort); spans.length > 0; spans = spansIn(text, effort)) {
    findings.push(...spans.map(({ rule, start, end }) => ({ rule, length: end - start })))
    text = replaceSpans(text, spans)
  }
  return { text, findings }
}

function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  let result = ''
  let from = 0
  for (const { start, end, rule } of spans) {
    result += text.slice(from, start) + markerOf(rule, end - start)
    from = end
  }
  return result + text.slice(from)
}

/**
 * Counts instead of measuring time, so that the result is deterministic. A keyword costs about as much as a hundred
 * characters, and the worst text has one every three characters.
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

/** Base64 inside base64 inside the text. */
const MAX_DEPTH = 2

function spanFinder(detectors: readonly Detector[]): FindSpans {
  const keywords = detectors.flatMap((detector) => detector.keywords)
  const owners = detectors.flatMap((detector, index) => detector.keywords.map(() => index))
  const scan = createKeywordScan(keywords)

  const spansIn = (text: string, effort: Effort, depth: number): readonly SecretSpan[] => {
    const spans: SecretSpan[] = []
    const detectorAt = startLazily(text, detectors)
    const onKeyword: OnKeyword = (number, at) => {
      effort.spend()
      const detection = detectorAt(owners[number] ?? 0)?.(at, keywords[number] ?? '')
      if (!detection) return at
      if ('skipTo' in detection) return detection.skipTo
      spans.push(detection)
      return detection.isGuess || detection.isOpen ? at : detection.end
    }
    const onEncoded = (encoded: EncodedText): void => {
      effort.spend()
      const [inner] = spansIn(encoded.text, effort, depth + 1)
      const { start, end } = encoded
      const span = inner ? { start, end, rule: inner.rule } : findDiscordToken(text, encoded)
      if (span) spans.push(span)
    }
    scan(text, onKeyword)
    if (depth < MAX_DEPTH) findEncodedTexts(text, onEncoded)
    return mergeSpans(spans)
  }
  return (text, effort) => spansIn(text, effort, 0)
}

/** Starts a detector on first use: most strings need few. */
function startLazily(text: string, detectors: readonly Detector[]): (index: number) => Detect | undefined {
  const started: (Detect | undefined)[] = []
  return (index) => {
    started[index] ??= detectors[index]?.start(text)
    return started[index]
  }
}

const DISCORD_TOKEN_REST = /\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,45}/y

/** A Discord token has no prefix, but its first part is the base64 of a number. */
function findDiscordToken(text: string, { start, end, text: decoded }: EncodedText): SecretSpan | undefined {
  if (!/^\d{17,20}$/.test(decoded)) return undefined
  DISCORD_TOKEN_REST.lastIndex = end
  return DISCORD_TOKEN_REST.test(text)
    ? { start, end: DISCORD_TOKEN_REST.lastIndex, rule: 'discord-bot-token' }
    : undefined
}
