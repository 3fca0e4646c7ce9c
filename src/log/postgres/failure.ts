import { Problem } from '../../problem.ts'

/** Turns errors of the server or the connection into Problems with a fix. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const known = KNOWN_FAILURES.find(({ codes }) => codes.test(codeOf(error)))
  if (!known) return error
  const { code, fix, outcome = 'failed' } = known
  return new Problem({
    code,
    message: `the shared log: ${error.message}`,
    fix,
    outcome,
    cause: error,
  })
}

/** The driver reports a connection that broke in use only by its message. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  return /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
    ? 'ECONNRESET'
    : ''
}

interface KnownFailure {
  readonly codes: RegExp
  readonly code: string
  readonly fix: string
  readonly outcome?: 'failed' | 'busy'
}

const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    codes: /^(ECONNREFUSED|ENOTFOUND|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|57P0[1-3]|08\w{3})$/,
    code: 'postgres-unreachable',
    fix: 'check that the server is running and the address is correct',
  },
  { codes: /^(28\w{3}|3D000)$/, code: 'postgres-refused', fix: 'check user, password and database' },
  { codes: /^42501$/, code: 'postgres-refused', fix: 'grant this user CREATE on the database' },
  { codes: /^(53\w{3}|55P03|40\w{3})$/, code: 'log-busy', fix: 'try again', outcome: 'busy' },
]
