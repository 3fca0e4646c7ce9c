import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from '../../src/host/tokenizer.ts'
import { connect } from '../../src/log/sqlite/driver.ts'
import { cacheFolder } from '../data-folders.ts'
import { filesIn } from './baselines.ts'
import { BUDGET, type Composer, MOST_FILES } from './composer.ts'
import type { History, Recorded } from './histories.ts'

/** A tool with the same task that asks no model: hooks that remember, and tell when a session begins. */
const NAME = 'claude-session-continuity-mcp'
const VERSION = '1.17.2'

const home = (): string => join(cacheFolder(), 'peer')
const dist = (...names: readonly string[]): string => join(home(), 'node_modules', NAME, 'dist', ...names)

/** What to do before it can be compared with; nothing when it is there. */
export function peerMissing(): string | undefined {
  if (existsSync(dist('hooks', 'session-start.js'))) return undefined
  return [
    `there is no peer to compare with: ${NAME} ${VERSION} is not in ${home()}.`,
    `To put it there: npm install --prefix ${home()} ${NAME}@${VERSION}`,
  ].join('\n')
}

/** The client whose hooks it has. */
export const hasTranscripts = ({ sessions }: History): boolean =>
  sessions.every(({ transcript }) => transcript.endsWith('.jsonl'))

/** What it said before each session of a series: at the start, and then to the first prompt. */
type Said = readonly { readonly start: string; readonly typed: string }[]

/** It is asked once: the cache keeps its answers. */
export async function peerOf(
  all: readonly History[],
  folder: string,
  progress: (text: string) => void,
): Promise<Composer> {
  const cached = join(cacheFolder(), 'continuity', `peer-${VERSION}-v1.json`)
  if (!existsSync(cached)) {
    const answers: [string, Said][] = []
    for (const history of all) {
      progress(`asking the peer about ${history.series}`)
      answers.push([history.series, await saidAbout(history, join(folder, history.series))])
    }
    writeFileSync(cached, JSON.stringify(Object.fromEntries(answers)))
  }
  const said: Readonly<Record<string, Said>> = JSON.parse(readFileSync(cached, 'utf8'))
  return {
    name: `${NAME} ${VERSION}`,
    compose({ series, history, prompt, relative }) {
      const { start = '', typed = '' } = said[series]?.[history.length] ?? {}
      const text = cut(prompt === undefined ? start : `${start}${typed}`)
      const files = [...filesIn(text, relative)].slice(0, MOST_FILES)
      return { files, text, tokens: countTokens(text) }
    },
  }
}

function cut(text: string): string {
  const lines = text.trim().split('\n')
  while (lines.length > 0 && countTokens(lines.join('\n')) > BUDGET) lines.pop()
  return lines.join('\n')
}

/** A home of its own, with the transcripts where the client keeps them; then one session after the other. */
async function saidAbout({ series, sessions }: History, folder: string): Promise<Said> {
  const scratch = join(cacheFolder(), `peer-run-${process.pid}-${series}`)
  const project = join(scratch, 'project')
  const transcripts = join(scratch, '.claude', 'projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'))
  for (const made of [join(project, '.claude'), transcripts]) mkdirSync(made, { recursive: true })
  const ask = asker(scratch, project)
  await ask(['--input-type=module', '-e', `await import(${JSON.stringify(dist('db', 'database.js'))})`])
  const said: Said[number][] = []
  for (const session of sessions) {
    const path = join(transcripts, session.transcript)
    if (!existsSync(path)) symlinkSync(join(folder, session.transcript), path)
    said.push(await throughHooks(session, (hook, more) => ask([dist('hooks', hook)], { ...more, path })))
    aDayLater(join(project, '.claude', 'sessions.db'))
  }
  said.push({ start: await ask([dist('hooks', 'session-start.js')], {}), typed: '' })
  rmSync(scratch, { recursive: true })
  return said
}

type Hook = (name: string, more: Readonly<Record<string, string>>) => Promise<string>

/** Those that hear of tools and of compaction are left out: what they keep is replaced at the end of the session. */
async function throughHooks({ events }: Recorded, hook: Hook): Promise<Said[number]> {
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

/** It orders by seconds and drops what it has heard within a day: sessions must not end in the same second. */
function aDayLater(path: string): void {
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

type Asker = (words: readonly string[], input?: Readonly<Record<string, string>>) => Promise<string>

/** Runs its code with nothing of this machine in the environment, and answers what it printed. */
function asker(scratch: string, project: string): Asker {
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
      child.stdin.on('error', () => {}) // one that does not read its input has ended; what it printed counts
      child.stdin.end(JSON.stringify({ session_id: 'next', cwd: project, transcript_path: path, ...more }))
    })
}
