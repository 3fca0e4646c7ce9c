import { fencedWorkingSet } from '../../brief/fence.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { type FittedMessages, fitMessages } from '../../message/fit-messages.ts'
import type { Message, StoredMessage } from '../../message/message.ts'
import { cutText, messageTokens } from '../../message/message-tokens.ts'
import { restoreSentMessages } from '../../message/new-messages.ts'
import { renderWorkingSet } from '../../message/working-set.ts'
import { type CountTokens, countOnce } from '../../text/tokens.ts'
import { activeCompaction, boundaryOf, type LineagePart, lineageFromOldest } from '../branch/lineage.ts'
import type { World } from '../world.ts'
import { eventAt, newestMessages } from './newest-messages.ts'
import { fencedContext, OPEN_WORK_TOKENS, projectContext } from './project-context.ts'
import { sessionContextOf } from './session-context.ts'
import { workingSetNotes } from './working-set.ts'

export interface ContextAsk {
  /** Maximum number of tokens. */
  readonly budget: number
  /** The model's tokenizer; default: o200k. */
  readonly countTokens?: CountTokens | undefined
  /** Adds duration, recent files and results, and the current task of the session, in at most 500 tokens. */
  readonly sessionContext?: boolean | undefined
  /** Replaces the instructions recorded in the session. */
  readonly instructions?: string | undefined
  /** The program's own copies of the messages. A message that fits completely is returned as the same object. */
  readonly history?: readonly Message[] | undefined
}

export interface Context {
  /** The session's instructions and working set. */
  readonly system: string
  /** The newest messages, complete if they fit. */
  readonly messages: readonly Message[]
  /** Tokens of `system` and `messages` together. */
  readonly tokens: number
  /** Number of messages since the last compaction that did not fit. */
  readonly leftOut: number
  /** Number of messages that were shortened. */
  readonly cut: number
}

/** Largest share of the budget for the working set and instructions. */
const STATED_SHARE = 0.4

/** The working set and recent messages, within the budget. */
export async function contextOf(world: World, session: SessionId, ask: ContextAsk): Promise<Context> {
  const line = await lineageFromOldest(world, session)
  const count = countOnce(ask.countTokens ?? world.countTokens)
  const recent = await recentIn(world, line, ask.budget, count)
  const { instructions = (await instructionsIn(world, line)).join('\n\n') } = ask
  const most = Math.floor(ask.budget * STATED_SHARE)
  const { sessionContext = false } = ask
  const system = await systemOf(world, line, { instructions, most, count, sessionContext })
  const spent = system === '' ? 0 : count(system)
  const fitted = inForm(world, fitMessages(led(recent, line), ask.budget - spent, count), {
    ...ask,
    count,
    spent,
  })
  return { system, ...fitted, tokens: spent + fitted.tokens }
}

interface FormAsk extends Pick<ContextAsk, 'budget' | 'history'> {
  readonly count: CountTokens
  readonly spent: number
}

/** Restores original content. If it does not fit into the budget, the log's placeholders stay. */
function inForm(
  world: World,
  fitted: FittedMessages,
  { history, budget, count, spent }: FormAsk,
): FittedMessages {
  if (!history) return fitted
  const redact = world.redactIn(world.place.directory)
  const messages = restoreSentMessages(fitted.messages, history, (text) => redact(text).text)
  const tokens = messages.reduce((total, message) => total + messageTokens(message, count), 0)
  return tokens + spent <= budget ? { ...fitted, messages, tokens } : fitted
}

/** Enough of the newest messages to fill the budget, without those that a summary covers. */
function recentIn(
  world: World,
  line: readonly LineagePart[],
  budget: number,
  count: CountTokens,
): Promise<readonly StoredMessage[]> {
  const condensed = activeCompaction(line)
  const isEnough = (newest: readonly StoredMessage[]): boolean =>
    newest.some(({ message }) => message.role === 'user') &&
    newest.reduce((total, { message }) => total + messageTokens(message, count), 0) > budget
  return newestMessages(world, line, { isEnough, after: condensed && boundaryOf(condensed) })
}

/**
 * Providers require the first message to be from the user. If all user messages were summarized, repeats the
 * last prompt.
 */
function led(recent: readonly StoredMessage[], line: readonly LineagePart[]): readonly StoredMessage[] {
  const first = recent.find(({ message }) => message.role !== 'system')
  const prompt = line.at(-1)?.view.talk.lastPrompt
  if (!first || first.message.role === 'user' || prompt === undefined) return recent
  if (recent.some(({ message }) => message.role === 'user')) return recent
  return [{ ...first, message: { role: 'user', content: prompt } }, ...recent]
}

interface SystemAsk {
  readonly instructions: string
  readonly most: number
  readonly count: CountTokens
  readonly sessionContext: boolean
}

/** Instructions first, whole if possible, then the working set. */
async function systemOf(world: World, line: readonly LineagePart[], ask: SystemAsk): Promise<string> {
  const { most, count } = ask
  const instructions = cutText(ask.instructions, most, count)
  const session = line.at(-1)?.session
  const fence = (text: string): string =>
    fencedWorkingSet(text, derivedId('evt', 'working set', session ?? ''))
  const project = session
    ? await projectPart(world, session, { count, most: most - count(instructions) })
    : ''
  const before = [instructions, project].filter(Boolean).join('\n\n')
  const room = most - count(`${before}\n\n${fence('')}`)
  const stated = room > 0 ? await statedWithin(world, line, { ...ask, room }) : ''
  const whole = [before, stated && fence(stated)].filter(Boolean).join('\n\n')
  return [whole, before, instructions].find((text) => count(text) <= most) ?? ''
}

async function statedWithin(
  world: World,
  line: readonly LineagePart[],
  { room, count, sessionContext }: SystemAsk & { readonly room: number },
): Promise<string> {
  const own = line.at(-1)
  const current = own && sessionContext ? sessionContextOf(world, own) : ''
  const before = current !== '' && count(current) <= room / 2 ? current : ''
  const notes = renderWorkingSet(await workingSetNotes(world, line), room - count(before) - 2, count)
  return [before, notes].filter(Boolean).join('\n\n')
}

/** The project's share of the tokens left after the instructions. The session's own working set gets the rest. */
const PROJECT_SHARE = 0.5

/** The user's rules and the open work of the project, as agents read them at startup. */
async function projectPart(
  world: World,
  session: SessionId,
  { most, count }: Pick<SystemAsk, 'most' | 'count'>,
): Promise<string> {
  const total = Math.floor(most * PROJECT_SHARE)
  for (const budget of [Math.min(OPEN_WORK_TOKENS, Math.floor(total / 2)), 0]) {
    const ask = { own: session, parts: 'standing', budget, total, withWritten: true } as const
    const found = await projectContext(world, ask)
    const text = found ? fencedContext(found, session) : ''
    if (text !== '' && count(text) <= total) return text
  }
  return ''
}

/** Instructions apply to the whole session and its branches. */
export async function instructionsIn(world: World, line: readonly LineagePart[]): Promise<readonly string[]> {
  const points = line.flatMap(({ session, view, upTo }) =>
    view.talk.instructed.filter((seq) => seq <= upTo).map((seq) => ({ session, seq })),
  )
  const events = await Promise.all(points.map((point) => eventAt(world, point)))
  return [...new Set(events.flatMap((event) => (event?.type === 'instruction.given' ? [event.text] : [])))]
}
