import type { KnownEvent, KnownEventOf } from '../../event/catalogue.ts'
import { checksum } from '../../event/hash.ts'
import { ATTENDED, EXPANSION } from '../../event/turn.ts'
import { type Action, NO_TURNS, type Turn, type TurnState } from '../../memory/turn.ts'
import { isCertainlyTyped } from '../../memory/typed-words.ts'

/**
 * What the user and the agent said and did, turn by turn. Only the user's own prompts count as user turns.
 */
export function collectTurns(events: Iterable<KnownEvent>): readonly Turn[] {
  const collector = new TurnCollector()
  for (const event of events) collector.add(event)
  return collector.turns
}

/** Collects turns event by event. Can continue from the last turns of an earlier run. */
export class TurnCollector {
  readonly #turns: Turn[]
  #state: TurnState

  constructor(turns: readonly Turn[] = [], state: TurnState = NO_TURNS) {
    this.#turns = [...turns]
    this.#state = state
  }

  get turns(): readonly Turn[] {
    return this.#turns
  }

  get state(): TurnState {
    return this.#state
  }

  add(event: KnownEvent): void {
    const turn = event.type === 'prompt.submitted' ? this.#promptTurn(event) : turnOf(event)
    if (turn) this.#push(turn)
    if (event.type === 'session.resumed' && !isSameRun(event))
      this.#state = { ...this.#state, isAttended: false }
    if (event.type === 'agent.noticed') this.#notice(event.kind)
    if (STEPS.has(event.type))
      this.#state = {
        isAttended: this.#state.isAttended,
        isExpanding: false,
        ...(event.type === 'prompt.submitted' && { openPrompt: event.id }),
      }
  }

  #push(turn: Turn): void {
    const last = this.#turns.at(-1)
    if (turn.role === 'assistant' && last?.role === 'assistant')
      this.#turns[this.#turns.length - 1] = joinTurns(last, turn)
    else this.#turns.push(turn)
  }

  /** Clients report the expansion of a prompt before or after that prompt, but before the agent's next step. */
  #notice(kind: string): void {
    if (kind === ATTENDED) this.#state = { ...this.#state, isAttended: true }
    if (kind !== EXPANSION) return
    this.#state = { ...this.#state, isExpanding: true }
    const at = this.#turns.findLastIndex(({ id }) => id === this.#state.openPrompt)
    const { isTyped: _, ...prompt } = this.#turns[at] ?? {}
    if (at >= 0) this.#turns[at] = prompt as Turn
  }

  #promptTurn(event: KnownEventOf<'prompt.submitted'>): Turn | undefined {
    const { id, at, text, origin = 'user' } = event
    if (origin !== 'user') return undefined
    const { isAttended, isExpanding } = this.#state
    const isTyped = isAttended && isHeardAsTyped(event) && isCertainlyTyped(text) && !isExpanding
    return { id, at, role: 'user', text: text.slice(0, MAX_PROMPT), ...(isTyped && { isTyped }) }
  }
}

/**
 * An idle session that continues in a recorded process is the same run. Any other resumed run may belong to a
 * program.
 */
const isSameRun = ({ trigger, process }: KnownEventOf<'session.resumed'>): boolean =>
  trigger === 'activity' && process !== undefined

/** Prompts that are longer than this were pasted, so only their beginning is read. */
const MAX_PROMPT = 60_000

/** Whether a hook reported the prompt as plain text. A prompt from a transcript may have been changed by the client. */
const isHeardAsTyped = ({ via, origin, content }: KnownEventOf<'prompt.submitted'>): boolean =>
  via === undefined && origin === 'user' && content === undefined

const STEPS: ReadonlySet<string> = new Set(['prompt.submitted', 'response.completed', 'tool.called'])

function turnOf(event: KnownEvent): Turn | undefined {
  const { id, at } = event
  const assistant = { id, at, role: 'assistant', text: '' } as const
  switch (event.type) {
    case 'response.completed':
      return { ...assistant, text: endsOf(event.text ?? '') }
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
  ...(before !== undefined && after !== undefined && { before: short(before), after: short(after) }),
})

/** Long text is used only in comparisons, so a checksum can stand for the rest. */
const short = (text: string): string =>
  text.length <= MAX_COMPARED ? text : `${text.slice(0, MAX_COMPARED)} ${text.length} ${checksum(text)}`
const MAX_COMPARED = 40

/** The beginning and the end of the assistant's text. The rest is not read. */
const endsOf = (text: string): string =>
  text.length <= MAX_BEGINNING + MAX_END ? text : `${text.slice(0, MAX_BEGINNING)}\n${text.slice(-MAX_END)}`
const MAX_BEGINNING = 500
const MAX_END = 1500

const MOST_ACTIONS = 50
const MOST_CHARACTERS = 500

function joinTurns(one: Turn, other: Turn): Turn {
  const actions: readonly Action[] = [...(one.actions ?? []), ...(other.actions ?? [])].slice(-MOST_ACTIONS)
  const settled = [...(one.settled ?? []), ...(other.settled ?? [])].slice(-MOST_ACTIONS)
  return {
    ...one,
    text: endsOf([one.text, other.text].filter(Boolean).join('\n')),
    ...(actions.length > 0 && { actions }),
    ...(settled.length > 0 && { settled }),
    ...((one.isInterrupted || other.isInterrupted) && { isInterrupted: true }),
  }
}
