import { isPlain, safeText } from '../text/safe-text.ts'

/** Colours that we print ourselves: reset, bold, dim, and the sixteen foregrounds. Nothing else may pass. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what this is about
const OWN_STYLE = /\x1b\[(?:0|1|2|22|39|3[0-7]|9[0-7])m/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const ESCAPE = /\x1b/g

/** What may reach a terminal: stored text can hold escape sequences that move the cursor, retitle or hide. */
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

/** Stored text brings no colours of its own. */
export const plain = (text: string): string => terminalSafe(text, { styled: false })

/** JSON escapes C0 by itself; the rest of what a terminal might obey is escaped here. Parsers see the same value. */
export const jsonSafe = (json: string): string =>
  isPlain(json)
    ? json
    : json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
        Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
          .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
          .join(''),
      )
