import type { Answer } from '../../agent/adapter.ts'
import type { EventDraft } from '../../agent/event-draft.ts'

/** What an agent reads at this moment, and the facts that it was told so. */
export interface HookReply extends Pick<Answer, 'text' | 'closing'> {
  readonly drafts: readonly EventDraft[]
}
