import { TestRan } from '../event/tool.ts'
import { type EventDraft, eventDraft } from './event-draft.ts'
import { label } from './label.ts'
import type { Outcome } from './shell-outcome.ts'
import { type TestCommand, testCommandIn } from './test-command.ts'
import { readTestOutput, type TestOutput } from './test-output.ts'

export interface Command {
  readonly source: readonly string[]
  readonly command: string | undefined
  readonly outcome: Outcome
  readonly output?: string | undefined
  readonly at?: number | undefined
  /** The client gave no exit code, and the outcome was guessed from what was printed. */
  readonly isGuessed?: boolean
}

/** A command that runs tests, and how they went. What was stopped, or cannot be told, is no test run. */
export function testRunDrafts({ source, command, output = '', at, ...how }: Command): readonly EventDraft[] {
  const run = command && command.length <= MOST && MAYBE.test(command) ? testCommandIn(command) : undefined
  if (!run || how.outcome === 'interrupted' || IN_BACKGROUND.test(output)) return []
  const read = readTestOutput(run.name, output)
  const outcome = outcomeOf(run, read, how)
  if (!outcome) return []
  const { passed, failed, skipped, failing } = read
  const data = {
    name: label(run.name),
    command: label(run.text),
    outcome,
    ...(passed !== undefined && { passed }),
    ...(failed !== undefined && { failed }),
    ...(skipped !== undefined && { skipped }),
    ...(outcome === 'failed' && failing.length > 0 && { failing: [...failing] }),
  }
  return [eventDraft(TestRan, source, data, at)]
}

const MOST = 4000
/** Most commands run no tests, and are not looked at any closer. */
const MAYBE =
  /test|spec|unit|jest|mocha|check|tox|nox|cypress|playwright|\bbats\b|\btap\b|\bava\b|verify|e2e|pest|npm t\b/i
/** It goes on after the tool has returned. */
const IN_BACKGROUND = /^Command (?:running|was manually backgrounded|did not complete within)/

type How = Pick<Command, 'outcome' | 'isGuessed'>

/** The exit code where it is that of the tests; else the words of the runner. */
function outcomeOf(run: TestCommand, read: TestOutput, { outcome, isGuessed }: How): TestOutput['outcome'] {
  if (run.decides === 'always' && !isGuessed) return outcome === 'ok' ? 'passed' : 'failed'
  if (run.decides === 'when-ok' && !isGuessed && outcome === 'ok') return 'passed'
  const isWhole = read.isCounted || !run.pipes.some((pipe) => CUTTING.test(pipe) && !/fail/i.test(pipe))
  if (read.outcome !== undefined) return read.outcome === 'passed' && !isWhole ? undefined : read.outcome
  return run.decides === 'always' && isGuessed && outcome === 'failed' ? 'failed' : undefined
}

/** What they leave out may have been the failure. */
const CUTTING = /^(?:head|e?grep|rg|sed|awk|cut)\b/
