import { expect, test } from 'vitest'
import { LineLimit, type RequestId } from './wire.ts'

async function pass(chunks: readonly (string | Buffer)[], maxBytes = 4000) {
  const dropped: (RequestId | undefined)[] = []
  const lines: string[] = []
  const limit = new LineLimit({ maxBytes, onDropped: (id) => dropped.push(id) })
  limit.on('data', (line: Buffer) => lines.push(line.toString()))
  for (const chunk of chunks) limit.write(chunk)
  limit.end()
  await new Promise((resolve) => limit.on('end', resolve))
  return { lines, dropped }
}

const LONG = 'x'.repeat(10_000)

test('lines are returned whole, however the input is split into chunks', async () => {
  expect(await pass(['{"a"', ':1}\n{"b":2}\n{', '"c":', '3}\n'])).toEqual({
    lines: ['{"a":1}\n', '{"b":2}\n', '{"c":3}\n'],
    dropped: [],
  })
})

test('empty lines are not passed on', async () => {
  expect(await pass(['\n\n\n{"a":1}\n\n', '{"b"', ':2}', '\n', '\n'])).toEqual({
    lines: ['{"a":1}\n', '{"b":2}\n'],
    dropped: [],
  })
})

test.each([
  ['found at the start', `{"jsonrpc":"2.0","id":7,"params":"${LONG}"}\n`, 7],
  ['found at the end', `{"method":"x","params":"${LONG}","jsonrpc":"2.0","id":"a-1"}\n`, 'a-1'],
  ['found before the version', `{"params":"${LONG}","id":3,"jsonrpc":"2.0"}\n`, 3],
  ['not found inside the arguments', `{"params":{"id":7,"text":"${LONG}"}}\n`, undefined],
  ['not found if there is none', `${LONG}\n`, undefined],
])('a line that is too long is dropped, and its reported id is %s', async (_, line, id) => {
  const pieces = line.match(/[\s\S]{1,333}/g) ?? []
  expect(await pass([...pieces, 'next\n'])).toEqual({ lines: ['next\n'], dropped: [id] })
})

test('a message of 64 MB without a line break needs little memory and time', async () => {
  const limit = new LineLimit({ maxBytes: 2 ** 21, onDropped: () => {} })
  limit.resume()
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const before = process.memoryUsage().arrayBuffers
  const began = process.cpuUsage()
  for (let sent = 0; sent < 1024; sent += 1) limit.write(chunk)
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(1000)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 2 ** 20)
})
