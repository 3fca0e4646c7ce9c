import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Box, box } from './box/box.ts'
import { type Scratch, scratch } from './box/scratch.ts'
import type { Client } from './client.ts'
import { conduct } from './conduct.ts'
import { type Recorded, recorded } from './record.ts'
import { scripts } from './scripts.ts'

/** The same performance without leftoff and with it. */
export interface Staged {
  readonly bare: Box
  readonly wired: Box
  /** What leftoff has recorded of it, the oldest session first. */
  readonly sessions: readonly Recorded[]
}

export type Performance = (here: Box) => Promise<void>

/**
 * Plays a performance twice in the same place, so that paths cannot differ: first with the client alone, then after
 * `leftoff init`. What holds for every performance is promised here.
 */
export function stage(client: Client, perform: Performance): () => Staged {
  let folder: Scratch | undefined
  let isWell = false
  let staged: Staged | undefined
  beforeAll(async () => {
    folder = scratch()
    const place = join(folder.root, 'place')
    const bare = await performed(client, place, perform)
    await bare.close()
    renameSync(place, join(folder.root, 'bare'))
    const wired = await performed(client, place, async (here) => {
      const done = await here.leftoff('init', '--agent', client.agent, '--user')
      if (done.code !== 0) throw new Error(`leftoff init exited ${done.code}: ${done.out}${done.err}`)
      await perform(here)
    })
    await wired.close()
    staged = { bare, wired, sessions: await recorded(wired) }
    isWell = true
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') isWell = false
  })
  afterAll(() => folder?.close(isWell))
  const seen = (): Staged => {
    if (!staged) throw new Error('the performance broke off')
    return staged
  }
  it('goes with leftoff as it goes without it: exit codes, output, and all that reaches the model but what leftoff adds', () => {
    const { bare, wired } = seen()
    expect(conduct(wired)).toEqual(conduct(bare))
  })
  return seen
}

async function performed(client: Client, place: string, perform: Performance): Promise<Box> {
  mkdirSync(place)
  const here = await box(client, place, scripts)
  try {
    await perform(here)
    return here
  } catch (problem) {
    await here.close()
    throw problem
  }
}
