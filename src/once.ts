/** Calls `make` on first use and caches the result. */
export function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

/** Caches the result for the last text, because several rules read the same message. */
export function onceForEach<T>(read: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly value: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}
