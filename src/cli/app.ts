import {
  ArgumentParseError,
  ArgumentScannerError,
  buildApplication,
  formatMessageForArgumentScannerError,
  proposeCompletions,
  run,
  text_en,
} from '@stricli/core'
import { currentFolder } from '../host/paths.ts'
import { EXIT, Problem } from '../problem.ts'
import { type Context, systemContext } from './context.ts'
import { explained } from './present/problem.ts'
import { routes } from './routes.ts'

/** Runs one command line. The exit code is the only thing that is left behind in this process. */
export async function main(input: readonly string[], version: string): Promise<void> {
  const context = systemContext(process.env, currentFolder(process.env))
  const asJson = input.includes('--json')
  const status: { exitCode: number | string | null } = { exitCode: null }
  const app = application({ asJson, version, colour: context.out.style.red })
  if (input[0] === '__complete') return completed(app, input.slice(1), context)
  await run(app, input, {
    process: Object.assign(status, context.process),
    forCommand: () => context,
  })
  await context.close()
  process.exitCode = exitCode(status.exitCode)
}

/** Asked by the completion scripts: the words so far, the last one perhaps unfinished. */
async function completed(app: App, words: readonly string[], context: Context): Promise<void> {
  const proposals = await proposeCompletions(app, words, {
    process: context.process,
    forCommand: () => context,
  })
  if (proposals.length > 0) context.out.print(proposals.map(({ completion }) => completion).join('\n'))
}

type App = ReturnType<typeof application>

export function application(options: {
  readonly asJson: boolean
  readonly version: string
  readonly colour: (text: string) => string
}) {
  const tell = (error: unknown): string => explained(error, options)
  const usage = (message: string, fix: string): string => tell(usageProblem(message, fix))
  return buildApplication(routes, {
    name: 'leftoff',
    versionInfo: { currentVersion: options.version },
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { disableAnsiColor: true, useAliasInUsageLine: false },
    determineExitCode: (error) => (error instanceof Problem ? EXIT[error.outcome] : EXIT.failed),
    localization: {
      text: {
        ...text_en,
        exceptionWhileParsingArguments: (error) =>
          tell(
            problemIn(error) ??
              usageProblem(parseMessage(error), 'leftoff COMMAND --help shows what it takes'),
          ),
        exceptionWhileRunningCommand: tell,
        exceptionWhileLoadingCommandFunction: tell,
        exceptionWhileLoadingCommandContext: tell,
        commandErrorResult: tell,
        noCommandRegisteredForInput: ({ input, corrections }) =>
          usage(
            `there is no command ${JSON.stringify(input.slice(0, 60))}`,
            corrections.length > 0
              ? `did you mean ${corrections.join(' or ')}?`
              : 'leftoff --help lists all of them',
          ),
      },
    },
  })
}

const usageProblem = (message: string, fix: string): Problem =>
  new Problem({ code: 'usage', message, fix, outcome: 'usage' })

/** What our own parsers of flags throw says more than that they threw. */
function problemIn(error: unknown): Problem | undefined {
  const inner = error instanceof ArgumentParseError ? error.exception : error
  return inner instanceof Problem ? inner : undefined
}

function parseMessage(error: unknown): string {
  if (error instanceof ArgumentScannerError) return formatMessageForArgumentScannerError(error, {})
  return error instanceof Error ? error.message : String(error)
}

/** The parser's own codes are negative; to the caller they all mean that the command line was wrong. */
function exitCode(code: number | string | null): number {
  const number = Number(code ?? 0)
  return number < 0 ? EXIT.usage : number
}
