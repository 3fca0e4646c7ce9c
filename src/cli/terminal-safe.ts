import { isPlain, safeText } from '../text/safe-text.ts'

/** The only sequences that may pass: reset, bold, dim and the sixteen foreground colors. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the escape character
const OWN_STYLE = /\x1b\[(?:0|1|2|22|39|3[0-7]|9[0-7])m/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the escape character
const ESCAPE = /\x1b/g

/** Stored text may contain escape sequences that move the cursor, set the title or hide text. */
export function terminalSafe(text: string, { styled }: { readonly styled: boolean }): string {
  if (!styled) return safeText(text)
  let safe = ''
  let from = 0
  for (const { index } of text.matchAll(ESCAPE)) {
    OWN_STYLE.lastIndex = index
    const own = OWN_STYLE.exec(text)?.[0]
    if (!own || index < from) continue
    safe += safeText(text.slice(from, index)) + own
    from = index + own.length
  }
  return safe + safeText(text.slice(from))
}

/** Removes all sequences, including colors. */
export const plain = (text: string): string => terminalSafe(text, { styled: false })

/**
 * JSON already escapes the C0 control characters. This escapes the other characters that a terminal may interpret.
 * The parsed value stays the same.
 */
export const jsonSafe = (json: string): string =>
  isPlain(json)
    ? json
    : json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
        Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
          .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
          .join(''),
      )
