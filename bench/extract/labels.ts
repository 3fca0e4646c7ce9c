import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { unitsIn } from '../../src/text/sentences.ts'
import type { SampleMessage } from './messages.ts'

export const KINDS = ['decision', 'next', 'blocker', 'question', 'resolved', 'goal'] as const
export type LabelKind = (typeof KINDS)[number]

/** A reader's labels for one message: references and hashes, never its text. */
export interface LabelledMessage {
  readonly series: string
  /** The number at the start of the session's file name. The rest of the name may quote the session. */
  readonly session: string
  readonly message: number
  /** A session is never split. Rules were written from the development half; the other sets were labeled later. */
  readonly half: 'development' | 'held out' | 'fresh' | 'training' | 'later'
  readonly drawn: 'blind' | 'topped-up'
  /** Hash of the complete message. */
  readonly hash: string
  /** Offset, hash and kind of each labeled unit. All other units have no kind. */
  readonly labels: readonly (readonly [at: number, hash: string, kind: LabelKind])[]
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

export const labelledIn = (path: string): readonly LabelledMessage[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): LabelledMessage => JSON.parse(line))

/** Counts the labels whose unit no longer exists because the splitter or a reader has changed. */
export function staleIn(labelled: LabelledMessage, message: SampleMessage): number {
  const units = new Map(unitsIn(message.text).map(({ at, text }) => [at, hashOf(text)]))
  return labelled.labels.filter(([at, hash]) => units.get(at) !== hash).length
}
