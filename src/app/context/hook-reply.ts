import type { AgentAnswer } from '../../agent/adapter.ts'
import type { EventDraft } from '../../agent/event-draft.ts'

/** What an agent reads at this moment, and the facts that it was told so. */
export interface HookReply extends Pick<AgentAnswer, 'text' | 'closing'> {
  readonly drafts: readonly EventDraft[]
}
