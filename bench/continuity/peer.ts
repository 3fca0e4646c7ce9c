import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from '../../src/host/tokenizer.ts'
import { connect } from '../../src/log/sqlite/driver.ts'
import { cacheFolder } from '../data-folders.ts'
import { filesIn } from './baselines.ts'
import { BUDGET, type Composer, MAX_FILES } from './composer.ts'
import type { HistorySession, RecordedHistory } from './histories.ts'

/** A comparable tool without a model, which records sessions and adds context through hooks. */
const NAME = 'claude-session-continuity-mcp'
const VERSION = '1.17.2'

const home = (): string => join(cacheFolder(), 'peer')
const dist = (...names: readonly string[]): string => join(home(), 'node_modules', NAME, 'dist', ...names)

/** How to install the peer, if it is missing. */
export function peerMissing(): string | undefined {
  if (existsSync(dist('hooks', 'session-start.js'))) return undefined
  return [
    `${NAME} ${VERSION} is not installed in ${home()}.`,
    `Run: npm install --prefix ${home()} ${NAME}@${VERSION}`,
  ].join('\n')
}

/** The peer supports only Claude Code. */
export const hasTranscripts = ({ sessions }: RecordedHistory): boolean =>
  sessions.every(({ transcript }) => transcript.endsWith('.jsonl'))

/** The peer's output for each session of a series: at the start and for the first prompt. */
type PeerAnswers = readonly { readonly start: string; readonly typed: string }[]

/** Runs the peer once and caches its output. */
export async function peerOf(
  all: readonly RecordedHistory[],
  folder: string,
  progress: (text: string) => void,
): Promise<Composer> {
  const cached = join(cacheFolder(), 'continuity', `peer-${VERSION}-v1.json`)
  if (!existsSync(cached)) {
    const answers: [string, PeerAnswers][] = []
    for (const history of all) {
      progress(`running the peer on ${history.series}`)
      answers.push([history.series, await askPeer(history, join(folder, history.series))])
    }
    writeFileSync(cached, JSON.stringify(Object.fromEntries(answers)))
  }
  const answers: Readonly<Record<string, PeerAnswers>> = JSON.parse(readFileSync(cached, 'utf8'))
  return {
    name: `${NAME} ${VERSION}`,
    compose({ series, history, prompt, relative }) {
      const { start = '', typed = '' } = answers[series]?.[history.length] ?? {}
      const text = cutToBudget(prompt === undefined ? start : `${start}${typed}`)
      const files = [...filesIn(text, relative)].slice(0, MAX_FILES)
      return { files, text, tokens: countTokens(text) }
    },
  }
}

function cutToBudget(text: string): string {
  const lines = text.trim().split('\n')
  while (lines.length > 0 && countTokens(lines.join('\n')) > BUDGET) lines.pop()
  return lines.join('\n')
}

/** Replays the sessions one by one in a separate home, with transcripts where the client stores them. */
async function askPeer({ series, sessions }: RecordedHistory, folder: string): Promise<PeerAnswers> {
  const scratch = join(cacheFolder(), `peer-run-${process.pid}-${series}`)
  const project = join(scratch, 'project')
  const transcripts = join(scratch, '.claude', 'projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'))
  for (const made of [join(project, '.claude'), transcripts]) mkdirSync(made, { recursive: true })
  const ask = peerRunner(scratch, project)
  await ask(['--input-type=module', '-e', `await import(${JSON.stringify(dist('db', 'database.js'))})`])
  const answers: PeerAnswers[number][] = []
  for (const session of sessions) {
    const path = join(transcripts, session.transcript)
    if (!existsSync(path)) symlinkSync(join(folder, session.transcript), path)
    answers.push(await runHooks(session, (hook, more) => ask([dist('hooks', hook)], { ...more, path })))
    shiftTimesByADay(join(project, '.claude', 'sessions.db'))
  }
  answers.push({ start: await ask([dist('hooks', 'session-start.js')], {}), typed: '' })
  rmSync(scratch, { recursive: true })
  return answers
}

type RunHook = (name: string, more: Readonly<Record<string, string>>) => Promise<string>

/**
 * Leaves out the hooks for tools and compaction, because what they store is overwritten when the session
 * ends.
 */
async function runHooks({ events }: HistorySession, hook: RunHook): Promise<PeerAnswers[number]> {
  const start = await hook('session-start.js', {})
  let typed: string | undefined
  let last = ''
  for (const event of events) {
    if (event.type === 'response.completed') last = event.text ?? last
    if (event.type !== 'prompt.submitted' || (event.origin ?? 'user') !== 'user') continue
    const answer = await hook('user-prompt-submit.js', { prompt: event.text })
    typed ??= answer
  }
  await hook('session-end.js', { last_assistant_message: last })
  return { start, typed: typed ?? '' }
}

/**
 * The peer sorts by seconds and drops repetitions within a day, so the times of older rows are set back by a
 * day.
 */
function shiftTimesByADay(path: string): void {
  const db = connect(path, { readOnly: false, busyMs: 2000 })
  for (const [table, column] of TIMES)
    db.exec(`UPDATE ${table} SET ${column} = datetime(${column}, '-1 day', '-1 second')`)
  db.close()
}
const TIMES = [
  ['sessions', 'timestamp'],
  ['memories', 'created_at'],
  ['memories', 'accessed_at'],
  ['user_directives', 'created_at'],
] as const

type PeerRunner = (words: readonly string[], input?: Readonly<Record<string, string>>) => Promise<string>

/** Runs the peer's code in a clean environment and returns its output. */
function peerRunner(scratch: string, project: string): PeerRunner {
  const env = { PATH: process.env.PATH ?? '', HOME: scratch, WORKSPACE_ROOT: project }
  return (words, { path, ...more } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, words, {
        cwd: project,
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      let printed = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
      child.on('error', reject).on('close', () => resolve(printed))
      child.stdin.on('error', () => {}) // the process may end without reading its input
      child.stdin.end(JSON.stringify({ session_id: 'next', cwd: project, transcript_path: path, ...more }))
    })
}
