import { detectAssignments, NAME_KEYWORDS } from './assignment.ts'
import type { Detector } from './detector.ts'
import { findKeyBlock, KEY_BLOCK_KEYWORDS } from './key-block.ts'
import { createRuleDetector } from './rule-match.ts'
import { allRules } from './rules/all-rules.ts'

const LITERAL_RULE = 'known-value'

export const createDetectors = (literals: readonly string[]): readonly Detector[] => [
  markerDetector,
  ...literals.flatMap(encodedForms).map(createLiteralDetector),
  ...allRules.map(createRuleDetector),
  keyBlockDetector,
  assignmentDetector,
]

const MARKER = /\[redacted:[a-z0-9-]{1,60}:\d{1,12}\]/y

/** Skips text that is already redacted. */
const markerDetector: Detector = {
  keywords: ['[redacted:'],
  start: (text) => (at) => {
    MARKER.lastIndex = at
    return MARKER.test(text) ? { skipTo: MARKER.lastIndex } : undefined
  },
}

const keyBlockDetector: Detector = {
  keywords: KEY_BLOCK_KEYWORDS,
  start: (text) => (at) => findKeyBlock(text, at),
}

const assignmentDetector: Detector = {
  keywords: NAME_KEYWORDS,
  start: detectAssignments,
}

/** The first characters are the keyword; then the full value is compared. */
function createLiteralDetector(form: string): Detector {
  const keyword = form.slice(0, 8).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return {
    keywords: [keyword],
    start: (text) => (at) =>
      text.startsWith(form, at) ? { start: at, end: at + form.length, rule: LITERAL_RULE } : undefined,
  }
}

/** The possible encodings of a value. */
function encodedForms(literal: string): readonly string[] {
  const json = JSON.stringify(literal).slice(1, -1)
  const forms = [
    literal,
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    percentEncoded(literal),
    percentEncoded(literal).replaceAll('%20', '+'),
    ...base64Forms(literal),
  ]
  return [...new Set(forms)].filter((form) => form.length >= MIN_LENGTH)
}

const MIN_LENGTH = 8

/** A lone surrogate cannot be encoded. */
const percentEncoded = (literal: string): string => encodeURIComponent(literal.replace(/\p{Cs}/gu, '\ufffd'))

/** Inside longer text, a value has one of three base64 forms. Characters that depend on the neighbours are left out. */
function base64Forms(literal: string): readonly string[] {
  const bytes = Buffer.from(literal, 'utf8')
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor(((offset + bytes.length) * 8) / 6)
    const core = encoded.slice(first, last)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
