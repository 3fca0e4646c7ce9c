import type { Chat } from '../chat.ts'

/** What is typed with a slash. */
export interface ChatCommand {
  readonly usage: string
  readonly about: string
  /** `rest` is what follows the name. Answers whether the model is to be asked now, or whether the user leaves. */
  run(talk: Chat, rest: string): Promise<'ask' | 'leave' | undefined>
}
