import type { CaptureTold } from '../../app/transcript/capture.ts'
import { ago } from '../../text/time.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { LABEL_WIDTH } from './session.ts'

/** Whether the recording is complete, and how we know. */
export const captureLine = (capture: CaptureTold, style: Style): string =>
  `  ${style.bold('recording'.padEnd(LABEL_WIDTH))} ${plain(captureText(capture))}`

export function captureText(capture: CaptureTold): string {
  if (capture.state === 'unchecked') return `not checked: ${capture.why}`
  if (capture.state === 'unknown') return capture.why
  const { records, filled, comparedMsAgo } = capture
  const how =
    capture.how === 'imported'
      ? `imported from ${counted(records, 'transcript record')} ${ago(comparedMsAgo)}`
      : `compared with ${counted(records, 'transcript record')} ${ago(comparedMsAgo)}, ${filled} filled in`
  if (capture.state === 'complete') return `complete; ${how}`
  const where = capture.offset === undefined ? '' : ` (at byte ${grouped(capture.offset)})`
  const { skipped } = capture
  return `incomplete: ${counted(skipped, 'unreadable record')}${where}; ${how}`
}

const grouped = (count: number): string => count.toLocaleString('en-US')
const counted = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`
