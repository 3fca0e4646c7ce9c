import type { Session } from '../session/session.ts'
import { countText } from '../text/time.ts'
import { truncateLine } from '../text/truncate.ts'
import { since } from './age.ts'

/** Of what a crashed session held, so that the rest of its line fits. */
const MOST_NOTE = 120

/** How the last session stands, in one line. */
export function standingOf({ life, identity, talk }: Session): string {
  const branch = identity.branch ? ` on branch ${identity.branch}` : ''
  if (life.endTrigger === 'recovered')
    return `The last session, ${identity.agent}${branch}, ${crashedWord(life)} ${since(life.lastActivityAt)}; ${recoveredWords(life.recoveryNote)}. Look at the working tree before you go on.`
  const how = `${ENDINGS[life.state] ?? 'was last active'} ${since(life.lastActivityAt)}`
  const turns = talk.turns > 0 ? `, after ${countText(talk.turns, 'turn')}` : ''
  const care =
    life.state === 'crashed' ? ' It did not end, it crashed: look at the working tree before you go on.' : ''
  return `The last session, ${identity.agent}${branch}, ${how}${turns}.${care}`
}

/** That it fell silent is all that is known where nobody knows its process. */
export const crashedWord = ({ crashTrigger }: Session['life']): string =>
  crashTrigger === 'quiet' ? 'broke off' : 'crashed'

export const recoveredWords = (note: string | undefined): string =>
  note ? `recovered: ${truncateLine(oneLine(note), MOST_NOTE)}` : 'it was recovered'

const ENDINGS: Readonly<Record<string, string>> = {
  crashed: 'broke off',
  ended: 'ended',
  suspended: 'was suspended',
}

export const oneLine = (text: string): string =>
  (/[\r\n]/.test(text) ? text.replaceAll(/\s*[\r\n]+\s*/g, ' ') : text).trim()
