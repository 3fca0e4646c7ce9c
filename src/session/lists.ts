/** The list with the new items at its end, each once, the oldest dropped beyond `most`. */
export function lastDistinct(
  list: readonly string[],
  added: readonly string[],
  most: number,
): readonly string[] {
  if (added.length === 0) return list
  return [...list.filter((item) => !added.includes(item)), ...new Set(added)].slice(-most)
}

export const last = <T>(list: readonly T[], most: number): readonly T[] => list.slice(-most)
