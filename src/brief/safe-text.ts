/** Most text is this, and it is seen at once; building the pattern below takes half a millisecond of a start. */
const HARMLESS = /^[\n\t\x20-\x7e]*$/

/** Whole sequences go, so that no remains of them stand in the text. */
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what this is about
  /\x1b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,512}(?:\x07|\x1b\\)|[PX^_][^\x1b]{0,512}\x1b\\)/g

export const isPlain = (text: string): boolean => HARMLESS.test(text)

/**
 * Stored text as people and agents may read it: without control characters but newline and tab, and without what is
 * invisible, turns the writing direction, or is read by models and by nobody else.
 */
export const safeText = (text: string): string =>
  isPlain(text)
    ? text
    : text.replace(SEQUENCE, '').replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Cs}/gu, '')
