import { parseJson } from '../problem.ts'
import { type EncodedText, findEncodedTexts } from './base64.ts'
import { type Detect, type Detector, mergeSpans, type SecretSpan } from './detector.ts'
import { createDetectors } from './detectors.ts'
import { createKeywordScan, type OnKeyword } from './keyword-scan.ts'
import { findRandomValues } from './random-value.ts'
import { BREAK_KEYWORDS, type UnbrokenText, unbreak } from './unbroken.ts'

/** What was redacted. Must not contain the secret. */
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
      // After an error, the text may still contain secrets.
      return { text: markerOf(DROPPED, text.length), findings: [{ rule: DROPPED, length: text.length }] }
    }
  }
}

const DROPPED = 'not-examined'
/** The marker that replaces a secret. */
export const markerOf = (rule: string, length: number): string => `[redacted:${rule}:${length}]`

type FindSpans = (text: string, effort: Effort) => readonly SecretSpan[]

/**
 * Repeats until nothing more is found, because a marker changes the context of the text around it. This makes
 * redaction idempotent.
 */
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

export function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  let result = ''
  let from = 0
  for (const { start, end, rule } of spans) {
    result += text.slice(from, start) + markerOf(rule, end - start)
    from = end
  }
  return result + text.slice(from)
}

/**
 * Counts steps instead of measuring time, so that the result is deterministic. A keyword costs about as much
 * as a hundred characters, and in the worst case, a text contains one every three characters.
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

/** Maximum nesting depth of base64 in the text. */
const MAX_DEPTH = 2

function spanFinder(detectors: readonly Detector[]): FindSpans {
  // The additional keywords belong to no detector. They do not indicate a secret, but show where words are split.
  const keywords = [...detectors.flatMap((detector) => detector.keywords), ...BREAK_KEYWORDS]
  const owners = detectors.flatMap((detector, index) => detector.keywords.map(() => index))
  const scan = createKeywordScan(keywords)

  const spansIn = (text: string, effort: Effort, depth: number): readonly SecretSpan[] => {
    const spans: SecretSpan[] = []
    const breaks: number[] = []
    const detectorAt = startLazily(text, detectors)
    const onKeyword: OnKeyword = (number, at) => {
      if (number >= owners.length) {
        breaks.push(at)
        return at
      }
      effort.spend()
      const detection = detectorAt(owners[number] ?? 0)?.(at, keywords[number] ?? '')
      if (!detection) return at
      if ('skipTo' in detection) return detection.skipTo
      spans.push(...(isList(detection) ? detection : [detection]))
      return endOfCertain(detection) ?? at
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
    if (depth === 0) spans.push(...findRandomValues(text, () => effort.spend()))
    if (depth === 0) for (const part of unbreak(text, breaks)) spans.push(...spansInUnbroken(part, effort))
    return mergeSpans(spans)
  }

  const spansInUnbroken = ({ text, positionOf }: UnbrokenText, effort: Effort): readonly SecretSpan[] =>
    [...spansIn(text, effort, 1), ...findRandomValues(text, () => effort.spend())].map((span) => ({
      ...span,
      start: positionOf(span.start),
      end: positionOf(span.end - 1) + 1,
    }))
  return (text, effort) => spansIn(text, effort, 0)
}

/** Where the scan continues after a secret whose end is certain. */
const endOfCertain = (detection: SecretSpan | readonly SecretSpan[]): number | undefined =>
  isList(detection) || detection.isGuess || detection.isOpen ? undefined : detection.end

const isList = (detection: object): detection is readonly SecretSpan[] => Array.isArray(detection)

/** Starts a detector on first use, because most strings need only a few. */
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

/**
 * Removes secrets from a client's payload. Valid JSON stays valid. Examines each string without its escapes,
 * and then the whole text, because only there is a name next to its value.
 */
export function redactPayload(payload: string, redact: Redactor): string {
  const value = parseJson(payload)
  if (value === undefined) return redact(payload).text
  const json = JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? redact(one).text : one))
  const { text } = redact(json)
  return parseJson(text) === undefined ? json : text
}
