import { once } from '../once.ts'

/** The ASCII pattern for ASCII text. The Unicode one takes half a millisecond to build, which hooks would wait for. */
export function letterPattern(ascii: RegExp, unicode: () => RegExp): (text: string) => RegExp {
  const built = once(unicode)
  return (text) => (ASCII.test(text) ? ascii : built())
}

const ASCII = /^[\0-\x7f]*$/
