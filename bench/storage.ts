import { type Figure, type Findings, noFindings } from './figures.ts'
import type { Holding } from './full-log.ts'

const TARGET = 1.2

/** Bytes in the file per byte of payload, and where the overhead is. */
export function storageFigures(holding: Holding | undefined): Findings {
  if (!holding) return { ...noFindings, absent: ['storage: needs the full log (--quick skips it)'] }
  const { payloadBytes, fileBytes, events, parts } = holding
  const ratio = (name: string, bytes: number, more: Partial<Figure> = {}): Figure => ({
    group: 'storage',
    name,
    log: 'full',
    unit: 'x',
    value: bytes / payloadBytes,
    note: `${mb(bytes)} MB, ${Math.round(bytes / events)} bytes per event`,
    ...more,
  })
  const table = parts.event ?? 0
  const known = Object.keys(parts).length > 0
  return {
    ...noFindings,
    figures: [
      ratio('whole file', fileBytes, { target: TARGET }),
      ratio('payloads', payloadBytes),
      ...(known ? sharesOf(parts, table - payloadBytes, ratio) : []),
    ],
    absent: known ? [] : ['storage by table: this SQLite was built without dbstat'],
  }
}

function sharesOf(
  parts: Holding['parts'],
  around: number,
  ratio: (name: string, bytes: number) => Figure,
): Figure[] {
  const views = [
    'session_view',
    'sqlite_autoindex_session_view_1',
    'session_view_by_project',
    'session_view_by_time',
    'session_view_pending',
  ]
  return [
    ratio('overhead of the event table: ids, hashes, free space', around),
    ratio('index of event ids', parts.sqlite_autoindex_event_1 ?? 0),
    ratio('index of session and sequence', parts.sqlite_autoindex_event_2 ?? 0),
    ratio(
      'session views',
      views.reduce((sum, name) => sum + (parts[name] ?? 0), 0),
    ),
  ]
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(1)
