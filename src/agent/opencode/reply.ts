import type { AgentAnswer } from '../adapter.ts'

/** opencode has no limit. This limit is what an agent should read in one reply. */
const MAX_TEXT = 30_000

export const fits = (text: string): boolean => text.length <= MAX_TEXT

const WITH_TEXT: ReadonlySet<string> = new Set(['session.start', 'session.compacting'])

/** Read by our plugin, which passes the text to opencode. */
export function reply({ event, text }: AgentAnswer): string {
  if (!text || !fits(text) || !WITH_TEXT.has(event)) return '{}'
  return JSON.stringify({ text })
}
