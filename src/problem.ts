/** Exit codes. Public: scripts depend on these numbers. */
export const EXIT = { ok: 0, failed: 1, usage: 2, notFound: 3, damaged: 4, busy: 5 } as const
export type Outcome = keyof typeof EXIT

export interface ProblemDetails {
  /** A stable name in kebab case, for scripts, such as `log-damaged`. */
  readonly code: string
  readonly message: string
  /** The file, setting or session that the problem is about. */
  readonly where?: string
  /** The command or change that fixes it. */
  readonly fix: string
  readonly outcome?: Exclude<Outcome, 'ok'>
  readonly cause?: unknown
}

/** An error that is shown to the user: what happened, where, and what to do. Any other thrown error is a bug. */
export class Problem extends Error {
  readonly code: string
  readonly where: string | undefined
  readonly fix: string
  readonly outcome: Exclude<Outcome, 'ok'>

  constructor(details: ProblemDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'Problem'
    this.code = details.code
    this.where = details.where
    this.fix = details.fix
    this.outcome = details.outcome ?? 'failed'
  }
}

/**
 * Returns the result of `work`, or undefined if it throws. Only for failures that the caller expects and can
 * handle.
 */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Undefined if the text is not JSON. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text))
