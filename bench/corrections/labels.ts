import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CandidateSentence, candidateSentences } from '../../src/memory/detect-corrections.ts'
import type { Turn } from '../../src/memory/turn.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { hashOf } from '../extract/labels.ts'
import { type Conversation, conversationsOf } from './conversations.ts'

/** What was found in one prompt by reading it: references and hashes, never its words. */
export interface Labelled {
  readonly series: string
  /** The number with which the name of its file begins: names of files may quote their session. */
  readonly session: string
  /** Which turn of its session, counted over both sides. */
  readonly turn: number
  /** A project is wholly in one half: rules were made by looking at the fitting half alone. */
  readonly half: 'fitting' | 'held out'
  readonly drawn: 'blind' | 'wide' | 'narrow'
  /** Of the whole prompt. */
  readonly hash: string
  /** Where a unit begins, its hash, and whether it corrects for good or once. Every other unit corrects nothing. */
  readonly labels: readonly (readonly [at: number, hash: string, kind: 'lasting' | 'once'])[]
}

export const labelledIn = (path: string): readonly Labelled[] =>
  linesIn(path).map((line): Labelled => JSON.parse(line))

/** Which rule a prompt states, as a number that others share who state the same. */
export interface Grouped extends Pick<Labelled, 'series' | 'session' | 'turn' | 'hash'> {
  readonly rule: number
}

export const groupsIn = (path: string): readonly Grouped[] =>
  linesIn(path).map((line): Grouped => JSON.parse(line))

const linesIn = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\n')

/** From where to where a labelled unit reaches. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly kind: 'lasting' | 'once'
}

/** The units that were labelled, as places of the prompt; those whose words have changed since are left out. */
export function spansOf({ labels }: Labelled, text: string): readonly Span[] {
  const units = new Map(unitsIn(text).map((unit) => [unit.at, unit.text]))
  return labels.flatMap(([from, hash, kind]) => {
    const unit = units.get(from)
    return unit !== undefined && hashOf(unit) === hash ? [{ from, to: from + unit.length, kind }] : []
  })
}

/** A prompt that was labelled, with the session it stands in. */
export interface Example {
  readonly one: Labelled
  readonly turn: Turn
  readonly conversation: Conversation
  readonly spans: readonly Span[]
  readonly sentences: readonly CandidateSentence[]
}

/** All that was labelled and is there. */
export function examplesIn(root: string, folder: string): readonly Example[] {
  const labelled = labelledIn(join(root, 'bench/corrections/labels.jsonl'))
  const sessions = [...new Set(labelled.map(({ series }) => series))].flatMap((series) =>
    conversationsOf(folder, series),
  )
  const found = new Map<
    string,
    { turn: Turn; conversation: Conversation; sentences: readonly CandidateSentence[] }
  >()
  for (const conversation of sessions) {
    const sentences = candidateSentences(conversation.turns)
    for (const turn of conversation.turns)
      found.set(turn.id, {
        turn,
        conversation,
        sentences: sentences.filter((one) => one.turn.id === turn.id),
      })
  }
  return labelled.flatMap((one) => {
    const there = found.get(`${one.series} ${one.session} ${one.turn}`)
    return there ? [{ one, ...there, spans: spansOf(one, there.turn.text) }] : []
  })
}
