import type { Brief } from '../../src/app/context/compose-brief.ts'
import { isActivity, type KnownEvent } from '../../src/event/catalogue.ts'
import { commandKeys } from '../../src/shell/command-key.ts'
import type { Situation } from '../continuity/composer.ts'

/** Kinds of objectively false statements. Every count must be 0. */
export const INVARIANTS = {
  'false last': 'names the wrong session as the last one',
  'stale failure': 'reports a failure that the same session resolved later',
  'contradictory command': 'lists a command both as failed and as successful',
  'wrong pair': 'pairs the last question with the answer of another turn',
  boilerplate: 'quotes text that a client wrote, not a person or an agent',
  'not a file': 'lists an entry under files that is not a file',
} as const
export type Invariant = keyof typeof INVARIANTS

/** The invariants that a brief breaks, each with the line that breaks it. */
export function brokenInvariants(
  brief: Brief,
  situation: Situation,
): readonly (readonly [Invariant, string])[] {
  const claims = brief.lines.map(({ claim }) => claim)
  const failed = claims.filter(({ section, about }) => section === 'blockers' && about?.command)
  const worked = new Set(
    claims
      .filter(({ section }) => section === 'commands')
      .flatMap(({ text }) => commandKeys(text.replaceAll('`', '')).proven),
  )
  const isContradicted = (command: string): boolean =>
    commandKeys(command).blamed.some((key) => worked.has(key))
  const newest = lastByTime(situation)
  return [
    ...claims
      .filter(({ section, text, session }) => section === 'standing' && LAST.test(text) && session !== newest)
      .map(({ text }) => ['false last', text] as const),
    ...failed
      .filter(({ session, about, at }) => isResolved(eventsOf(situation, session), about?.command ?? '', at))
      .map(({ text }) => ['stale failure', text] as const),
    ...failed
      .filter(({ about }) => isContradicted(about?.command ?? ''))
      .map(({ text }) => ['contradictory command', text] as const),
    ...wrongPairs(brief, situation),
    ...claims.filter(({ text }) => BOILERPLATE.test(text)).map(({ text }) => ['boilerplate', text] as const),
    ...claims
      .filter(({ section, text }) => section === 'files' && !isFileLine(text))
      .map(({ text }) => ['not a file', text] as const),
  ]
}

/** The sentence about the last session. */
const LAST = /^.{1,40} (?:worked|was suspended|crashed|broke off) (?:here|in) /

export function lastByTime({ history, now }: Situation): string | undefined {
  const ended = history
    .map(({ session, events }) => ({ session, at: newestAt(events, now), events }))
    .filter(({ events }) => events.some(({ type }) => type === 'prompt.submitted'))
  return ended.sort((a, b) => b.at - a.at)[0]?.session
}

/**
 * The time of the latest activity. It is not the end of the session, because a terminal may be closed days
 * after the work, and not the last event, because events filled in later have earlier times.
 */
const newestAt = (events: readonly KnownEvent[], now: number): number =>
  events.reduce((newest, { at, type }) => (at < now && isActivity(type) ? Math.max(newest, at) : newest), 0)

const eventsOf = ({ history }: Situation, session: string): readonly KnownEvent[] =>
  history.find((one) => one.session === session)?.events ?? []

/** Whether the same command succeeded later, tests passed later, or the session committed later. */
function isResolved(events: readonly KnownEvent[], command: string, at: number): boolean {
  const keys = new Set(commandKeys(command).blamed)
  return events.some((event) => {
    if (event.at <= at) return false
    if (event.type === 'test.ran') return event.outcome === 'passed'
    if (event.type !== 'tool.returned' || event.outcome !== 'ok' || !event.command) return false
    return (
      /\bgit commit\b/.test(event.command) || commandKeys(event.command).proven.some((key) => keys.has(key))
    )
  })
}

function wrongPairs({ lines }: Brief, situation: Situation): readonly (readonly [Invariant, string])[] {
  const said = (section: string) => lines.find(({ claim }) => claim.section === section)?.claim
  const [asked, answer] = [said('asked'), said('answer')]
  if (!asked || !answer) return []
  const events = eventsOf(situation, answer.session)
  const askedAgain = events.some(
    ({ type, at }) => type === 'prompt.submitted' && at > answer.at && at <= asked.at,
  )
  return asked.session !== answer.session || askedAgain ? [['wrong pair', asked.text]] : []
}

const BOILERPLATE =
  /<(?:system-reminder|command-(?:name|message|args)|local-command|task-notification|user-prompt-submit-hook)|\[Request interrupted|This session is being continued from a previous|Caveat: The messages below|Base directory for this skill/i

const isFileLine = (text: string): boolean => {
  const path = text.replace(/ [([].*$/, '')
  return !path.endsWith('/') && !/^[a-z]+\.(?:[a-z]+[A-Z]\w*|length|map|filter|metadata|id|name)$/.test(path)
}
