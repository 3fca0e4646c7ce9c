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

export interface History {
  readonly series: string
  /** Several developers of one project have a series each. */
  readonly project: string
  /** In the order of their transcripts, which is that of their beginnings. */
  readonly sessions: readonly Recorded[]
}
export interface Recorded {
  readonly transcript: string
  readonly directory: string
  readonly branch?: string | undefined
  readonly events: readonly KnownEvent[]
}

/** Raise it when what is kept of an event changes, or what the readers make of a transcript. */
const VERSION = 2

/** Every series of the data, through the real import. Parsed once: the cache keeps the log and a slim copy. */
export async function histories(
  packed: string,
  progress: (text: string) => void,
): Promise<readonly History[]> {
  const folder = unpackHistories(packed)
  const list: readonly { readonly series: string; readonly project: string }[] = JSON.parse(
    readFileSync(join(packed, 'series.json'), 'utf8'),
  )
  const all: History[] = []
  for (const { series, project } of list) {
    const cached = join(cacheFolder(), 'continuity', `${series}-v${VERSION}.json.gz`)
    progress(`reading ${series}`)
    if (!existsSync(cached)) await imported(series, join(folder, series), cached)
    all.push({ series, project, sessions: JSON.parse(gunzipSync(readFileSync(cached)).toString()) })
  }
  return all
}

async function imported(series: string, folder: string, cached: string): Promise<void> {
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
  const sessions = await recorded(world)
  await world.log.close()
  writeFileSync(`${cached}.${process.pid}`, gzipSync(JSON.stringify(sessions)))
  renameSync(`${cached}.${process.pid}`, cached)
}

/** Long enough for everything: what is not looked through would count as never touched. */
const INDEXING_MS = 600_000

async function recorded({ log }: OwnWorld): Promise<readonly Recorded[]> {
  const sessions: Recorded[] = []
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

/** Of the import itself, what is told again when the tool returns, and when symbols were looked for, which is today. */
const UNUSED = /^(?:capture\.|tool\.called$|symbols\.indexed$)/

/** Of what tools printed only the paths are looked at, of changed files only which. */
function slim(event: KnownEvent): KnownEvent {
  if (event.type === 'tool.returned') {
    const { input: _, output, ...rest } = event
    return output === undefined ? rest : { ...rest, output: pathsIn(output.slice(0, MOST_OUTPUT)).join('\n') }
  }
  if (event.type === 'file.changed') {
    const { before: _, after: __, ...rest } = event
    return rest
  }
  return event
}
const MOST_OUTPUT = 20_000
