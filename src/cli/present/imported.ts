import type { FormatCount, Imported } from '../../app/transcript/import-count.ts'
import { counted } from '../../text/time.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'

const MOST_TOLD = 10

/** The result of an import. */
export function importedText(imported: Imported, style: Style): string {
  const { events, sessions, atWork, unreadable } = imported
  const formats = Object.entries(imported.formats)
  return [
    events > 0
      ? `${style.green('Imported')} ${counted(events, 'event')} of ${counted(sessions, 'session')}.`
      : 'Nothing new: all events are already in the log.',
    ...formats.map(([name, count]) => `  ${style.bold(name.padEnd(12))} ${formatText(count)}`),
    ...(atWork > 0 ? [`Skipped ${counted(atWork, 'open session')} (imported after the session ends).`] : []),
    ...(unreadable.length > 0 ? [`Skipped ${counted(unreadable.length, 'unreadable file')}:`] : []),
    ...unreadable.slice(0, MOST_TOLD).map(({ path, reason }) => `  ${plain(path)}: ${plain(reason)}`),
    ...(unreadable.length > MOST_TOLD
      ? [`  and ${unreadable.length - MOST_TOLD} more (--json lists all)`]
      : []),
  ].join('\n')
}

const formatText = ({ files, unchanged, records, skipped, events }: FormatCount): string =>
  [
    counted(files, 'file'),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    counted(records, 'record'),
    counted(events, 'new event'),
    ...(skipped > 0 ? [`${skipped} unreadable`] : []),
  ].join(', ')
