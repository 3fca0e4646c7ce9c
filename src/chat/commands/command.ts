import type { ChatState } from '../chat.ts'

/** A slash command. */
export interface ChatCommand {
  readonly usage: string
  readonly about: string
  /** `rest` is the text after the name. Returns 'ask' to request an answer, 'leave' to quit. */
  run(chat: ChatState, rest: string): Promise<'ask' | 'leave' | undefined>
}
