import { sessionIdOf } from '../../src/agent/event-draft.ts'
import { importTranscripts } from '../../src/app/transcript/import.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import { memoryFile } from './memory-file.ts'
import { plainWorld } from './plain-world.ts'
import { markOf, type Torn } from './torn.ts'

/** Chunk sizes, which must not affect the result. */
export const PIECES = [61, 500, 4096, 65_536, 1 << 20] as const

/** Imports every state of the file and returns what is wrong with the log. */
export async function faultsOf(torn: Torn, piece: number): Promise<readonly string[]> {
  const world = plainWorld()
  let skipped = 0
  for (const [index, state] of torn.states.entries()) {
    const file = memoryFile(torn.path, state, { piece, modifiedAt: Date.UTC(2027, 0, 2) + index })
    const done = await importTranscripts(world, { files: [file] })
    skipped = done.formats[torn.writer.name]?.skipped ?? 0
  }
  const events: StoredEvent[] = []
  const session = sessionIdOf(torn.writer.name, torn.session)
  for await (const event of world.log.read({ session })) events.push(event)
  return [
    ...wrongCounts(torn, events),
    ...(skipped === torn.skips ? [] : [`${skipped} skips, not ${torn.skips}`]),
  ]
}

const TYPES = {
  prompt: 'prompt.submitted',
  answer: 'response.completed',
  call: 'tool.called',
  result: 'tool.returned',
} as const

function wrongCounts(torn: Torn, events: readonly StoredEvent[]): readonly string[] {
  return torn.steps.flatMap((step, number) => {
    // Gemini CLI writes a call only when it has finished.
    if (torn.writer.name === 'gemini-cli' && step.kind === 'call') return []
    const found = events.filter(
      ({ type, data }) => type === TYPES[step.kind] && hasMark(data, number, step),
    ).length
    const expected = torn.whole.has(number) ? 1 : 0
    if (torn.altered.has(number) && (found === 1 || found === 2)) return []
    return found === expected
      ? []
      : [`step ${number} (${step.kind}) is stored ${found} times, not ${expected}`]
  })
}

function hasMark(data: StoredEvent['data'], number: number, step: Torn['steps'][number]): boolean {
  if (step.kind === 'call') return String(data?.command).includes(markOf(number))
  if (step.kind === 'result') return String(data?.output).includes(markOf(number))
  return String(data?.text).includes(markOf(number))
}
