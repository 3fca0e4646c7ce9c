import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { behaviorOf } from './behavior.ts'
import { type Box, createBox } from './box/box.ts'
import { createScratch, type Scratch } from './box/scratch.ts'
import type { Client } from './client.ts'
import { type RecordedSession, readSessions } from './recorded-sessions.ts'
import { scripts } from './scripts.ts'

/** The same scenario without and with leftoff. */
export interface BothRuns {
  readonly bare: Box
  readonly wired: Box
  /** The recorded sessions, oldest first. */
  readonly sessions: readonly RecordedSession[]
}

export type Scenario = (here: Box) => Promise<void>

/**
 * Runs a scenario twice in the same folder, so that paths do not differ: with the client alone, then after
 * `leftoff init`. Adds the test that holds for every scenario.
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
    if (!both) throw new Error('the scenario failed before its end')
    return both
  }
  it('behaves the same with leftoff: exit codes, output, and requests to the model except for what leftoff adds', () => {
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
