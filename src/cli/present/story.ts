import type { ContextStatus } from '../../app/context/context-status.ts'
import type { Story, StoryEvent } from '../../app/lifecycle/session-story.ts'
import type { CaptureReport } from '../../app/transcript/capture.ts'
import type { CompactionReport, OwnCompaction } from '../../session/compaction-report.ts'
import { ago, countText } from '../../text/time.ts'
import type { Out, Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { focusLines, LABEL_WIDTH, openItemLines, sessionHeader } from './session.ts'
import { cut } from './table.ts'

export function storyText(story: Story & { readonly capture: CaptureReport }, out: Out): string {
  const { style } = out
  const left = openItemLines(story.left, style, 20)
  return [
    ...sessionHeader(story.session, style),
    ...focusLines(story.focus, style),
    captureLine(story.capture, style),
    ...carriedLines(story.carry, style, story.session.lastActivityAt + story.session.quietMs),
    ...(left.length > 0 ? ['', style.bold('Open state'), ...left] : []),
    ...(story.hot.length > 0
      ? [
          '',
          style.bold('Recent results'),
          ...story.hot.map(({ at, text }) => `  ${style.dim(clockTime(at))}  ${plain(text)}`),
        ]
      : []),
    ...(story.compactions.length > 0
      ? ['', style.bold('Compactions'), ...compactionLines(story.compactions, style, clockTime)]
      : []),
    '',
    style.bold(`Events (${story.events.length})`),
    ...byDay(story.events, style, out.columns),
    ...story.damage.map(({ seq, detail }) => style.red(`  event ${seq ?? '?'} is damaged: ${detail}`)),
  ].join('\n')
}

function byDay(events: readonly StoryEvent[], style: Style, columns: number): string[] {
  let day = ''
  return events.flatMap((event) => {
    const date = localDate(event.at)
    const heading = date === day ? [] : [style.dim(`  ${date}`)]
    day = date
    const line = `  ${String(event.seq).padStart(4)}  ${clockTime(event.at)}  `
    return [
      ...heading,
      `${style.dim(line)}${eventColour(event, style)(cut(plain(event.text), columns - line.length))}`,
    ]
  })
}

function eventColour({ type, kind }: StoryEvent, style: Style): (text: string) => string {
  if (kind) return style.dim
  if (type === 'session.crashed' || type === 'blocker.met') return style.red
  if (type.startsWith('session.')) return style.cyan
  return type === 'decision.made' || type === 'goal.set' ? style.bold : (text) => text
}

export const localDate = (at: number): string => {
  const date = new Date(at)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export const localTime = (at: number): string => `${localDate(at)} ${clockTime(at).slice(0, 5)}`

const clockTime = (at: number): string => new Date(at).toTimeString().slice(0, 8)

/** Whether the recording is complete, and how this was determined. */
const captureLine = (capture: CaptureReport, style: Style): string =>
  `  ${style.bold('recording'.padEnd(LABEL_WIDTH))} ${plain(captureText(capture))}`

function captureText(capture: CaptureReport): string {
  if (capture.state === 'unchecked') return `not checked: ${capture.why}`
  if (capture.state === 'unknown') return capture.why
  const { records, filled, comparedMsAgo } = capture
  const how =
    capture.how === 'imported'
      ? `imported from ${groupedCount(records, 'transcript record')} ${ago(comparedMsAgo)}`
      : `compared with ${groupedCount(records, 'transcript record')} ${ago(comparedMsAgo)}, ${filled} filled in`
  if (capture.state === 'complete') return `complete; ${how}`
  const where = capture.offset === undefined ? '' : ` (at byte ${grouped(capture.offset)})`
  const { skipped } = capture
  return `incomplete: ${groupedCount(skipped, 'unreadable record')}${where}; ${how}`
}

const grouped = (count: number): string => count.toLocaleString('en-US')
const groupedCount = (count: number, what: string): string =>
  `${grouped(count)} ${what}${count === 1 ? '' : 's'}`

/** Confidence, completion, drift and context use of a session, as rows below its header. */
function carriedLines(carried: ContextStatus, style: Style, now: number): string[] {
  const row = (title: string, text: string | undefined): string[] =>
    text ? [`  ${style.bold(title.padEnd(LABEL_WIDTH))} ${plain(text)}`] : []
  const { confidence, completion, checkpoint, handoff } = carried
  return [
    ...row('confidence', `${confidence}%`),
    ...row('completion', `${completion.value}%${reasons(completion.because)}`),
    ...row('drift', driftText(carried.drift)),
    ...row('context', contextText(carried.context)),
    ...row('checkpoint', checkpoint && `${ago(Math.max(0, now - checkpoint.at))} (${checkpoint.occasion})`),
    ...row(
      'handoff',
      handoff && `${ago(Math.max(0, now - handoff.at))}${handoff.to ? `, to ${handoff.to}` : ''}`,
    ),
  ]
}

const reasons = (because: ContextStatus['completion']['because']): string =>
  because.length === 0
    ? ''
    : ` (${because.map(({ reason, change }) => `${reason} ${change > 0 ? '+' : ''}${change}`).join(', ')})`

function driftText(drift: ContextStatus['drift']): string | undefined {
  if (!drift) return undefined
  const share = `recent work covers ${Math.round(drift.overlap * 100)}% of the goal`
  return drift.isDrifting ? `${share}; missing: ${drift.missing.join(', ')}` : share
}

function contextText(context: ContextStatus['context']): string | undefined {
  if (!context) return undefined
  const { used, window, phase } = context
  return `${Math.round((used / window) * 100)}% of ${window} tokens, ${phase}`
}

const MAX_LOST = 10

const ownCompactionText = ({ by, tokensBefore, tokensAfter, isUndone, dropped }: OwnCompaction): string =>
  `${countText(dropped.messages, 'message')} summarized by ${plain(by)}, ${tokensBefore} to ${tokensAfter} tokens${isUndone ? ', undone' : ''}`

const missingLines = ({ dropped }: OwnCompaction, style: Style): string[] =>
  dropped.missing.map(({ kind, count, some }) => {
    const named = some.slice(0, MAX_NAMED).map((one) => plain(one.slice(0, 60).replace(/\s+/g, ' ')))
    return `    ${style.dim(`no longer mentioned: ${count} ${plain(kind)}`)} ${named.join(', ')}`
  })
const MAX_NAMED = 5

/** The items that each compaction lost, and which of them were restored. */
function compactionLines(
  reports: readonly CompactionReport[],
  style: Style,
  time: (at: number) => string,
): string[] {
  return reports.flatMap((report) => {
    const { at, hasSummary, kept, lost, restored, own } = report
    if (own) return [`  ${style.dim(time(at))}  ${ownCompactionText(own)}`, ...missingLines(own, style)]
    const again = lost.length === 0 ? '' : `, ${restored.length} of them restored`
    const head = hasSummary
      ? `kept ${kept} of ${kept + lost.length}, lost ${lost.length}${again}`
      : 'no summary recorded'
    const isRestored = new Set(restored)
    const lines = lost.slice(0, MAX_LOST).map((one) => {
      const mark = isRestored.has(one) ? style.green('restored') : style.red('lost')
      return `    ${mark} ${one.kind}: ${plain(one.text.slice(0, 120).replace(/\s+/g, ' '))}`
    })
    const more = lost.length > MAX_LOST ? [`    and ${lost.length - MAX_LOST} more (--json lists all)`] : []
    return [`  ${style.dim(time(at))}  ${head}`, ...lines, ...more]
  })
}
