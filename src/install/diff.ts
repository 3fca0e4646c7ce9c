interface DiffLine {
  readonly sign: ' ' | '+' | '-' | '…'
  readonly text: string
}

const CONTEXT = 2
/**
 * Above this number of line pairs, the middle is shown as replaced, because the comparison table would be too
 * large.
 */
const MAX_LINE_PAIRS = 4_000_000

/** A line diff with some context. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = splitLines(before)
  const now = splitLines(after)
  let head = 0
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1
  let tail = 0
  const limit = Math.min(old.length, now.length) - head
  while (tail < limit && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const middle = diffMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  const same = (text: string): DiffLine => ({ sign: ' ', text })
  return hideUnchanged([
    ...old.slice(0, head).map(same),
    ...middle,
    ...old.slice(old.length - tail).map(same),
  ])
}

const splitLines = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** Diffs by longest common subsequence. */
function diffMiddle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const signed = (sign: DiffLine['sign'], texts: readonly string[]): DiffLine[] =>
    texts.map((text) => ({ sign, text }))
  if (old.length * now.length > MAX_LINE_PAIRS) return [...signed('-', old), ...signed('+', now)]
  const common = commonLengths(old, now)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length) {
    const isSame = old[i] === now[j]
    const isGone = !isSame && common(i + 1, j) >= common(i, j + 1)
    lines.push(...signed(isSame ? ' ' : isGone ? '-' : '+', [(isGone ? old[i] : now[j]) ?? '']))
    i += Number(isSame || isGone)
    j += Number(!isGone)
  }
  return [...lines, ...signed('-', old.slice(i)), ...signed('+', now.slice(j))]
}

function commonLengths(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const longest = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
      lengths[i * width + j] = longest
    }
  }
  return at
}

function hideUnchanged(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>()
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue
    for (let i = index - CONTEXT; i <= index + CONTEXT; i += 1) near.add(i)
  }
  return lines.flatMap((line, index) => {
    if (near.has(index)) return [line]
    const isFirstHidden = index === 0 || near.has(index - 1)
    return isFirstHidden ? [{ sign: '…', text: '' } as const] : []
  })
}
