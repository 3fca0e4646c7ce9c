import { MOST_PAYLOAD_BYTES } from '../../../src/app/ingest/drain-spool.ts'
import { main } from '../../../src/hook/main.ts'
import { told } from '../../../src/host/standard-input.ts'

export interface HookProcessOrders {
  readonly agent: string
}

/** `leftoff hook AGENT` of this very source, mutants and all. What it hears is its standard input. */
export async function hookProcess({ agent }: HookProcessOrders): Promise<void> {
  await main(['hook', agent], '', await told(MOST_PAYLOAD_BYTES))
}
