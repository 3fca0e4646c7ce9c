import { definitions, type EventType, type KnownEvent, type KnownEventOf } from '../event/catalogue.ts'
import { readPlan } from '../extract/plan.ts'
import { truncateLine } from '../text/truncate.ts'
import { type Fold, last } from './fold.ts'

/** One event in a few words. An event type without a description does not compile. */
export function describeEvent(event: KnownEvent): string {
  // The mapped type guarantees that each function accepts the event type that is its key.
  const describe = DESCRIPTIONS[event.type] as (event: KnownEvent) => string
  return describe(event)
}

type Descriptions = { readonly [T in EventType]: (event: KnownEventOf<T>) => string }

const because = (why: string | undefined): string => (why ? ` (${truncateLine(why, 120)})` : '')
const quoted = (text: string, most: number): string => `'${truncateLine(text, most)}'`

const DESCRIPTIONS: Descriptions = {
  'session.started': (e) => `started by ${e.agent} in ${e.project.name}${e.branch ? ` on ${e.branch}` : ''}`,
  'session.idled': () => 'went idle',
  'session.resumed': (e) =>
    e.trigger === 'activity' ? 'resumed by new activity' : `resumed by ${e.trigger}`,
  'session.suspended': (e) => `suspended${because(e.reason)}`,
  'session.ended': (e) => `ended by ${e.trigger}${because(e.reason)}`,
  'session.completed': (e) => `marked complete${because(e.note)}`,
  'session.crashed': (e) =>
    e.trigger === 'process-gone' ? 'crashed: its process is gone' : 'crashed: no activity and no end',
  'session.recovered': (e) => `recovered${because(e.note)}`,
  'session.archived': (e) => `archived (${e.reason})`,
  'session.tagged': (e) =>
    `tagged ${[...(e.added ?? []).map((tag) => `+${tag}`), ...(e.removed ?? []).map((tag) => `-${tag}`)].join(' ')}`,
  'session.branched': (e) =>
    `branched from ${e.parent} at event ${e.atSeq}${e.name ? ` as ${truncateLine(e.name, 60)}` : ''}`,
  'session.merged': (e) => `merged ${e.from}${because(e.note)}`,
  'place.changed': (e) =>
    `moved to ${[e.directory, e.branch, e.head?.slice(0, 10)].filter(Boolean).join(' ')}`,
  'phase.entered': (e) => `entered phase ${e.phase}`,
  'session.titled': (e) => `titled by ${TITLED_BY[e.by]}: ${truncateLine(e.title, 100)}`,
  'pull.linked': (e) => `pull request ${e.number === undefined ? e.url : `#${e.number} ${e.url}`}`,
  'instruction.given': (e) => `instruction: ${truncateLine(e.text, 100)}`,
  'prompt.submitted': (e) => `prompt: ${truncateLine(e.text, 100)}`,
  'response.streamed': (e) => `answering: ${truncateLine(e.text, 100)}`,
  'response.completed': (e) =>
    e.text ? `${e.partial ? 'part of an answer' : 'answer'}: ${truncateLine(e.text, 100)}` : 'answered',
  'turn.interrupted': (e) => `interrupted${because(e.reason)}`,
  'correction.heard': (e) => `correction: ${truncateLine(e.text, 100)}`,
  'subagent.started': (e) =>
    `started ${e.kind ?? 'a sub-agent'}${e.task ? `: ${truncateLine(e.task, 80)}` : ''}`,
  'subagent.stopped': (e) =>
    `${e.kind ?? 'a sub-agent'} finished${e.text ? `: ${truncateLine(e.text, 80)}` : ''}`,
  'agent.noticed': (e) => `${e.kind}${e.text ? `: ${truncateLine(e.text, 100)}` : ''}`,
  'agent.summarized': (e) => `the client's ${e.kind}: ${truncateLine(e.text, 100)}`,
  'tool.called': (e) =>
    `calls ${e.tool}${e.command ? `: ${truncateLine(e.command, 80)}` : e.file ? ` on ${e.file}` : ''}`,
  'tool.returned': (e) => toolSentence(e),
  'file.read': (e) => `read ${e.path}`,
  'file.changed': (e) => fileSentence(e),
  'symbol.touched': (e) => `touched ${e.name}${e.file ? ` in ${e.file}` : ''}`,
  'symbols.indexed': () => 'changed files were indexed for symbols',
  'test.ran': (e) => `tests ${e.name}: ${e.outcome}${testCounts(e)}`,
  'decision.made': (e) => `decided: ${truncateLine(e.choice, 120)}${because(e.why)}`,
  'blocker.met': (e) => `blocked: ${truncateLine(e.text, 120)}`,
  'blocker.cleared': (e) => `cleared a blocker${because(e.how)}`,
  'action.planned': (e) => `next: ${truncateLine(e.text, 120)}`,
  'action.done': (e) => `done${because(e.how)}`,
  'task.opened': (e) => `task: ${truncateLine(e.text, 120)}`,
  'task.closed': (e) => `task closed${because(e.how)}`,
  'fact.pinned': (e) => `fact: ${truncateLine(e.text, 120)}`,
  'fact.unpinned': (e) => `fact removed${because(e.why)}`,
  'goal.set': (e) => `goal: ${truncateLine(e.text, 120)}`,
  'evidence.found': (e) => `evidence: ${truncateLine(e.text, 120)}`,
  'question.answered': (e) => `answered ${quoted(e.question, 80)}: ${truncateLine(e.answer, 100)}`,
  'plan.approved': (e) => `plan approved${planName(e)}`,
  'tasks.listed': (e) => `task list: ${taskCounts(e)}`,
  'task.changed': (e) =>
    `task changed${because([e.status, e.text && quoted(e.text, 80)].filter(Boolean).join(', '))}`,
  'context.compacting': () => 'context compaction started',
  'context.compacted': () => 'context compacted',
  'compaction.undone': () => 'compaction undone',
  'context.measured': (e) =>
    `context size: ${e.used}${e.window === undefined ? '' : ` of ${e.window}`} tokens`,
  'checkpoint.taken': (e) => `checkpoint (${e.occasion}, ${e.phase})`,
  'handoff.written': (e) =>
    e.automatic ? 'handoff written at the end' : `handed off${e.to ? ` to ${e.to}` : ''}`,
  'progress.logged': () => 'progress log written at the end',
  'nudge.given': (e) => `reminded (${e.kind})${e.text ? `: ${truncateLine(e.text, 100)}` : ''}`,
  'graph.saved': (e) => `graph saved${e.step === undefined ? '' : ` after step ${e.step}`}`,
  'graph.written': () => 'graph task wrote a result',
  'memory.proposed': (e) => `rule proposed: ${truncateLine(e.rule, 120)}`,
  'memory.approved': (e) => `rule approved ${e.by === 'user' ? 'by the user' : 'automatically'}`,
  'memory.rejected': (e) => `rule rejected${because(e.reason)}`,
  'memory.edited': (e) => `rule edited${e.rule ? `: ${truncateLine(e.rule, 120)}` : ''}`,
  'memory.superseded': () => 'rule superseded',
  'memory.tried': (e) => `rule ${e.effect}`,
  'brief.given': (e) => `received a brief of ${e.tokens} tokens`,
  'capture.damaged': (e) => `unreadable input (${e.source}): ${truncateLine(e.reason, 120)}`,
  'capture.reconciled': (e) =>
    e.missing
      ? `transcript missing (${e.source})`
      : `compared with transcript: ${e.records} records, ${e.filled} filled in, ${e.skipped} unreadable`,
  'file.settled': (e) => `${e.path} recorded at ${e.bytes} bytes`,
  'event.forgotten': (e) => `${e.seqs.length} events forgotten${because(e.reason)}`,
}

