import {
  AliasNotFoundError,
  ArgumentParseError,
  buildApplication,
  EnumValidationError,
  FlagNotFoundError,
  proposeCompletions,
  run,
  text_en,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
} from '@stricli/core'
import { currentFolder } from '../host/paths.ts'
import { EXIT, Problem } from '../problem.ts'
import { type CliContext, systemContext } from './context.ts'
import { errorText } from './present/problem.ts'
import { routes } from './routes.ts'

/** Commands that show data. If such a command also stores data, the next process can do that instead. */
const READING: ReadonlySet<string> = new Set([
  ...['brief', 'sessions', 'doctor', 'config', 'verify', 'recover --list', '__complete'],
  ...['session list', 'session show', 'session status', 'session history', 'session tree', 'session export'],
  ...['memory list', 'memory show', 'memory search', 'memory conflicts', 'memory export'],
])

/** The command in the form that `READING` uses. */
function commandIn(input: readonly string[]): string {
  const [group = '', name = ''] = input
  if (group === 'recover' && input.includes('--list')) return 'recover --list'
  return group === 'session' || group === 'memory' ? `${group} ${name}` : group
}

/** Runs one command line and sets the exit code of this process. */
export async function main(input: readonly string[], version: string): Promise<void> {
  const isReading = READING.has(commandIn(input))
  const context = systemContext(process.env, currentFolder(process.env), { isReading })
  const asJson = input.includes('--json')
  const status: { exitCode: number | string | null } = { exitCode: null }
  const app = application({ asJson, version, colour: context.out.style.red })
  if (input[0] === '__complete') return printCompletions(app, input.slice(1), context)
  let lost: unknown
  // The parser prints help itself and would report a failed write as an internal error.
  const stdout = {
    write(text: string): void {
      lost ??= failureOf(() => context.process.stdout.write(text))
    },
  }
  await run(app, input, {
    process: Object.assign(status, context.process, { stdout }),
    forCommand: () => context,
  })
  await context.close()
  if (lost) context.out.talk(errorText(lost, { asJson, colour: context.out.style.red }))
  process.exitCode = lost ? EXIT.failed : exitCode(status.exitCode)
}

function failureOf(work: () => void): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

/** Called by the completion scripts with the words typed so far; the last one may be incomplete. */
async function printCompletions(app: App, words: readonly string[], context: CliContext): Promise<void> {
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
  const render = (error: unknown): string => errorText(error, options)
  const usage = (message: string, fix: string): string => render(usageProblem(message, fix))
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
          render(
            problemIn(error) ?? usageProblem(parseMessage(error), 'run leftoff COMMAND --help for usage'),
          ),
        exceptionWhileRunningCommand: render,
        exceptionWhileLoadingCommandFunction: render,
        exceptionWhileLoadingCommandContext: render,
        commandErrorResult: render,
        noCommandRegisteredForInput: ({ input, corrections }) =>
          usage(
            `unknown command ${JSON.stringify(input.slice(0, 60))}`,
            corrections.length > 0
              ? `did you mean ${corrections.join(' or ')}?`
              : 'run leftoff --help for a list of commands',
          ),
      },
    },
  })
}

const usageProblem = (message: string, fix: string): Problem =>
  new Problem({ code: 'usage', message, fix, outcome: 'usage' })

/** Our flag parsers throw a Problem, which is more specific than the error that the parser wraps it in. */
function problemIn(error: unknown): Problem | undefined {
  const inner = error instanceof ArgumentParseError ? error.exception : error
  return inner instanceof Problem ? inner : undefined
}

/** Recognizes errors by class, because the parser's own formatter uses class names, which the bundler shortens. */
function parseMessage(error: unknown): string {
  if (error instanceof FlagNotFoundError) {
    const similar = error.corrections.map((name) => `--${name}`).join(' or ')
    return `unknown flag --${error.input}${similar ? `, did you mean ${similar}?` : ''}`
  }
  if (error instanceof AliasNotFoundError) return `unknown flag -${error.input}`
  if (error instanceof EnumValidationError)
    return `invalid value ${JSON.stringify(error.input.slice(0, 60))} for --${error.externalFlagName}, expected one of ${error.values.join(', ')}`
  if (error instanceof UnsatisfiedFlagError) return `missing value for --${error.externalFlagName}`
  if (error instanceof UnexpectedFlagError) return `--${error.externalFlagName} was given more than once`
  if (error instanceof UnexpectedPositionalError)
    return `unexpected argument ${JSON.stringify(error.input.slice(0, 60))}`
  if (error instanceof UnsatisfiedPositionalError) return `missing argument ${error.placeholder}`
  return error instanceof Error ? error.message : String(error)
}

/** The parser's own exit codes are negative; all of them are usage errors. */
function exitCode(code: number | string | null): number {
  const number = Number(code ?? 0)
  return number < 0 ? EXIT.usage : number
}
