import type { Context } from './context.ts'

/** One value, told to a person or printed for a program. */
export function answer<T>(
  context: Pick<Context, 'out'>,
  flags: { readonly json: boolean },
  value: T,
  tell: (value: T) => string,
): void {
  if (flags.json) context.out.json(value)
  else context.out.print(tell(value))
}
