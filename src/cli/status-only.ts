import { EXIT, Problem } from '../problem.ts'
import { systemContext } from './context.ts'
import { explained } from './present/problem.ts'
import { showStatus } from './status.ts'

/** `leftoff session status [ID] [--json]` without the rest of the command line. */
export async function main([, , ...words]: readonly string[]): Promise<void> {
  const context = systemContext(process.env, process.cwd())
  const json = words.includes('--json')
  try {
    await showStatus(
      context,
      { json },
      words.find((word) => word !== '--json'),
    )
  } catch (error) {
    context.out.talk(explained(error, { asJson: json, colour: context.out.style.red }))
    process.exitCode = error instanceof Problem ? EXIT[error.outcome] : EXIT.failed
  }
  await context.close()
}