const TITLED_BY = { user: 'the user', client: 'the client', model: "the client's model" } as const

function planName({ text, file }: KnownEventOf<'plan.approved'>): string {
  const title = text === undefined ? undefined : readPlan(text).title
  return title === undefined ? (file ? ` (${file})` : '') : `: ${truncateLine(title, 100)}`
}

function taskCounts({ tasks }: KnownEventOf<'tasks.listed'>): string {
  const done = tasks.filter(({ status }) => status === 'done' || status === 'dropped').length
  const next = tasks.find(({ status }) => status === 'active' || status === 'pending')
  return `${done} of ${tasks.length} done${next ? `, at ${quoted(next.text, 80)}` : ''}`
}

function toolSentence(e: KnownEventOf<'tool.returned'>): string {
  const what = e.command ? `ran ${truncateLine(e.command, 80)}` : `${e.tool}${e.file ? ` ${e.file}` : ''}`
  return e.outcome === 'ok' ? what : `${what}: ${e.outcome}`
}

function testCounts({ passed, failed, skipped, failing }: KnownEventOf<'test.ran'>): string {
  const counts = [
    [failed, 'failed'],
    [passed, 'passed'],
    [skipped, 'skipped'],
  ].flatMap(([count, word]) => (count ? [`${count} ${word}`] : []))
  const names = failing?.length ? `: ${truncateLine(failing.join(', '), 120)}` : ''
  return counts.length > 0 || names ? ` (${counts.join(', ')}${names})`.replace('(: ', '(') : ''
}

