import { safeText } from '../text/safe-text.ts'
import { oneLine, truncate } from '../text/truncate.ts'

/** Cut before it is cleaned: what is stored may be very long. */
export const cleanLine = (text: string, most: number): string =>
  truncate(oneLine(safeText(text.slice(0, 2 * most + 1))), most)
