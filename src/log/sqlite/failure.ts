import { Problem } from '../../problem.ts'

/** The primary SQLite result codes that we handle. */
const CODES: readonly (readonly [FailureKind, readonly number[]])[] = [
  ['busy', [5, 6]],
  ['readOnly', [8]],
  ['io', [10]],
  // 19 is a constraint violation. Rows are checked before they are written, so only a damaged index can cause
  // one.
  ['corrupt', [11, 19, 26]],
  ['full', [13]],
  ['cannotOpen', [14]],
]

type FailureKind = 'busy' | 'readOnly' | 'io' | 'corrupt' | 'full' | 'cannotOpen' | 'other'

export function failureKind(error: unknown): FailureKind {
  const code = primaryCode(error)
  return CODES.find(([, codes]) => codes.includes(code))?.[0] ?? 'other'
}

function primaryCode(error: unknown): number {
  if (typeof error !== 'object' || error === null) return -1
  // The driver cannot return an integer above 2^53. We never store one, so the value is damaged.
  if (error instanceof RangeError) return 11
  if ('errcode' in error && typeof error.errcode === 'number' && error.errcode !== GENERIC) {
    return error.errcode & 0xff
  }
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
    ? codeFromMessage(error)
    : -1
}

const GENERIC = 1

/**
 * Errors from `all` and `iterate` of @photostructure/sqlite 1.2.1 have a message but no code, and those for a
 * damaged header or schema have the generic code. A missing table or column also means damage, because every log
 * has them.
 */
const CODE_BY_MESSAGE: readonly (readonly [string, number])[] = [
  ['unsupported file format', 11],
  ['no such table', 11],
  ['no such column', 11],
  ['no such index', 11],
  ['no column named', 11],
  ['malformed', 11],
  ['too large to be represented', 11],
  // A damaged version number can make a migration run twice.
  ['already exists', 11],
  ['file is not a database', 26],
  ['is locked', 5],
  ['readonly database', 8],
  ['disk I/O error', 10],
  ['disk is full', 13],
  ['unable to open database', 14],
]

const codeFromMessage = ({ message }: Error): number =>
  CODE_BY_MESSAGE.find(([words]) => message.includes(words))?.[1] ?? -1

/** After these errors, a connection may hold half a transaction in memory, so it must be closed. */
export const poisonsHandle = (kind: FailureKind): boolean =>
  kind === 'io' || kind === 'full' || kind === 'corrupt'

/** Turns SQLite errors into Problems with a fix. Other errors pass through. */
export function asProblem(error: unknown, path: string): unknown {
  const kind = failureKind(error)
  if (error instanceof Problem || kind === 'other') return error
  return new Problem({ ...EXPLANATIONS[kind], where: path, cause: error })
}

const EXPLANATIONS = {
  busy: {
    code: 'log-busy',
    message: 'other processes are writing to the log and did not release it in time',
    fix: 'try again; if it stays busy, set LEFTOFF_LOG_BUSY_TIMEOUT=2m to wait longer',
    outcome: 'busy',
  },
  readOnly: {
    code: 'log-unwritable',
    message: 'the log cannot be written: the file or its folder is read-only',
    fix: 'make the folder writable, or set LEFTOFF_HOME to a writable one',
    outcome: 'failed',
  },
  io: {
    code: 'log-io',
    message: 'the disk reported an error; nothing was stored by this operation',
    fix: 'check the disk and its free space, then try again: earlier events are intact (leftoff verify)',
    outcome: 'failed',
  },
  corrupt: {
    code: 'log-damaged',
    message: 'the log is damaged',
    fix: 'leftoff verify --salvage   (keeps the damaged file and builds a new log from all intact events)',
    outcome: 'damaged',
  },
  full: {
    code: 'disk-full',
    message: 'the disk is full; nothing was stored by this operation',
    fix: 'free some space and try again: earlier events are intact',
    outcome: 'failed',
  },
  cannotOpen: {
    code: 'log-unopenable',
    message: 'the log cannot be opened',
    fix: 'make the file and its folder readable and writable, or set LEFTOFF_HOME to another folder',
    outcome: 'failed',
  },
} as const
