/** Questions about single characters. Patterns of Unicode classes would say the same, and take long to compile. */

/** A letter that has a larger form. */
export const isLower = (char: string): boolean => char !== char.toUpperCase() && char === char.toLowerCase()

/** Whether a text holds a letter or a digit of any script. Signs, arrows and most emoji are none. */
export function hasWord(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (isWordCode(text.charCodeAt(at))) return true
  return false
}

const isWordCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7) ||
  (code >= 0x3040 && code < 0xd800) ||
  (code >= 0xf900 && code < 0xfb00)
