import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Box, createBox } from './box/box.ts'
import { createScratch, type Scratch } from './box/scratch.ts'
import type { Client } from './client.ts'
import type { ModelItem } from './model/script.ts'
import type { Question } from './model/server.ts'
import { type RecordedSession, readSessions } from './recorded-sessions.ts'
import { scripts } from './scripts.ts'

/** The results of the same scenario without and with leftoff. */
interface BothRuns {
  readonly bare: Box
  readonly wired: Box
  /** The recorded sessions, oldest first. */
  readonly sessions: readonly RecordedSession[]
}

type Scenario = (here: Box) => Promise<void>

/**
 * Runs a scenario twice in the same folder, so that paths do not differ: first with the client alone, then after
 * `leftoff init`. Adds the test that every scenario must pass.
 */
export function runTwice(client: Client, perform: Scenario): () => BothRuns {
  let folder: Scratch | undefined
  let isWell = false
  let both: BothRuns | undefined
  beforeAll(async () => {
    folder = createScratch()
    const place = join(folder.root, 'place')
    const bare = await runScenario(client, place, perform)
    await bare.close()
    renameSync(place, join(folder.root, 'bare'))
    const wired = await runScenario(client, place, async (here) => {
      const done = await here.leftoff('init', '--agent', client.agent, '--user')
      if (done.code !== 0) throw new Error(`leftoff init exited ${done.code}: ${done.out}${done.err}`)
      await perform(here)
    })
    await wired.close()
    both = { bare, wired, sessions: await readSessions(wired) }
    isWell = true
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') isWell = false
  })
  afterAll(() => folder?.close(isWell))
  const seen = (): BothRuns => {
    if (!both) throw new Error('the scenario did not finish')
    return both
  }
  it('the client has the same exit codes, output and model requests with leftoff, except for what leftoff adds', () => {
    const { bare, wired } = seen()
    expect(behaviorOf(wired)).toEqual(behaviorOf(bare))
  })
  return seen
}

async function runScenario(client: Client, place: string, perform: Scenario): Promise<Box> {
  mkdirSync(place)
  const here = await createBox(client, place, scripts)
  try {
    await perform(here)
    return here
  } catch (problem) {
    await here.close()
    throw problem
  }
}

/** What the user and the model see from a client, without leftoff's additions and the differences between runs. */
interface Behavior {
  readonly runs: readonly { readonly ended: string; readonly out: string; readonly err: string }[]
  readonly talk: Readonly<Record<string, readonly (readonly string[])[]>>
}

const behaviorOf = (here: Box): Behavior => ({
  runs: here.runs.map(({ code, signal, out, err }) => ({
    ended: `${signal ?? code}`,
    out: steady(withoutLeftoff(out)),
    err: steady(withoutLeftoff(err)),
  })),
  talk: byScript(here.model.questions),
})

/** Groups by script, because a sub-agent and its parent send requests concurrently. */
function byScript(questions: readonly Question[]): Behavior['talk'] {
  const talk: Record<string, string[][]> = {}
  for (const question of questions) {
    if (question.kind === 'aside') continue
    const name = question.script ?? question.kind
    talk[name] = [...(talk[name] ?? []), question.items.flatMap(lineOf)]
  }
  return talk
}

/** Skips context, because it lists hooks, tools and servers, which are expected to differ. */
function lineOf(item: ModelItem): string[] {
  if (item.kind === 'context') return []
  if (item.kind === 'call') return [`call ${item.name} ${steady(item.input)}`]
  const text = steady(withoutLeftoff(item.text)).trim()
  return text === '' ? [] : [`${item.kind} ${text}`]
}

const withoutLeftoff = (text: string): string =>
  OF_LEFTOFF.reduce((left, block) => left.replaceAll(block, ''), text)

/** Matches leftoff's blocks, and the lines that a client prints about hooks and servers. */
const OF_LEFTOFF = [
  // Includes the empty lines that a client adds.
  /\n*(<|&lt;)(leftoff[\w-]*)[\s\S]*?\1\/\2(>|&gt;)/g,
  /<hook_context>\s*<\/hook_context>/g,
  /<loaded_context>\s*<project_context>[^<]*'leftoff'[^<]*<\/project_context>\s*<\/loaded_context>\s*/g,
  // If a hook fails or has output, the client prints other lines, which are compared.
  /^hook: \w+( Completed)?\n/gm,
  /\n(Pre|Post)Compact \[leftoff_agent=[^\n]*\] completed successfully:? ?(?=\n|<|$)/g,
]

const steady = (text: string): string =>
  VARYING.reduce((left, [what, name]) => left.replaceAll(what, name), text)

const VARYING: readonly (readonly [RegExp, string])[] = [
  // Gemini CLI prints its startup time if the startup was slow.
  [/^\[STARTUP\] .*\n/gm, ''],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID'],
  [/\b[0-9a-f]{6,40}\b/g, 'HEX'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, 'TIME'],
  [/\b\d+(\.\d+)? ?(ms|s|seconds)\b/g, 'DURATION'],
  [/(PGID:|tokens used\n|_tokens:|_tokens>|_ms:|_ms>) ?[\d,]+/g, '$1 NUMBER'],
  [/(toolu|call|ses)_\w+/g, '$1_ID'],
  [/("nickname":")\w+/g, '$1NAME'],
]
