import { TestRan } from '../event/tool.ts'
import { label } from './label.ts'
import { type Saying, saying } from './saying.ts'
import type { Outcome } from './shell-outcome.ts'

export interface Command {
  readonly source: readonly string[]
  readonly command: string | undefined
  readonly outcome: Outcome
  readonly output?: string | undefined
  readonly at?: number | undefined
}

/** A command that runs tests, and how they went. What was stopped, or cannot be told, is no test run. */
export function testSayings({ source, command, outcome, output = '', at }: Command): readonly Saying[] {
  const run = command && command.length <= MOST ? lastTestIn(command) : undefined
  if (!run || outcome === 'interrupted') return []
  const passed = run.isPiped ? verdictIn(output) : outcome === 'ok'
  if (passed === undefined) return []
  const data = {
    name: label(run.name),
    command: label(run.text),
    outcome: passed ? 'passed' : 'failed',
  } as const
  return [saying(TestRan, source, { ...data, ...countsIn(output) }, at)]
}

const MOST = 4000
/** Words may come before the runner: variables, `sudo`, `time`, `npx`, `uv run`. */
const BEFORE = String.raw`(?:[A-Za-z_]\w{0,60}=\S{0,200}\s+){0,8}(?:(?:sudo|time|env|npx|bunx|pnpm exec|yarn|uv run|poetry run|bundle exec)\s+){0,3}`
const RUNNERS = [
  String.raw`(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?test(?::[\w:-]{1,40})?`,
  String.raw`(?:vitest|jest|mocha|ava|tap|playwright\s+test|cypress\s+run)`,
  String.raw`node\s+--test|deno\s+test|bun\s+test`,
  String.raw`(?:python3?\s+-m\s+)?(?:pytest|unittest)|tox|nox`,
  String.raw`go\s+test|cargo\s+(?:nextest\s+run|test)|swift\s+test|zig\s+build\s+test`,
  String.raw`(?:\.\/)?(?:mvnw?|gradlew?)\s+(?:[\w:-]{1,40}\s+)?(?::?[\w-]{1,40}:){0,4}(?:test|verify|check)`,
  String.raw`rspec|rake\s+test|rails\s+test|phpunit|(?:\.\/)?vendor\/bin\/phpunit|composer\s+test`,
  String.raw`dotnet\s+test|ctest|mix\s+test|sbt\s+test|make\s+(?:test|check)`,
].join('|')
const TEST = new RegExp(String.raw`^\s{0,20}${BEFORE}(${RUNNERS})(?=\s|$)`)

/** The last command of a line decides how the line ends, unless what it prints is piped on. */
function lastTestIn(
  command: string,
): { readonly name: string; readonly text: string; readonly isPiped: boolean } | undefined {
  const steps = command.split(/&&|\|\||;|\n/)
  const last = steps.at(-1)?.trim() ? steps.at(-1) : steps.at(-2)
  const [text = '', ...pipes] = (last ?? '').split(/\|(?!&)/)
  const name = TEST.exec(text)?.[1]
  return name
    ? { name: name.replaceAll(/\s+/g, ' '), text: text.trim(), isPiped: pipes.length > 0 }
    : undefined
}

/** What a pipe hides, the words of the runner tell. */
function verdictIn(output: string): boolean | undefined {
  const end = output.slice(-4096)
  if (/\b[1-9]\d{0,6} (?:failed|failing|failures?|errors?)\b|^(?:FAIL|FAILED|not ok)\b/im.test(end))
    return false
  return /\b[1-9]\d{0,6} (?:passed|passing)\b|^(?:PASS|ok)\b|test result: ok/im.test(end) ? true : undefined
}

function countsIn(output: string): { passed?: number; failed?: number } {
  const end = output.slice(-4096)
  const passed = /\b(\d{1,7}) (?:passed|passing)\b/i.exec(end)?.[1]
  const failed = /\b(\d{1,7}) (?:failed|failing)\b/i.exec(end)?.[1]
  return {
    ...(passed !== undefined && { passed: Number(passed) }),
    ...(failed !== undefined && { failed: Number(failed) }),
  }
}
