/** Whole sequences go, so that no remains of them stand in the text. */
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what this is about
  /\x1b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,512}(?:\x07|\x1b\\)|[PX^_][^\x1b]{0,512}\x1b\\)/g

/** Without control characters but newline and tab, and without what is invisible or turns the writing direction. */
export const clean = (text: string): string =>
  text.replace(SEQUENCE, '').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Cs}/gu, '')

/** Cut before it is cleaned: what is stored may be very long. */
export const cleanLine = (text: string, most: number): string => {
  const line = clean(text.slice(0, 2 * most))
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}
