import { oneLine, truncate, truncateAtWord } from '../text/truncate.ts'

const MAX_LENGTH = 2800
const MAX_OPENING = 400

/**
 * The essential lines of an answer, verbatim: all of a short answer, otherwise its opening and its end, which
 * usually states the results and the open work.
 */
export const conclusionOf = (answer: string): string => openingAndEnd(paragraphsIn(answer), MAX_LENGTH)

/** Shortens a conclusion to its opening and as many of its last lines as fit. */
export const shortenConclusion = (conclusion: string, most: number): string =>
  conclusion.includes('\n') ? openingAndEnd(conclusion.split('\n'), most) : truncateAtWord(conclusion, most)

const CUT = '\n…\n'

function openingAndEnd(parts: readonly string[], most: number): string {
  const whole = parts.join('\n')
  if (whole.length <= most) return whole
  const opening = openingOf(parts[0] ?? '', Math.min(MAX_OPENING, Math.floor(most / 3)))
  const rest = parts.slice(1)
  const room = most - opening.length - CUT.length
  const items = itemsBefore(rest, endOf(rest, room), Math.floor(most * ITEMS_SHARE))
  if (items === '') return `${opening}${CUT}${endOf(rest, room)}`.trimStart()
  return `${opening}${CUT}${items}${CUT}${endOf(rest, room - items.length - CUT.length)}`.trimStart()
}

/** The maximum share of a shortened answer for the beginnings of omitted numbered items. */
const ITEMS_SHARE = 0.4
const MAX_ITEM = 120
const NUMBERED = /^\d{1,3}[.)] /

/** The beginnings of omitted numbered items, because people refer to items by number. */
function itemsBefore(parts: readonly string[], end: string, most: number): string {
  const omitted = parts.join('\n').slice(0, -end.length || undefined)
  let items = ''
  for (const line of omitted.split('\n').filter((one) => NUMBERED.test(one))) {
    const item = truncateAtWord(line, MAX_ITEM)
    if (items.length + item.length >= most) break
    items += items === '' ? item : `\n${item}`
  }
  return items.includes('\n') ? items : ''
}

/** The last parts that fit. */
function endOf(parts: readonly string[], most: number): string {
  let end = ''
  for (const part of parts.toReversed()) {
    const more = end === '' ? part : `${part}\n${end}`
    if (more.length > most) break
    end = more
  }
  return end === '' ? truncateAtWord(parts.at(-1) ?? '', most) : end
}

/**
 * The first paragraph, or its first sentence if it is long. Omits a sentence that only introduces omitted
 * text.
 */
function openingOf(paragraph: string, most: number): string {
  const whole = paragraph.replace(/[^.!?]{1,400}:$/, '').trim()
  const opening = whole.length <= most ? whole : firstSentence(whole)
  return opening.length > most ? '' : opening
}

const firstSentence = (text: string): string => /^.{10,400}?[.!?](?=\s|$)/.exec(text)?.[0] ?? ''

/** Whether an answer ends by announcing what the agent does next: the turn then ended before the work was done. */
export function isAnnouncement(answer: string): boolean {
  const end = answer.slice(answer.lastIndexOf('\n') + 1)
  if (end.length > MAX_ANNOUNCEMENT) return false
  // At the end of a longer answer, "I will" often describes what the agent offers to do.
  return STARTS.test(end) || (end === answer ? ANNOUNCES.test(end) : ANNOUNCES_LAST.test(end))
}

/** The quoted sentence in which an answer announces the next step. */
export const announcementIn = (answer: string): string =>
  JSON.stringify(truncateAtWord(LAST_SENTENCE.exec(answer.trimEnd())?.[0].trim() || answer, MAX_ANNOUNCED))
const MAX_ANNOUNCED = 140

/** What a message reports before it announces the next step. Empty if that is too little to be useful. */
export function reportBefore(answer: string): string {
  if (!isAnnouncement(answer)) return answer
  const report = answer.replace(LAST_SENTENCE, '').trim()
  return report.length < LEAST_REPORT ? '' : report
}
const LAST_SENTENCE = /(?:^|(?<=[.!?:]\s)|(?<=\n))[^.!?\n]*[.:…]?$/
const LEAST_REPORT = 80
const MAX_ANNOUNCEMENT = 300
/** The agent names its next action in a separate sentence. */
const STARTS =
  /^(?:now )?(?:dispatching|starting|running|moving (?:on )?to|proceeding|continuing|launching|checking|updating|fixing) [^.!?\n]{3,120}(?:[.…]|\.{3})$/i
