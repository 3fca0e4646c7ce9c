import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Issue, issueIn, issuesIn, readyWork } from './beads-issues.ts'
import type { NeighbourAsk } from './integration.ts'
import { readRegularFile } from './regular-file.ts'

/** What a command of Beads came to. Absent: there is no `bd` here. */
export type Answered =
  | { readonly kind: 'answered'; readonly issues: readonly Issue[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly why: string }

/** The issue tracker Beads (`bd`), for whoever can wait: a command takes tens of milliseconds and more. */
export interface Beads {
  ready(): Promise<Answered>
  inProgress(): Promise<Answered>
  sync(): Promise<Answered>
  close(id: string, reason: string): Promise<Answered>
}

const MOST_FILE_BYTES = 2 * 1024 * 1024
const MOST_LINES = 5

/** From the file that Beads exports, because a hook cannot wait for its command. */
export function beadsLines({ checkout, now }: NeighbourAsk): readonly string[] {
  const file = beadsFiles(checkout).find((path) => existsSync(path))
  const content = file && readRegularFile(file, MOST_FILE_BYTES)
  if (!content) return []
  const { inProgress, ready } = readyWork(issuesIn(content.toString('utf8')), now)
  return [...told('in progress', inProgress), ...told('ready', ready)]
}

/** `beads.jsonl` is what older releases write. */
const FILES = ['issues.jsonl', 'beads.jsonl'] as const

export const beadsFiles = (checkout: string): readonly string[] =>
  FILES.map((name) => join(checkout, '.beads', name))

function told(what: string, issues: readonly Issue[]): readonly string[] {
  const more = issues.length - MOST_LINES
  return [
    ...issues
      .slice(0, MOST_LINES)
      .map(({ id, title, priority }) => `Beads, ${what}: ${id} (P${priority}) ${title}`),
    ...(more > 0 ? [`Beads, ${what}: ${more} more`] : []),
  ]
}

export interface BeadsOptions {
  readonly command?: string
  readonly timeoutMs?: number
}

export function beadsIn(
  checkout: string,
  { command = 'bd', timeoutMs = 1000 }: BeadsOptions = {},
): Beads | undefined {
  if (!existsSync(join(checkout, '.beads'))) return undefined
  const bd = (...words: readonly string[]): Promise<Answered> =>
    new Promise((done) => {
      // Loaded when it is needed: a hook that only reads the file does not pay for it.
      process.getBuiltinModule('node:child_process').execFile(
        command,
        words,
        {
          cwd: checkout,
          timeout: timeoutMs,
          maxBuffer: 8 * 1024 * 1024,
          env: { ...process.env, ...NO_DAEMON },
        },
        (error, out, err) => done(error ? refused(error, err) : { kind: 'answered', issues: listed(out) }),
      )
    })
  return {
    ready: () => bd('ready', '--json'),
    inProgress: () => bd('list', '--status=in_progress', '--json'),
    sync: () => bd('sync'),
    close: (id, reason) =>
      isIssueId(id)
        ? bd('close', id, `--reason=${reason}`, '--json')
        : Promise.resolve({ kind: 'failed', why: 'this is no id of an issue' }),
  }
}

/** Nothing that we start shall stay behind; older and newer releases read it by another name. */
const NO_DAEMON = { BEADS_NO_DAEMON: '1', BD_NO_DAEMON: '1' } as const

/** Never a word that the command could take for an option. */
export const isIssueId = (text: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(text)

function refused(error: Error & { code?: unknown; killed?: boolean }, told: string): Answered {
  if (error.code === 'ENOENT') return { kind: 'absent' }
  const why = error.killed ? 'it took too long' : (told.trim().split('\n')[0] ?? '').slice(0, 200)
  return { kind: 'failed', why: why || 'it failed and did not say why' }
}

/** Some commands answer with a list, some with one issue, some with words. */
function listed(out: string): readonly Issue[] {
  try {
    const json: unknown = JSON.parse(out)
    return (Array.isArray(json) ? json : [json]).flatMap((one) => issueIn(one) ?? [])
  } catch {
    return []
  }
}
