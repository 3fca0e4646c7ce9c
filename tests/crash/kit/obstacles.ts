import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'

/** A directory, link, pipe or other obstacle where a reader expects a regular file. */
export interface Obstacle {
  readonly name: string
  /** Places it at a free path. `outside` is a folder next to the checkout. */
  place(path: string, outside: string): void | Promise<void>
}

const link = (target: string): Obstacle => ({
  name: `a link to ${target}`,
  place: (path) => symlinkSync(target, path),
})

const file = (name: string, content: () => string | Buffer): Obstacle => ({
  name,
  place: (path) => writeFileSync(path, content()),
})

const servers: Server[] = []

/** Closes the sockets that obstacles opened. */
export function closeSockets(): void {
  for (const server of servers.splice(0)) server.close()
}

function listen(path: string): Promise<void> {
  const server = createServer()
  servers.push(server)
  return new Promise((resolve, reject) => server.on('error', reject).listen(path, resolve))
}

const TERABYTE = 2 ** 40

export const OBSTACLES: readonly Obstacle[] = [
  link('/dev/zero'),
  link('/dev/tty'),
  link('/dev/stdin'),
  link('/proc/kmsg'),
  link('/proc/self/mem'),
  link('/'),
  link('/etc/passwd'),
  { name: 'a link to itself', place: (path) => symlinkSync(path, path) },
  {
    name: 'a pipe',
    // This pipe has no writer, so a read would block forever.
    place: (path) => void execFileSync('mkfifo', [path]),
  },
  {
    name: 'a link to a pipe outside',
    place(path, outside) {
      if (!existsSync(join(outside, 'pipe'))) execFileSync('mkfifo', [join(outside, 'pipe')])
      symlinkSync(join(outside, 'pipe'), path)
    },
  },
  { name: 'a socket', place: listen },
  { name: 'a folder', place: (path) => mkdirSync(path) },
  {
    name: 'a folder with thousands of files',
    place(path) {
      mkdirSync(path)
      for (let index = 0; index < 3000; index += 1) writeFileSync(join(path, `.env.${index}`), 'A=1\n')
    },
  },
  {
    name: 'a sparse file of a terabyte',
    place(path) {
      writeFileSync(path, '')
      truncateSync(path, TERABYTE)
    },
  },
  {
    name: 'a link to a sparse file outside',
    place(path, outside) {
      const target = join(outside, 'sparse')
      writeFileSync(target, '')
      truncateSync(target, TERABYTE)
      symlinkSync(target, path)
    },
  },
  {
    name: 'an unreadable file',
    place(path) {
      writeFileSync(path, '{}')
      chmodSync(path, 0)
    },
  },
  file('four megabytes of text', () => 'KEY=value with words\n'.repeat(200_000)),
  file('random bytes', () => Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 256))),
  file('deeply nested JSON', () => `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`),
  file('wide and deep JSON', wideAndDeep),
  file('one long line', () => `ref: refs/heads/${'x'.repeat(900_000)}`),
  file('an empty file', () => ''),
]

/** Keys that become very long when they are joined with the keys of their parents. */
function wideAndDeep(): string {
  const members = Array.from({ length: 8000 }, (_, index) => `"k${index}":1`).join(',')
  return `${'{"aaaa":'.repeat(8000)}{${members}}${'}'.repeat(8000)}`
}

/** Every path in a checkout that a hook or git reads. */
export const READ_PATHS: readonly string[] = [
  '.leftoff.json',
  ...['.gitattributes', '.gitignore', 'src/.gitattributes', 'src/.gitignore'],
  ...['.git', '.git/HEAD', '.git/config', '.git/config.worktree', '.git/commondir', '.git/index'],
  ...['.git/packed-refs', '.git/refs/heads/main', '.git/logs/HEAD', '.git/info/attributes'],
  ...['.git/info/exclude', '.git/info/grafts', '.git/objects/info/alternates', '.git/rebase-merge/onto'],
  ...['.git/objects/pack/pack-1.idx', '.git/objects/info/commit-graph', '.mailmap'],
  ...['.env', '.env.local', '.env.anything'],
  ...['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', 'CLAUDE.local.md', '.claude', '.claude/CLAUDE.md'],
  ...['.beads', '.beads/issues.jsonl', '.beads/beads.jsonl', '.serena', '.serena/project.yml'],
  ...['src', 'src/app.ts', 'package.json', 'tsconfig.json'],
  ...['.specstory/history', '.specstory/history/one.md'],
]

/** Puts the obstacle at this path of a checkout and replaces whatever is there. */
export async function placeObstacle(
  obstacle: Obstacle,
  { checkout, path, outside }: { readonly checkout: string; readonly path: string; readonly outside: string },
): Promise<void> {
  const whole = join(checkout, path)
  rmSync(whole, { recursive: true, force: true })
  mkdirSync(dirname(whole), { recursive: true })
  mkdirSync(outside, { recursive: true })
  await obstacle.place(whole, outside)
  if (!statSync(dirname(whole)).isDirectory()) throw new Error(`${whole} has no folder`)
}
