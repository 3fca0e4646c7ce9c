import { EXIT, Problem } from '../../problem.ts'
import { plain } from '../terminal-safe.ts'

/** Returns what happened, where, and the fix, as text or (with --json) as JSON. */
export function errorText(
  error: unknown,
  options: { readonly asJson: boolean; readonly colour: (text: string) => string },
): string {
  const problem = error instanceof Problem ? error : (systemProblem(error) ?? bug(error))
  const { code, message, where, fix, outcome } = problem
  if (options.asJson) {
    return JSON.stringify({ error: { code, message, ...(where && { where }), fix, exit: EXIT[outcome] } })
  }
  return [
    `${options.colour(`error[${code}]`)}: ${plain(message)}`,
    ...(where ? [`  --> ${plain(where)}`] : []),
    `  fix: ${plain(fix)}`,
  ].join('\n')
}

/** System errors that can occur in any operation, with their fixes. */
const SYSTEM_FIXES: Readonly<Record<string, string>> = {
  EMFILE: 'allow more open files (ulimit -n 256) and try again',
  ENFILE: 'close some programs and try again',
  EROFS: 'make the file system writable, or set LEFTOFF_HOME to a writable folder',
  ENOSPC: 'free some space and try again',
  EDQUOT: 'free some space and try again',
  EACCES: 'check the permissions of this path',
  EPERM: 'check the permissions of this path',
  EIO: 'check the disk',
  ELOOP: 'remove the circular link',
  ENAMETOOLONG: 'use a shorter path',
  ENOMEM: 'close some programs and try again',
}

function systemProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const fix = SYSTEM_FIXES[error.code]
  return fix === undefined
    ? undefined
    : new Problem({ code: 'system-error', message: error.message, fix, cause: error })
}

/** Any other exception is a bug in leftoff. */
function bug(error: unknown): Problem {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Problem({
    code: 'bug',
    message: `internal error: ${message}`,
    fix: 'please report this error; run leftoff verify to check the log',
  })
}

/** The message of a file system error without its path, which is printed separately. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/, [a-z]+ '.*$/s, '')
