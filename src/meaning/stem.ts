/** Plurals and tenses of English, no more: `tests`, `tested` and `testing` are `test`. Other signs are left alone. */
export function stemOf(word: string): string {
  if (/[^a-z]/.test(word)) return word.replace(/'s$/, '')
  for (const [ending, least, instead] of ENDINGS)
    if (word.length > least && word.endsWith(ending)) return single(word.slice(0, -ending.length) + instead)
  return word
}

const ENDINGS = [
  ['ing', 5, ''],
  ['ies', 4, 'y'],
  ['ed', 4, ''],
  ['ss', 2, 'ss'],
  ['es', 4, ''],
  ['s', 3, ''],
  ['e', 4, ''],
] as const

/** `adding` is `add`, as `add` is; `running` is `run`. */
const single = (stem: string): string =>
  stem.length > 3 && /([bdglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem
