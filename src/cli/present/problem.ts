import { EXIT, Problem } from '../../problem.ts'
import { plain } from '../terminal-safe.ts'

/** What happened, where, and the fix; with --json as JSON. */
export function errorText(
  error: unknown,
  options: { readonly asJson: boolean; readonly colour: (text: string) => string },
): string {
  const problem = error instanceof Problem ? error : bug(error)
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
