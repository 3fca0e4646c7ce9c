import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { unitsIn } from '../../src/text/sentences.ts'
import type { Message } from './messages.ts'

export const KINDS = ['decision', 'next', 'blocker', 'question', 'resolved', 'goal'] as const
export type Kind = (typeof KINDS)[number]

/** What was found in one message by reading it: references and hashes, never its words. */
export interface Labelled {
  readonly series: string
  /** The number with which the name of its file begins: names of files may quote their session. */
  readonly session: string
  readonly message: number
  /** A session is wholly in one half: rules are made by looking at the development half alone; the fresh and the later ones were labelled when they were done. */
  readonly half: 'development' | 'held out' | 'fresh' | 'training' | 'later'
  readonly drawn: 'blind' | 'topped-up'
  /** Of the whole message. */
  readonly hash: string
  /** Where a unit begins, its hash, its kind. Every other unit of the message states nothing. */
  readonly labels: readonly (readonly [at: number, hash: string, kind: Kind])[]
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

export const labelledIn = (path: string): readonly Labelled[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Labelled => JSON.parse(line))

/** Labels whose unit is no longer found, because the splitting or a reader changed since they were given. */
export function staleIn(labelled: Labelled, message: Message): number {
  const units = new Map(unitsIn(message.text).map(({ at, text }) => [at, hashOf(text)]))
  return labelled.labels.filter(([at, hash]) => units.get(at) !== hash).length
}
