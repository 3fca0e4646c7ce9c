import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { indexPendingSymbols } from '../../src/app/search/index-symbols.ts'
import { importTranscripts } from '../../src/app/transcript/import.ts'
import { withParser } from '../../src/bootstrap/parser.ts'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import { understand } from '../../src/event/understand.ts'
import { findTranscripts } from '../../src/host/transcripts.ts'
import { pathsIn } from '../../src/text/paths.ts'
import { cacheFolder, unpackHistories } from '../data-folders.ts'
import { createWorld, type OwnWorld } from '../world.ts'

export interface RecordedHistory {
  readonly series: string
  /** Each developer of a project has a separate series. */
  readonly project: string
  /** Sorted by transcript name, and therefore by start time. */
  readonly sessions: readonly HistorySession[]
}
export interface HistorySession {
  readonly transcript: string
  readonly directory: string
  readonly branch?: string | undefined
  readonly events: readonly KnownEvent[]
}

/** Increment this when the cached form of events or the transcript readers change. */
const VERSION = 3

/** Imports every series with the real importer. Caches the log and a slim copy of its events. */
export async function histories(
  packed: string,
  progress: (text: string) => void,
): Promise<readonly RecordedHistory[]> {
  const folder = unpackHistories(packed)
  const list: readonly { readonly series: string; readonly project: string }[] = JSON.parse(
    readFileSync(join(packed, 'series.json'), 'utf8'),
  )
  const all: RecordedHistory[] = []
  for (const { series, project } of list) {
    const cached = join(cacheFolder(), 'continuity', `${series}-v${VERSION}.json.gz`)
    progress(`reading ${series}`)
    if (!existsSync(cached)) await importSeries(series, join(folder, series), cached)
    all.push({ series, project, sessions: JSON.parse(gunzipSync(readFileSync(cached)).toString()) })
  }
  return all
}

async function importSeries(series: string, folder: string, cached: string): Promise<void> {
  const home = join(cacheFolder(), 'continuity', series)
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const id = `series:${series}`
  const place = {
    project: { id, name: series },
    projectIds: [id],
    checkout: '/',
    directory: '/',
    language: undefined,
  }
  const world = createWorld(home, place)
  await world.log.inBulk(() =>
    importTranscripts(world, { files: findTranscripts(folder).files, project: place }),
  )
  await indexPendingSymbols(withParser(world), { budgetMs: INDEXING_MS, now: Date.now }, { limit: 10_000 })
  const sessions = await readSessions(world)
  await world.log.close()
  writeFileSync(`${cached}.${process.pid}`, gzipSync(JSON.stringify(sessions)))
  renameSync(`${cached}.${process.pid}`, cached)
}

/**
 * A time limit that is long enough to index all symbols. A symbol that is not indexed would count as
 * untouched.
 */
const INDEXING_MS = 600_000

async function readSessions({ log }: OwnWorld): Promise<readonly HistorySession[]> {
  const sessions: HistorySession[] = []
  for (const { session, view } of await log.views()) {
    const events: KnownEvent[] = []
    for await (const stored of log.read({ session })) {
      const meaning = understand(stored)
      if (meaning.kind === 'known' && !UNUSED.test(meaning.event.type)) events.push(slim(meaning.event))
    }
    const { transcript = '', directory, branch } = view.identity
    sessions.push({ transcript: basename(transcript), directory, events, ...(branch && { branch }) })
  }
  return sessions.sort((a, b) => (a.transcript < b.transcript ? -1 : 1))
}

/**
 * Event types that are left out: records of the import itself, and tool calls, because tool results repeat
 * the calls.
 */
const UNUSED = /^(?:capture\.|tool\.called$|symbols\.indexed$)/

/** Keeps only the paths in tool output and in file changes. */
function slim(event: KnownEvent): KnownEvent {
  if (event.type === 'tool.returned') {
    const { input: _, output, ...rest } = event
    return output === undefined ? rest : { ...rest, output: pathsIn(output.slice(0, MAX_OUTPUT)).join('\n') }
  }
  if (event.type === 'file.changed') {
    const { before: _, after: __, ...rest } = event
    return rest
  }
  return event
}
const MAX_OUTPUT = 20_000
