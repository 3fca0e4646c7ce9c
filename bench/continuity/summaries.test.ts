import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Composer } from './composer.ts'
import type { RecordedHistory } from './histories.ts'
import { matchSummaries } from './summaries.ts'

const AT = Date.parse('2026-01-02T00:00:00Z')
const session = (transcript: string, at: number): RecordedHistory['sessions'][number] => ({
  transcript,
  directory: '/repo',
  events: [
    { type: 'prompt.submitted', text: 'go on', session: transcript, seq: 1, at },
  ] as unknown as RecordedHistory['sessions'][number]['events'],
})
const history: RecordedHistory = {
  series: 'one',
  project: 'one',
  sessions: [session('000_aaaaaaaa.jsonl', AT - 2000), session('001_bbbbbbbb.jsonl', AT - 1000)],
}
const known: string[] = []
const fixed: Composer = {
  name: 'fixed',
  compose({ history: before }) {
    known.push(before.map((one) => one.session).join(' '))
    return { files: [], text: 'Retry of uploads waits. Nothing else.', tokens: 9 }
  },
}

test('a session summary is compared with the text composed right after the session', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-summaries-'))
  const summary = {
    open_items: ['retry uploads with backoff', 'sign releases in a pipeline', 'short'],
    friction: [],
    learnings: { code: [{ finding: 'uploads wait for retry' }] },
  }
  mkdirSync(join(folder, 'one'))
  const written = [{ session_id: 'aaaaaaaa-1', created_at: '2026-01-02T00:00:00Z', summary }]
  writeFileSync(join(folder, 'one', 'summaries.json'), JSON.stringify(written))
  const [match] = await matchSummaries([history], folder, [fixed])
  rmSync(folder, { recursive: true })
  expect(known).toEqual(['000_aaaaaaaa.jsonl'])
  expect(match?.kinds['open items']).toMatchObject({ items: 2, matched: 1 })
  expect(match?.kinds.learnings).toMatchObject({ items: 1, matched: 1 })
})

test('without summaries the result is empty', async () => {
  expect(await matchSummaries([history], '/nowhere', [fixed])).toEqual([])
})
