import type { Answer } from '../adapter.ts'

/** opencode has no limit of its own. This is what an agent can be asked to read at once. */
const MOST_TEXT = 30_000

export const fits = (text: string): boolean => text.length <= MOST_TEXT

const WITH_TEXT: ReadonlySet<string> = new Set(['session.start', 'session.compacting'])

/** Read by our own plugin, which puts the text where opencode looks for it. */
export function reply({ event, text }: Answer): string {
  if (!text || !fits(text) || !WITH_TEXT.has(event)) return '{}'
  return JSON.stringify({ text })
}
