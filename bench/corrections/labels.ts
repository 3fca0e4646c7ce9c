import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CandidateSentence, candidateSentences } from '../../src/memory/detect-corrections.ts'
import type { Turn } from '../../src/memory/turn.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { hashOf } from '../extract/labels.ts'
import { conversationsOf, type RecordedConversation } from './conversations.ts'

/** A reader's labels for one prompt: references and hashes, never its text. */
export interface LabelledTurn {
  readonly series: string
  /** The number at the start of the session's file name. The rest of the name may quote the session. */
  readonly session: string
  /** The index in the session, counting the turns of the user and the assistant. */
  readonly turn: number
  /** A project is never split between halves. Rules were written from the fitting half only. */
  readonly half: 'fitting' | 'held out'
  readonly drawn: 'blind' | 'wide' | 'narrow'
  /** Hash of the complete prompt. */
  readonly hash: string
  /**
   * The offset and hash of each correction, and whether it is meant as a lasting rule. All other units are
   * not corrections.
   */
  readonly labels: readonly (readonly [at: number, hash: string, kind: 'lasting' | 'once'])[]
}

export const labelledIn = (path: string): readonly LabelledTurn[] =>
  linesIn(path).map((line): LabelledTurn => JSON.parse(line))

/** The number of the rule that a prompt states, shared by all prompts that state it. */
interface Grouped extends Pick<LabelledTurn, 'series' | 'session' | 'turn' | 'hash'> {
  readonly rule: number
}

export const groupsIn = (path: string): readonly Grouped[] =>
  linesIn(path).map((line): Grouped => JSON.parse(line))

const linesIn = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\n')

/** Range of a labeled unit. */
interface Span {
  readonly from: number
  readonly to: number
  readonly kind: 'lasting' | 'once'
}

/** The ranges of the labeled units in the prompt. Skips units whose text has changed. */
function spansOf({ labels }: LabelledTurn, text: string): readonly Span[] {
  const units = new Map(unitsIn(text).map((unit) => [unit.at, unit.text]))
  return labels.flatMap(([from, hash, kind]) => {
    const unit = units.get(from)
    return unit !== undefined && hashOf(unit) === hash ? [{ from, to: from + unit.length, kind }] : []
  })
}

/** A labeled prompt with its session. */
export interface Example {
  readonly one: LabelledTurn
  readonly turn: Turn
  readonly conversation: RecordedConversation
  readonly spans: readonly Span[]
  readonly sentences: readonly CandidateSentence[]
}

/** All labeled prompts that are available. */
export function examplesIn(root: string, folder: string): readonly Example[] {
  const labelled = labelledIn(join(root, 'bench/corrections/labels.jsonl'))
  const sessions = [...new Set(labelled.map(({ series }) => series))].flatMap((series) =>
    conversationsOf(folder, series),
  )
  const found = new Map<
    string,
    { turn: Turn; conversation: RecordedConversation; sentences: readonly CandidateSentence[] }
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
