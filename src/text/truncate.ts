/** Returns at most `most` characters. Truncated text ends with an ellipsis. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  // A character takes up to two UTF-16 units. One more unit shows whether more text follows.
  const characters = Array.from(text.slice(0, 2 * most + 1))
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

/** Returns the first line, truncated to `most` characters. */
export const truncateLine = (text: string, most: number): string => truncate(firstLine(text.trim()), most)

/** Returns at most `most` characters. Truncates between two words unless that would remove half of the text. */
export function truncateAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const space = text.lastIndexOf(' ', most - 1)
  const end = space > most / 2 ? space : most - 1
  return `${text.slice(0, end).replace(HALF_CHARACTER, '').trimEnd()}…`
}
const HALF_CHARACTER = /[\ud800-\udbff]$/

/** The end of the text, at most `most` characters: the most informative part of a path. */
export function truncateStart(text: string, most: number): string {
  if (text.length <= most) return text
  const characters = Array.from(text)
  return characters.length > most ? `…${characters.slice(1 - most).join('')}` : text
}

/** Joins all lines with single spaces. */
export const oneLine = (text: string): string => text.replaceAll(/\s{1,1000}/g, ' ').trim()

export function firstLine(text: string): string {
  const end = text.indexOf('\n')
  if (end < 0) return text
  return text.slice(0, text[end - 1] === '\r' ? end - 1 : end)
}

const MAX_EXCERPT = 24_000
const EXCERPT_HEAD = 8000
const FENCE = /^\s{0,12}(?:```|~~~)/gm

/** The beginning and the end of a very long message. Closes code blocks that the omission leaves open. */
export function excerptOf(message: string): string {
  if (message.length <= MAX_EXCERPT) return message
  const head = message.slice(0, EXCERPT_HEAD)
  const from = message.length - (MAX_EXCERPT - EXCERPT_HEAD)
  const tail = message.slice(message.indexOf('\n', from) + 1 || from)
  const before = message.slice(0, message.length - tail.length)
  return [head, ...(isInCode(head) ? ['```'] : []), '', ...(isInCode(before) ? ['```'] : []), tail].join('\n')
}

const isInCode = (text: string): boolean => (text.match(FENCE)?.length ?? 0) % 2 === 1
