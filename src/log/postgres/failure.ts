import { Problem } from '../../problem.ts'

/** What the server or the way to it says, as something that a person can act on. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const known = KNOWN.find(({ codes }) => codes.test(codeOf(error)))
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

/** Of a connection that broke while it was in use, the driver says so in words only. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  return /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
    ? 'ECONNRESET'
    : ''
}

interface Known {
  readonly codes: RegExp
  readonly code: string
  readonly fix: string
  readonly outcome?: 'failed' | 'busy'
}

const KNOWN: readonly Known[] = [
  {
    codes: /^(ECONNREFUSED|ENOTFOUND|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|57P0[1-3]|08\w{3})$/,
    code: 'postgres-unreachable',
    fix: 'is the server up, and the address right?',
  },
  { codes: /^(28\w{3}|3D000)$/, code: 'postgres-refused', fix: 'look at user, password and database' },
  { codes: /^42501$/, code: 'postgres-refused', fix: 'grant this user CREATE on the database' },
  { codes: /^(53\w{3}|55P03|40\w{3})$/, code: 'log-busy', fix: 'try again', outcome: 'busy' },
]
