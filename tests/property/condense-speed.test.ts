import { expect, test } from 'vitest'
import { condenseMessages } from '../../src/extract/summary/condense.ts'
import { countTokens } from '../../src/host/tokenizer.ts'
import type { Message, StoredMessage } from '../../src/message/message.ts'

/** About 500 tokens per step, a third of them words. */
const step = (n: number): readonly Message[] => {
  const call = { toolCallId: `c${n}`, toolName: 'Bash' }
  const input = { command: `npm test -- part${n % 40}`, note: `handlerOf${n % 90} `.repeat(40) }
  const output = { type: 'text' as const, value: `line ${n} of src/part${n % 40}/file.ts\n`.repeat(12) }
  return [
    {
      role: 'user',
      content: `Now change handler${n} in src/part${n % 40}/file${n}.ts. It must log every call.`,
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: `I found that loggerOf${n} was missing. The cause is step ${n}. `.repeat(4) },
        { type: 'tool-call', ...call, input },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
  ]
}
const session = (steps: number): readonly StoredMessage[] =>
  Array.from({ length: steps }, (_, n) => step(n))
    .flat()
    .map((message, index) => ({ seq: index + 1, lastSeq: index + 1, at: index, message }))

/**
 * CPU time per run, because other processes share the machine. It is the average of many runs, because some
 * kernels count in steps of 4 ms. The first run compiles the code and does not count.
 */
function milliseconds(work: () => unknown, runs: number): number {
  work()
  const before = process.cpuUsage()
  for (let run = 0; run < runs; run += 1) work()
  return process.cpuUsage(before).user / 1000 / runs
}

/** The time relative to counting the tokens of the same messages: a slow machine slows down both. */
function timesCounting(steps: number, runs: { readonly condense: number; readonly count: number }): number {
  const messages = session(steps)
  const texts = messages.map(({ message }) => JSON.stringify(message.content))
  const counting = milliseconds(() => texts.map((text) => countTokens(text)), runs.count)
  return (
    milliseconds(() => condenseMessages(messages, { budget: 2000, countTokens }), runs.condense) / counting
  )
}

// Equivalent to 37 ms and 1 s on a machine on which counting takes 2.5 ms and 100 ms, respectively.
test('condensing 15,000 tokens takes at most 15 times as long as counting them', () => {
  expect(timesCounting(30, { condense: 8, count: 60 })).toBeLessThan(15)
})

test('condensing 500,000 tokens takes at most 10 times as long as counting them', () => {
  expect(timesCounting(1000, { condense: 2, count: 3 })).toBeLessThan(10)
})
