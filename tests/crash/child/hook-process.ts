import { main } from '../../../src/hook/main.ts'

export interface HookProcessOrders {
  readonly agent: string
}

/** `leftoff hook AGENT` of this source, mutants included. The payload is its standard input. */
export async function hookProcess({ agent }: HookProcessOrders): Promise<void> {
  await main(['hook', agent])
}
