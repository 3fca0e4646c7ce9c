import { assignmentsIn, NAME_KEYWORDS } from './assignment.ts'
import type { Detector } from './detector.ts'
import { KEY_BLOCK_KEYWORDS, keyBlockAt } from './key-block.ts'
import { formsOf } from './literal-forms.ts'
import { ruleDetectors } from './rule-detectors.ts'

export const LITERAL_RULE = 'known-value'

export const detectorsOf = (literals: readonly string[]): readonly Detector[] => [
  markers,
  ...literals.flatMap(formsOf).map(literalDetector),
  ...ruleDetectors,
  keyBlocks,
  assignments,
]

const MARKER = /\[redacted:[a-z0-9-]{1,60}:\d{1,12}\]/y

/** What was redacted before stays as it is. */
const markers: Detector = {
  keywords: ['[redacted:'],
  start: (text) => (at) => {
    MARKER.lastIndex = at
    return MARKER.test(text) ? { skipTo: MARKER.lastIndex } : undefined
  },
}

const keyBlocks: Detector = {
  keywords: KEY_BLOCK_KEYWORDS,
  start: (text) => (at) => keyBlockAt(text, at),
}

const assignments: Detector = {
  keywords: NAME_KEYWORDS,
  start: assignmentsIn,
}

/** A few characters lead to it; then the text is compared, letter by letter. */
function literalDetector(form: string): Detector {
  const keyword = form.slice(0, 8).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return {
    keywords: [keyword],
    start: (text) => (at) =>
      text.startsWith(form, at) ? { start: at, end: at + form.length, rule: LITERAL_RULE } : undefined,
  }
}
