import { EXIT, Problem } from '../../problem.ts'
import { plain } from '../terminal-safe.ts'

/** What happened, where, what to do. As JSON where a program asked. */
export function explained(
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

/** Anything that is not a problem is a mistake of ours; what was stored is not touched by it. */
function bug(error: unknown): Problem {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Problem({
    code: 'bug',
    message: `leftoff made a mistake: ${message}`,
    fix: 'please report it with this text; leftoff verify tells whether the log is whole',
  })
}
