import { describe, expect, test } from 'vitest'
import type { EventLog } from '../../src/log/event-log.ts'
import type { Session } from '../../src/session/session.ts'
import { appendPromises } from './append.promises.ts'
import { contentPromises } from './content.promises.ts'
import { forgetPromises } from './forget.promises.ts'
import { readPromises } from './read.promises.ts'
import { viewPromises } from './view.promises.ts'

/** One log with any number of connections. */
export interface Store {
  open(): EventLog<Session>
  destroy(): Promise<void>
}

interface Engine {
  readonly name: string
  /** Creates a new empty log that uses `sessionProjection`. */
  make(): Promise<Store>
  readonly skip: readonly { readonly reason: string; readonly tests: readonly string[] }[]
}

type ContractCheck = (log: EventLog<Session>, store: Store) => Promise<void>
export type Promised = (sentence: string, check: ContractCheck) => void

/** The contract of every engine. To add an engine, implement the port and call this. */
export function eventLogContract(engine: Engine): void {
  const skipped = new Map(engine.skip.flatMap(({ reason, tests }) => tests.map((name) => [name, reason])))
  const names: string[] = []
  const promised: Promised = (sentence, check) => {
    names.push(sentence)
    const reason = skipped.get(sentence)
    if (reason !== undefined) test.skip(`${sentence} (skipped: ${reason})`, () => {})
    else test(sentence, () => checkPromise(engine, check))
  }
  describe(`${engine.name}: append`, () => appendPromises(promised))
  describe(`${engine.name}: read`, () => readPromises(promised))
  describe(`${engine.name}: views`, () => viewPromises(promised))
  describe(`${engine.name}: forget`, () => forgetPromises(promised))
  describe(`${engine.name}: content`, () => contentPromises(promised))
  test(`${engine.name}: every skip names a promise of the contract`, () => {
    expect([...skipped.keys()].filter((name) => !names.includes(name))).toEqual([])
  })
}

async function checkPromise(engine: Engine, check: ContractCheck): Promise<void> {
  const store = await engine.make()
  try {
    await check(store.open(), store)
  } finally {
    await store.destroy()
  }
}
