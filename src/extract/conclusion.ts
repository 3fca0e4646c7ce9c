import { oneLine, truncate } from '../text/truncate.ts'

const MAX_LENGTH = 1800
const MAX_OPENING = 1200

/**
 * The gist of an answer, verbatim: all of it if it is short, otherwise its beginning and its last paragraph or list,
 * which usually state the results and the open work.
 */
export function conclusionOf(answer: string): string {
  const paragraphs = paragraphsIn(answer)
  const whole = paragraphs.join(' ')
  if (whole.length <= MAX_LENGTH) return whole
  const last = withLead(paragraphs)
  const opening = openingOf(paragraphs)
  if (paragraphs.length === 1) return truncate(last, MAX_LENGTH)
  return [opening, truncate(last, MAX_LENGTH - opening.length)].filter(Boolean).join(' … ')
}

/** Skips code and horizontal lines. Joins list items and table rows with semicolons. */
function paragraphsIn(answer: string): readonly string[] {
  return withoutCode(answer)
    .split(/\n\s*\n/)
    .map((block) => plainBlock(block))
    .filter((text) => text.length > 1)
}

const withoutCode = (answer: string): string =>
  answer.includes('```') || answer.includes('~~~')
    ? answer
        .replaceAll(INTRODUCED_CODE, (_, lead: string, code: string) => `${lead} ${inlineCode(code)}\n`)
        .replaceAll(CODE_BLOCK, '\n')
    : answer

/** A short code block after a line that ends with a colon. The line is meaningless without the block. */
const INTRODUCED_CODE =
  /(:)[ \t*]{0,4}\n{1,2} {0,3}(?:```|~~~)[^\n]{0,40}\n([^`~]{1,400}?)\n {0,3}(?:```|~~~)[ \t]*$/gm
const MAX_CODE = 200
const inlineCode = (code: string): string => `\`${truncate(oneLine(code), MAX_CODE)}\``

const CODE_BLOCK = /^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm

function plainBlock(block: string): string {
  const lines = block.split('\n').filter((line) => !RULE.test(line))
  const isList =
    lines.length > 1 && lines.filter((line) => ITEM.test(line) || ROW.test(line)).length * 2 >= lines.length
  const texts = lines.map((line) => plainLine(line)).filter(Boolean)
  return oneLine(texts.join(isList ? '; ' : ' ').replaceAll('**', '')).replaceAll(':;', ':')
}

/** Horizontal lines, and the separator rows of tables. */
const RULE = /^\s*(?:[-*_=]{3,}|\|[\s|:-]{3,})\s*$/
const ROW = /^\s*\|.*\|\s*$/

/** A table row becomes its cells, and a heading introduces the text below it. */
function plainLine(line: string): string {
  if (ROW.test(line))
    return line
      .split('|')
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' - ')
  const heading = /^\s{0,3}#{1,6}\s+(.{1,120}?)\s*#*$/.exec(line)?.[1]
  return heading === undefined ? line.replace(ITEM, '').trim() : `${heading.replace(/:$/, '')}:`
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/

const MAX_LEAD = 160

/** The last paragraph, with the line that introduces it, if there is one. */
function withLead(paragraphs: readonly string[]): string {
  const last = paragraphs.at(-1) ?? ''
  const lead = paragraphs.at(-2) ?? ''
  return lead.endsWith(':') && lead.length <= MAX_LEAD ? `${lead} ${last}` : last
}

/** The first paragraphs, or only the first sentence if the first paragraph is too long. */
function openingOf(paragraphs: readonly string[]): string {
  let opening = ''
  for (const paragraph of paragraphs.slice(0, -1)) {
    if (opening.length + paragraph.length > MAX_OPENING) break
    opening = `${opening} ${paragraph}`.trim()
  }
  return opening.replace(/\s[^.!?]{1,200}:$/, '') || firstSentence(paragraphs[0] ?? '')
}

function firstSentence(text: string): string {
  const sentence = /^.{10,440}?[.!?](?=\s|$)/.exec(text)?.[0] ?? ''
  return sentence.length <= MAX_OPENING ? sentence : ''
}
