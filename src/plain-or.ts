import { once } from './once.ts'

/**
 * A pattern that knows all letters there are, for texts that have others than plain ones: to build it takes half a
 * millisecond of a hook that an agent waits for, and most texts never meet it.
 */
export function plainOr(plain: RegExp, any: () => RegExp): (text: string) => RegExp {
  const built = once(any)
  return (text) => (PLAIN.test(text) ? plain : built())
}

const PLAIN = /^[\0-\x7f]*$/
