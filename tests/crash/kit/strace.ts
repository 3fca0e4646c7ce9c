import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The system calls that write to disk; the shared memory of the WAL is mapped and needs no calls. */
export const WRITES = ['pwrite64', 'fdatasync', 'fsync', 'ftruncate', 'rename', 'unlink'] as const
export type WriteCall = (typeof WRITES)[number]

export interface Injection {
  readonly call: WriteCall
  /** The index of the system call, starting at 1; a `+` adds all later calls. */
  readonly when: string
  readonly effect: 'signal=SIGKILL' | 'error=EIO' | 'error=ENOSPC'
}

export const missingStrace = (): string | undefined =>
  spawnSync('strace', ['-V']).status === 0 ? undefined : 'strace is not installed'

/** The command prefix for a child. Omits --seccomp-bpf, which would suppress the injected signal. */
export function straceCommand(file: string, injection?: Injection, also: readonly string[] = []): string[] {
  const calls = [...WRITES, ...also].join(',')
  const inject = injection
    ? ['-e', `inject=${injection.call}:${injection.effect}:when=${injection.when}`]
    : []
  return [
    'strace',
    '-f',
    '-y',
    '-qq',
    '-e',
    'signal=none',
    '-s',
    '200',
    '-o',
    file,
    '-e',
    `trace=${calls}`,
    ...inject,
  ]
}

/** The calls made by the busiest thread, which is the one that runs SQLite. */
export function countWrites(file: string): ReadonlyMap<WriteCall, number> {
  const threads = new Map<string, Map<WriteCall, number>>()
  for (const line of traceLines(file)) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? []
    const write = WRITES.find((known) => known === call)
    if (!thread || !write) continue
    const counts = threads.get(thread) ?? new Map<WriteCall, number>()
    counts.set(write, (counts.get(write) ?? 0) + 1)
    threads.set(thread, counts)
  }
  const total = (counts: ReadonlyMap<WriteCall, number>): number =>
    [...counts.values()].reduce((a, b) => a + b, 0)
  return [...threads.values()].sort((a, b) => total(b) - total(a))[0] ?? new Map()
}

export const traceLines = (file: string): string[] => readFileSync(file, 'utf8').split('\n')
