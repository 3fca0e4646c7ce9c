import { safeText } from '../text/safe-text.ts'

/** Cut before it is cleaned: what is stored may be very long. */
export const cleanLine = (text: string, most: number): string => {
  const line = safeText(text.slice(0, 2 * most))
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}
