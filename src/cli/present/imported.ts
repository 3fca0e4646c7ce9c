import type { FormatCount, Imported } from '../../app/transcript/import-count.ts'
import { counted } from '../../text/time.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'

const MOST_TOLD = 10

/** What an import came to, in a few lines. */
export function importedText(imported: Imported, style: Style): string {
  const { events, sessions, atWork, unreadable } = imported
  const formats = Object.entries(imported.formats)
  return [
    events > 0
      ? `${style.green('Imported')} ${counted(events, 'event')} of ${counted(sessions, 'session')}.`
      : 'Nothing new: what the transcripts tell is in the log.',
    ...formats.map(([name, count]) => `  ${style.bold(name.padEnd(12))} ${formatText(count)}`),
    ...(atWork > 0 ? [`${counted(atWork, 'session')} at work: compared when they have ended.`] : []),
    ...(unreadable.length > 0 ? [`${counted(unreadable.length, 'file')} passed over:`] : []),
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
