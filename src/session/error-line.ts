import { stripColours } from '../shell/colours.ts'

const MAX_EDGE = 32 * 1024
const MAX_LINES = 2000
const MAX_LINE_LENGTH = 200

/** Lines that certainly report an error. */
const CERTAIN: readonly RegExp[] = [
  /^(?:\S{1,40}: )?(?:error|fatal|panic|fatal error)(?:\[\w{1,12}\])?: \S/i,
  /^(?:Uncaught )?(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception|Panic)\b(?: \[\w{1,40}\])?: ?\S/,
  /^\S{1,200}[:(]\d{1,6}(?:[:,]\d{1,6})?\)?:? (?:-\s)?(?:fatal )?error\b/i,
  /^npm (?:ERR!|error) (?!code|errno|A complete log|A log|path|command)\S/,
  /^make(?:\[\d{1,3}\])?: \*\*\* /,
  /^thread '.{1,100}' .{0,40}panicked at/,
  /^(?:\S{1,40}: ){1,3}(?:command not found|No such file or directory|Permission denied|not found)/,
]
/** Lines that often report an error. */
const LIKELY: readonly RegExp[] = [
  /^\S{1,200}\.\w{1,5}:\d{1,6}(?::\d{1,6})?: \S/,
  /^E {2,8}\S/,
  /\b(?:failed|cannot|could not|unable to|not found|undefined|unexpected|denied|refused|invalid)\b/i,
  /^(?:FAIL|ERR!|✖|✗|×)/,
]

/**
 * The first line that reports the error: a certain one, else a likely one, else the last non-empty line. `sureOnly`: only
 * a certain one.
 */
export function errorLine(
  output: string,
  { sureOnly = false }: { readonly sureOnly?: boolean } = {},
): string | undefined {
  const lines = outputLines(output)
  const sure = lines.find((line) => CERTAIN.some((sign) => sign.test(line)))
  if (sure !== undefined || sureOnly) return sure && cutLine(sure)
  const found = lines.find((line) => LIKELY.some((sign) => sign.test(line))) ?? lines.at(-1)
  return found === undefined ? undefined : cutLine(found)
}

/** The start and the end of a long output, without boilerplate of failed commands. */
function outputLines(output: string): readonly string[] {
  const text =
    output.length <= 2 * MAX_EDGE ? output : `${output.slice(0, MAX_EDGE)}\n${output.slice(-MAX_EDGE)}`
  return text
    .split(/\r?\n/, MAX_LINES)
    .map((line) =>
      stripColours(line.slice(0, 1000))
        .replace(/<\/?tool_use_error>/g, '')
        .trim(),
    )
    .filter((line) => line !== '' && !/^(?:Exit code:? \d|Process exited|Wall time|Output:)/.test(line))
}

const cutLine = (line: string): string => Array.from(line).slice(0, MAX_LINE_LENGTH).join('')
