import type { Session } from '../session/session.ts'
import { openItems } from '../session/work.ts'
import { safeText } from '../text/safe-text.ts'
import { truncateLine } from '../text/truncate.ts'

const MOST_BLOCKER = 40

/** Where a session stands, at a glance, in one line for a terminal; empty where there is nothing to say. */
export function statusText({ work, craft }: Session): string {
  const left = openItems(work.actions).length + openItems(work.tasks).length
  const failing = craft.tests.filter(({ outcome }) => outcome === 'failed').length
  const blockers = openItems(work.blockers)
  const [last] = blockers.slice(-1)
  return [
    left > 0 && `${left} open`,
    failing > 0 && 'tests fail',
    last && `${blockers.length > 1 ? `${blockers.length} blocked` : 'blocked'}: ${oneLine(last.text)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const oneLine = (text: string): string => truncateLine(safeText(text).replaceAll(/\s+/g, ' '), MOST_BLOCKER)
