import { join } from 'node:path'
import { type Examined, examined } from '../../src/memory/examine.ts'
import type { Turn } from '../../src/memory/turn.ts'
import { type Conversation, conversationsOf } from './conversations.ts'
import { type Labelled, labelledIn, type Span, spansOf } from './labels.ts'

/** A prompt that was labelled, with the session it stands in. */
export interface Example {
  readonly one: Labelled
  readonly turn: Turn
  readonly conversation: Conversation
  readonly spans: readonly Span[]
  readonly sentences: readonly Examined[]
}

/** All that was labelled and is there. */
export function examplesIn(root: string, folder: string): readonly Example[] {
  const labelled = labelledIn(join(root, 'bench/corrections/labels.jsonl'))
  const sessions = [...new Set(labelled.map(({ series }) => series))].flatMap((series) =>
    conversationsOf(folder, series),
  )
  const found = new Map<string, { turn: Turn; conversation: Conversation; sentences: readonly Examined[] }>()
  for (const conversation of sessions) {
    const sentences = examined(conversation.turns)
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
