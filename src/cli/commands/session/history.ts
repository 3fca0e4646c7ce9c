import { buildCommand } from '@stricli/core'
import { type History, history } from '../../../app/maintenance/history.ts'
import { countText, durationText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { daysFlag, jsonFlag, switchFlag } from '../../flags.ts'
import { type Out, printResult, type Style } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import { localDate } from '../../present/story.ts'
import { table } from '../../present/table.ts'
import { plain } from '../../terminal-safe.ts'

interface SessionHistoryFlags {
  readonly days: number
  readonly here: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Show statistics for recent sessions',
    fullDescription: 'Shows the time per day and the tools, files and corrections of recent sessions.',
  },
  parameters: {
    flags: { days: daysFlag, here: switchFlag('Only this project'), json: jsonFlag },
  },
  async func(this: CliContext, flags: SessionHistoryFlags) {
    const world = await this.world()
    const value = await history(world, { days: flags.days, dayOf: localDate, allProjects: !flags.here })
    printResult(this, flags, value, (found) => historyText(found, flags.days, this.out))
  },
})

function historyText(history: History, days: number, out: Out): string {
  const { style } = out
  if (history.sessions.length === 0) return `No sessions in the last ${countText(days, 'day')}.`
  const { totals } = history
  return [
    style.bold(days === 1 ? 'Last day' : `Last ${days} days`),
    `  ${[
      countText(totals.sessions, 'session'),
      durationText(totals.durationMs),
      countText(totals.turns, 'turn'),
      countText(totals.corrections, 'correction'),
      countText(totals.crashes, 'crash', 'crashes'),
    ].join(', ')}`,
    '',
    ...bars(
      history.days.map(({ date, durationMs, sessions }) => ({
        label: weekday(date),
        value: durationMs,
        text: sessions > 0 ? `${durationText(durationMs)}, ${countText(sessions, 'session')}` : '',
      })),
      style.green,
    ),
    ...section(
      'Tools',
      history.tools.map(({ name, times }) => ({ label: plain(name), value: times, text: String(times) })),
      style,
    ),
    ...section(
      'Files',
      history.files.map(({ path, times }) => ({ label: plain(path), value: times, text: String(times) })),
      style,
    ),
    '',
    ...sessionLines(history, out),
  ].join('\n')
}

interface Bar {
  readonly label: string
  readonly value: number
  readonly text: string
}

const WIDTH = 32
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** Horizontal bars in eighths of a character, scaled so that the longest bar fits. */
function bars(rows: readonly Bar[], paint: (text: string) => string): string[] {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  const labels = Math.max(...rows.map(({ label }) => label.length))
  return rows.map(({ label, value, text }) => {
    const eighths = Math.max(value > 0 ? 1 : 0, Math.round((value / most) * WIDTH * 8))
    const bar = '█'.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? '')
    return `  ${label.padEnd(labels)}  ${paint(bar)}${bar ? ' ' : ''}${text}`.trimEnd()
  })
}

const section = (title: string, rows: readonly Bar[], style: Style): string[] =>
  rows.length > 0 ? ['', style.bold(title), ...bars(rows, style.blue)] : []

function weekday(date: string): string {
  const day = new Date(`${date}T12:00:00`).toLocaleDateString('en', { weekday: 'short' })
  return `${day} ${date.slice(5)}`
}

function sessionLines(history: History, out: Out): string[] {
  const [head = '', ...rows] = table(
    history.sessions.slice(0, 20),
    [
      { title: 'ID', of: ({ id }) => shortId(id), paint: out.style.cyan },
      { title: 'STARTED', of: ({ startedAt }) => localDate(startedAt) },
      { title: 'AGENT', of: ({ agent }) => agent },
      { title: 'STATE', of: ({ state }) => state },
      { title: 'DURATION', of: ({ durationMs }) => durationText(durationMs), right: true },
      { title: 'TURNS', of: ({ turns }) => String(turns), right: true },
      { title: 'TOOLS', of: ({ tools }) => String(tools), right: true },
      { title: 'FILES', of: ({ files }) => String(files), right: true },
      { title: 'CORRECTIONS', of: ({ corrections }) => String(corrections), right: true },
      { title: 'PROJECT', of: ({ project }) => project.name, rest: true },
    ],
    out.columns,
  )
  return [out.style.bold(head), ...rows]
}
