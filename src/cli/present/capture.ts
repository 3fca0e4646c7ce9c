import type { CaptureTold } from '../../app/transcript/capture.ts'
import { ago } from '../../text/time.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'

/** Whether the capture is complete, and how that is known. */
export const captureLine = (capture: CaptureTold, style: Style): string =>
  `  ${style.bold('capture'.padEnd(9))} ${plain(captureText(capture))}`

export function captureText(capture: CaptureTold): string {
  if (capture.state === 'unchecked') return `not checked: ${capture.why}`
  if (capture.state === 'unknown') return capture.why
  const { records, filled, comparedMsAgo } = capture
  const how =
    capture.how === 'imported'
      ? `imported from its transcript of ${counted(records, 'record')} ${ago(comparedMsAgo)}`
      : `${counted(records, 'record')} of its transcript compared ${ago(comparedMsAgo)}, ${filled} filled in from it`
  if (capture.state === 'complete') return `complete; ${how}`
  const where = capture.offset === undefined ? '' : ` (at byte ${grouped(capture.offset)})`
  const { skipped } = capture
  return `incomplete: ${grouped(skipped)} ${skipped === 1 ? 'place' : 'places'} unreadable${where}; ${how}`
}

const grouped = (count: number): string => count.toLocaleString('en-US')
const counted = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`
