import { isRuleStopWord } from '../text/stop-words.ts'

/** Short sentences are trusted; a longer one without common English words is in another language. */
export function isEnglish(plain: string): boolean {
  const words = plain.match(WORD) ?? []
  if (words.some((word) => !LATIN.test(word))) return false
  const common = words.filter((word) => isRuleStopWord(word)).length
  if (words.length <= 2) return true
  if (words.some((word) => FOREIGN.has(word)) && common * 3 < words.length) return false
  return words.length <= 4 ? common > 0 || !/[^\x20-\x7e]/.test(plain) : common * 8 >= words.length
}

const WORD = /[\p{L}']{1,60}/gu
/** With the accents that loan words have. */
const LATIN = /^[a-zà-ÿ']{1,60}$/
/** Words of languages in which other words look English. */
const FOREIGN: ReadonlySet<string> = new Set(
  `der die das und nicht ist bitte immer nie niemals kein keine ein eine mit für auf wir ich du sie den dem les des une est
  pas ne jamais toujours pour dans avec que qui el los las una por para siempre nunca con del il che non mai sempre per
  di della je het een niet altijd nooit voor met på og ikke och inte não uma sempre os`.split(/\s+/),
)
