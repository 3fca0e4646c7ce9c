import type { KnownEvent, KnownEventOf } from '../../event/catalogue.ts'
import type { Action, Turn } from '../../memory/turn.ts'

/** Messages and actions of both sides, turn by turn. Only the user's own prompts count as user turns. */
export function collectTurns(events: readonly KnownEvent[]): readonly Turn[] {
  const turns: Turn[] = []
  for (const event of events) {
    const turn = turnOf(event)
    if (!turn) continue
    const last = turns.at(-1)
    if (turn.role === 'assistant' && last?.role === 'assistant')
      turns[turns.length - 1] = joinTurns(last, turn)
    else turns.push(turn)
  }
  return turns
}

function turnOf(event: KnownEvent): Turn | undefined {
  const { id, at } = event
  const assistant = { id, at, role: 'assistant', text: '' } as const
  switch (event.type) {
    case 'prompt.submitted':
      return event.origin === undefined || event.origin === 'user'
        ? { id, at, role: 'user', text: event.text }
        : undefined
    case 'response.completed':
      return { ...assistant, text: event.text ?? '' }
    case 'turn.interrupted':
      return { ...assistant, isInterrupted: true }
    case 'file.changed':
      return { ...assistant, actions: [editOf(event)] }
    case 'file.settled':
      return event.blob === undefined
        ? undefined
        : { ...assistant, settled: [{ path: event.path, blob: event.blob }] }
    case 'tool.returned':
      return event.command === undefined
        ? undefined
        : { ...assistant, actions: [{ kind: 'command', target: event.command.slice(0, MOST_CHARACTERS) }] }
    default:
      return undefined
  }
}

const editOf = ({ path, before, after }: KnownEventOf<'file.changed'>): Action => ({
  kind: 'edit',
  target: path,
  ...(before !== undefined && after !== undefined && { before, after }),
})

const MOST_ACTIONS = 50
const MOST_CHARACTERS = 500

function joinTurns(one: Turn, other: Turn): Turn {
  const actions: readonly Action[] = [...(one.actions ?? []), ...(other.actions ?? [])].slice(-MOST_ACTIONS)
  const settled = [...(one.settled ?? []), ...(other.settled ?? [])].slice(-MOST_ACTIONS)
  return {
    ...one,
    text: [one.text, other.text].filter(Boolean).join('\n'),
    ...(actions.length > 0 && { actions }),
    ...(settled.length > 0 && { settled }),
    ...((one.isInterrupted || other.isInterrupted) && { isInterrupted: true }),
  }
}
