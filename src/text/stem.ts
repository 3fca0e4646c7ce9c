/** Removes English plural and tense endings: `tests`, `tested` and `testing` become `test`. */
export function stemOf(word: string): string {
  if (/[^a-z]/.test(word)) return word.replace(/'s$/, '')
  const found = ENDINGS.find((one) => word.length > one.least && word.endsWith(one.ending))
  return found ? single(word.slice(0, -found.ending.length) + found.instead) : word
}

const ENDINGS = [
  { ending: 'ing', least: 5, instead: '' },
  { ending: 'ies', least: 4, instead: 'y' },
  { ending: 'ed', least: 4, instead: '' },
  { ending: 'ss', least: 2, instead: 'ss' },
  { ending: 'es', least: 4, instead: '' },
  { ending: 's', least: 3, instead: '' },
  { ending: 'e', least: 4, instead: '' },
] as const

/** `running` becomes `run`. */
const single = (stem: string): string =>
  stem.length > 3 && /([bdglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem
