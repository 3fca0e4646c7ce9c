import { fact, type NewEvent } from '../src/event/define.ts'
import { derivedId } from '../src/event/identity.ts'
import { ToolReturned } from '../src/event/tool.ts'
import { sealed } from '../src/event/wire.ts'
import { chance } from './chance.ts'
import type { Stage } from './homes.ts'
import { codeLike } from './text.ts'

const FRAME = 300

/** The result of a tool, as large as a usual one. */
export function toolResult(id: string, bytes: number, at = Date.now()): NewEvent {
  const output = codeLike(chance(3), Math.max(1, bytes - FRAME))
  const data = { call: id, tool: 'Bash', outcome: 'ok' as const, command: 'npm test', output }
  return fact(ToolReturned, { id: derivedId('evt', 'bench', id), at }, data)
}

/** What a hook delivers: one event, without an id, so that the name of the delivery gives it one. */
export function letterOf({ homes }: Pick<Stage, 'homes'>, bytes: number): string {
  const [home] = homes
  if (!home) throw new Error('there is no log to deliver to')
  const { id: _, ...event } = toolResult('call', bytes)
  return sealed({ session: home.session, events: [event as NewEvent] })
}