function fileSentence(e: KnownEventOf<'file.changed'>): string {
  const lines = e.lines === undefined ? '' : ` (${e.lines} lines)`
  if (e.before === undefined || e.after === undefined) return `${e.change} ${e.path}${lines}`
  return `${e.change} ${e.path}: ${quoted(e.before, 30)} -> ${quoted(e.after, 30)}`
}

/** Whether an event records a result that is worth keeping: a file change, a command or a test run. */
export function isSignificant(event: KnownEvent): boolean {
  if (event.type === 'tool.returned') return event.command !== undefined
  return event.type === 'file.changed' || event.type === 'test.ran'
}

interface RecentEvent {
  readonly at: number
  readonly type: string
  readonly text: string
}

/** Recent results of a session. Settings limit how many are shown. */
export interface RecentResults {
  /** The last significant tool results, summarized. */
  readonly hot: readonly RecentEvent[]
  /** The last events, except quiet and redundant ones. */
  readonly recent: readonly RecentEvent[]
  /** Source events of the current brief. */
  readonly told?: readonly string[]
  /** Rules withheld from this session at random. */
  readonly withheld?: readonly string[]
  /** Time of the last brief. */
  readonly briefedAt?: number
  readonly compactingAt?: number
}

const MAX_HOT = 20
const MAX_RECENT = 5

export const recentResults: Fold<RecentResults> = {
  initial: { hot: [], recent: [] },
  apply(state, event) {
    const known = { ...state, ...briefChanges(event) }
    if (definitions.get(event.type)?.quiet) return known
    const moment = recentEvent(event)
    const recent = last([...withoutRedundant(state.recent, event), moment], MAX_RECENT)
    return isSignificant(event)
      ? { ...known, recent, hot: last([...state.hot, moment], MAX_HOT) }
      : { ...known, recent }
  },
}

/** A tool result makes its call redundant, and a file change makes the tool result redundant. */
function withoutRedundant(recent: readonly RecentEvent[], event: KnownEvent): readonly RecentEvent[] {
  const before = recent.at(-1)?.type
  const isForerun =
    (event.type === 'tool.returned' && before === 'tool.called') ||
    (event.type === 'file.changed' && before === 'tool.returned')
  return isForerun ? recent.slice(0, -1) : recent
}

function briefChanges(event: KnownEvent): Partial<RecentResults> {
  if (event.type === 'context.compacting') return { compactingAt: event.at }
  if (event.type !== 'brief.given' || event.format === 'merge') return {} // a merge notice adds to the current brief
  const { at: briefedAt, told, withheld } = event
  return { briefedAt, ...(told && { told }), ...(withheld && { withheld }) }
}

const recentEvent = (event: KnownEvent): RecentEvent => ({
  at: event.at,
  type: event.type,
  text: describeEvent(event),
})
