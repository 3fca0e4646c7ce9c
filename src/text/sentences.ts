import { onceForEach } from '../once.ts'
import { hasWord, isLower, type Prose, proseIn } from './prose.ts'

/** The smallest part of a message that can state something: a sentence, or the first sentence of a list item. */
export type Unit = Prose

const MOST_UNITS = 1500
/** Sentences longer than this are truncated. */
const LONGEST = 1000

/** The units of a message in order, without code, tables, quotes and program output. */
export const unitsIn = onceForEach((message): readonly Unit[] => {
  const units: Unit[] = []
  for (const { text, at, ...place } of proseIn(message)) {
    let isFirst = true
    for (const [start, end] of sentencesIn(text)) {
      if (units.length >= MOST_UNITS) return units
      units.push({
        ...place,
        text: text.slice(start, Math.min(end, start + LONGEST)),
        at: at + start,
        isItem: place.isItem && isFirst,
      })
      isFirst = false
    }
  }
  return units
})

/** Start and end of each sentence of a paragraph. Takes linear time. */
function sentencesIn(text: string): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  let start = 0
  let inCode = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '`') inCode = !inCode && text.indexOf('`', at + 1) > 0
    if (inCode || !ENDS.has(char)) continue
    const end = endOf(text, at)
    if (!isEnd(text, { start, at, end })) {
      at = end - 1
      continue
    }
    found.push([start, end])
    start = afterSpace(text, end)
    at = start - 1
  }
  if (start < text.length) found.push([start, text.length])
  return found.filter(([from, to]) => hasWord(text.slice(from, Math.min(to, from + LONGEST))))
}

const ENDS: ReadonlySet<string> = new Set('.!?。！？')
/** Marks that end a sentence without a space after them. */
const WIDE: ReadonlySet<string> = new Set('。！？')
/** Characters allowed between the end of a sentence and the space after it. */
const CLOSING: ReadonlySet<string> = new Set('.!?"\')]*_”’')
const ABBREVIATION = /(?:^|[\s(*_])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|dr|mr|ms|st|incl)$/i
/** The label of a list item inside a paragraph. */
const LABEL = /^[\s(*_]{0,4}(?:\d{1,3}|[a-z])$/i

function isEnd(text: string, { start, at, end }: Readonly<Record<'start' | 'at' | 'end', number>>): boolean {
  if (WIDE.has(text[at] ?? '')) return true
  if (end < text.length && !isSpace(text[end])) return false
  if (text[at] !== '.' || end >= text.length) return true
  const before = text.slice(Math.max(start, at - 8), at)
  const next = text[afterSpace(text, end)] ?? ''
  // Sentences may start in lower case, because people type quickly.
  if (isLower(next) && (text[at + 1] === '.' || !endsWithWord(before))) return false
  return !ABBREVIATION.test(before) && !(at - start < 8 && LABEL.test(text.slice(start, at)))
}

/** Whether the text ends with a lowercase word of at least three letters. */
function endsWithWord(text: string): boolean {
  const last = [...text].slice(-4)
  return (
    last.length > 2 &&
    last.slice(-3).every(isLower) &&
    (last.length < 4 || isSpace(last[0]) || isLower(last[0] ?? ''))
  )
}

function endOf(text: string, at: number): number {
  let end = at + 1
  while (CLOSING.has(text[end] ?? '')) end += 1
  return end
}

function afterSpace(text: string, at: number): number {
  let next = at
  while (next < text.length && isSpace(text[next])) next += 1
  return next
}

const isSpace = (char: string | undefined): boolean =>
  char === ' ' || char === '\n' || char === '\t' || char === '\u00a0'
