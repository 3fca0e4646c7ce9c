import type { Message, StoredMessage } from '../../message/message.ts'

export interface SummaryAsk {
  readonly messages: readonly Message[]
  /** The summary of what was before them, which goes into the new one; empty where there is none. */
  readonly previous: string
  /** Most tokens of the summary. */
  readonly budget: number
  readonly signal: AbortSignal
}

/** A model that sums up messages. It may be slow, fail, or say nothing. */
export interface Summarise {
  /** Its name, as it is recorded. */
  readonly model: string
  readonly write: (ask: SummaryAsk) => Promise<string>
  /** How long one try may take; default: 30 s. */
  readonly timeoutMs?: number
  /** How often it is asked again; default: 2 times. */
  readonly retries?: number
}

export interface Summarised {
  readonly by: string
  /** Absent where every try failed. */
  readonly text?: string
  readonly failure?: string
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/** Never throws and always ends: without a summary of the model there is that of the rules. */
export async function summarised(
  { model, write, timeoutMs = TIMEOUT_MS, retries = RETRIES }: Summarise,
  ask: Pick<SummaryAsk, 'budget' | 'previous'> & { readonly messages: readonly StoredMessage[] },
): Promise<Summarised> {
  const messages = ask.messages.map(({ message }) => message)
  let failure = 'it gave no text'
  for (let tries = 0; tries <= retries; tries += 1) {
    try {
      const text = await within(timeoutMs, (signal) => write({ ...ask, messages, signal }))
      if (text.trim() !== '') return { by: model, text: text.trim() }
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
  }
  return { by: model, failure }
}

/** A model that does not listen to the signal is not waited for either. */
async function within<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no summary within ${ms} ms`)), { once: true })
  })
  return Promise.race([run(signal), late])
}
