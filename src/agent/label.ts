const MOST = 4096

/** A name, a path, an id as a label: never empty, never longer than a label may be, no half character at its end. */
export function label(text: string): string {
  if (text === '') return 'unnamed'
  if (text.length <= MOST) return text
  return text.slice(0, isHigh(text.charCodeAt(MOST - 1)) ? MOST - 1 : MOST)
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