const ANNOUNCES_LAST =
  /^(?:(?:good|great|perfect|ok(?:ay)?|now|next|first|so|and),? ){0,2}let me (?!know\b)[^.!?]{3,200}[.:…]?$|^(?:now|next),? i(?:'ll| will) [^.!?]{3,200}[.:…]?$|:$/i
const ANNOUNCES =
  /(?:^|[.!:] )(?:(?:good|great|perfect|ok(?:ay)?|now|next|first|so|and),? ){0,2}(?:let me|let's|i(?:'ll| will| need to|'m going to| am going to)) (?!know\b)[^.!?]{3,200}[.:…]?$|:$/i

/** The paragraphs, without code blocks and horizontal lines. */
function paragraphsIn(answer: string): readonly string[] {
  return withoutCode(answer)
    .split(/\n\s*\n/)
    .map((block) => plainBlock(block))
    .filter((text) => text.length > 1)
}

/** In answers up to this length, code blocks count as part of the text. */
const MAX_WITH_CODE = 1200

function withoutCode(answer: string): string {
  if (!answer.includes('```') && !answer.includes('~~~')) return answer
  const text = answer.replaceAll(
    INTRODUCED_CODE,
    (_, lead: string, code: string) => `${lead} ${inlineCode(code)}\n`,
  )
  return answer.length <= MAX_WITH_CODE
    ? text.replaceAll(CODE_BLOCK, codeLines)
    : text.replaceAll(LONG_CODE, '$1 (code)\n').replaceAll(CODE_BLOCK, '\n')
}

/** Marks a line of code, so that it stays a line of its own. */
const CODE_LINE = '\u0001'
const FENCE = /^ {0,3}(?:```|~~~)/

const codeLines = (block: string): string =>
  block
    .split('\n')
    .filter((line) => !FENCE.test(line) && line.trim() !== '')
    .map((line) => `${CODE_LINE}${line}`)
    .join('\n')

/** A short code block after a line that ends with a colon. The line is meaningless without the block. */
const INTRODUCED_CODE =
  /(:)[ \t*]{0,4}\n{1,2} {0,3}(?:```|~~~)[^\n]{0,40}\n([^`~]{1,400}?)\n {0,3}(?:```|~~~)[ \t]*$/gm
const MAX_CODE = 200
const inlineCode = (code: string): string => `\`${truncate(oneLine(code), MAX_CODE)}\``

/** A longer code block after a line that ends with a colon. */
const LONG_CODE = /(:)[ \t*]{0,4}\n{1,2} {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\2[^\n]*$|$(?![\s\S]))/gm

const CODE_BLOCK = /^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm

/** Headings, list items and table rows stay on lines of their own; other lines are joined. */
function plainBlock(block: string): string {
  const lines = block.split('\n')
  let text = ''
  for (const [index, line] of lines.entries()) {
    // Rows of a two-column table need no column names.
    const isHead = SEPARATOR.test(lines[index + 1] ?? '') && cellsIn(line).length === 2
    if (isHead || RULE.test(line) || SEPARATOR.test(line) || DRAWN.test(line)) continue
    const plain = line.startsWith(CODE_LINE) ? line : plainLine(line.replaceAll('**', ''))
    if (plain.trim() === '') continue
    text += `${text === '' ? '' : isOwnLine(plain, text) ? '\n' : ' '}${plain}`
  }
  return text.replaceAll(CODE_LINE, '  ')
}

function isOwnLine(line: string, before: string): boolean {
  const last = before.slice(before.lastIndexOf('\n') + 1)
  return ITEM.test(line) || last.endsWith(':') || line.startsWith(CODE_LINE) || last.startsWith(CODE_LINE)
}

/** Banners that some agents draw. */
const DRAWN = /[\u2500-\u259f]{3}/

const RULE = /^\s*[-*_=]{3,}\s*$/
/** The separator row between the head and the body of a table. */
const SEPARATOR = /^\s*\|[\s|:-]{3,}\s*$/
const ROW = /^\s*\|.*\|\s*$/

function cellsIn(row: string): readonly string[] {
  if (!ROW.test(row)) return []
  const cells = row.split('|').map((cell) => cell.trim())
  return cells.filter((cell) => cell !== '')
}

/** A table row becomes a list item, and a heading introduces the text below it. */
function plainLine(line: string): string {
  const cells = cellsIn(line)
  if (cells.length > 0) return `- ${cells.join(' — ')}`
  const heading = /^\s{0,3}#{1,6}\s+(.{1,120}?)\s*#*$/.exec(line)?.[1]
  if (heading !== undefined) return `${heading.replace(/:$/, '')}:`
  const [, indent = '', mark = '', item = ''] = ITEM.exec(line) ?? []
  if (mark === '') return oneLine(line)
  const level = Math.min(MOST_LEVELS, Math.floor(indent.length / 2))
  // Keeps the numbers, because people refer to items by number.
  return `${'  '.repeat(level)}${/\d/.test(mark) ? mark : '-'} ${oneLine(item)}`
}

const MOST_LEVELS = 2
const ITEM = /^(\s*)([-*+•]|\d{1,3}[.)])\s+(.*)/
