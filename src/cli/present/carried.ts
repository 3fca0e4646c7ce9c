import type { Carried } from '../../app/context/carried.ts'
import type { CompactionReport, OwnCompaction } from '../../session/compaction-report.ts'
import { ago, counted } from '../../text/time.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { LABEL_WIDTH } from './session.ts'

/** Confidence, completion, drift and context use of a session, as rows below its header. */
export function carriedLines(carried: Carried, style: Style, now: number): string[] {
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

const reasons = (because: Carried['completion']['because']): string =>
  because.length === 0
    ? ''
    : ` (${because.map(({ reason, change }) => `${reason} ${change > 0 ? '+' : ''}${change}`).join(', ')})`

function driftText(drift: Carried['drift']): string | undefined {
  if (!drift) return undefined
  const share = `recent work covers ${Math.round(drift.overlap * 100)}% of the goal`
  return drift.isDrifting ? `${share}; missing: ${drift.missing.join(', ')}` : share
}

function contextText(context: Carried['context']): string | undefined {
  if (!context) return undefined
  const { used, window, phase } = context
  return `${Math.round((used / window) * 100)}% of ${window} tokens, ${phase}`
}

const MOST_LOST = 10

const ownSentence = ({ by, tokensBefore, tokensAfter, isUndone, dropped }: OwnCompaction): string =>
  `${counted(dropped.messages, 'message')} summarized by ${plain(by)}, ${tokensBefore} to ${tokensAfter} tokens${isUndone ? ', undone' : ''}`

const missingLines = ({ dropped }: OwnCompaction, style: Style): string[] =>
  dropped.missing.map(({ kind, count, some }) => {
    const named = some.slice(0, MOST_NAMED).map((one) => plain(one.slice(0, 60).replace(/\s+/g, ' ')))
    return `    ${style.dim(`no longer mentioned: ${count} ${plain(kind)}`)} ${named.join(', ')}`
  })
const MOST_NAMED = 5

/** What every compaction lost, and what was restored. */
export function compactionLines(
  reports: readonly CompactionReport[],
  style: Style,
  time: (at: number) => string,
): string[] {
  return reports.flatMap((report) => {
    const { at, hasSummary, kept, lost, restored, own } = report
    if (own) return [`  ${style.dim(time(at))}  ${ownSentence(own)}`, ...missingLines(own, style)]
    const again = lost.length === 0 ? '' : `, ${restored.length} of them restored`
    const head = hasSummary
      ? `kept ${kept} of ${kept + lost.length}, lost ${lost.length}${again}`
      : 'no summary recorded'
    const isRestored = new Set(restored)
    const lines = lost.slice(0, MOST_LOST).map((one) => {
      const mark = isRestored.has(one) ? style.green('restored') : style.red('lost')
      return `    ${mark} ${one.kind}: ${plain(one.text.slice(0, 120).replace(/\s+/g, ' '))}`
    })
    const more = lost.length > MOST_LOST ? [`    and ${lost.length - MOST_LOST} more (--json lists all)`] : []
    return [`  ${style.dim(time(at))}  ${head}`, ...lines, ...more]
  })
}
