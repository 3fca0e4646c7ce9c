import type { Story, StoryEvent } from '../../app/lifecycle/session-story.ts'
import type { CaptureTold } from '../../app/transcript/capture.ts'
import type { Out, Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { captureLine } from './capture.ts'
import { carriedLines, compactionLines } from './carried.ts'
import { leftLines, sessionHeader } from './session.ts'
import { cut } from './table.ts'

export function storyText(story: Story & { readonly capture: CaptureTold }, out: Out): string {
  const { style } = out
  const left = leftLines(story.left, style, 20)
  return [
    ...sessionHeader(story.session, style),
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
      `${style.dim(line)}${toned(event, style)(cut(plain(event.text), columns - line.length))}`,
    ]
  })
}

function toned({ type, kind }: StoryEvent, style: Style): (text: string) => string {
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
