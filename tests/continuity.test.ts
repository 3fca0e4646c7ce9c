import { describe, expect, test } from 'vitest'
import { earlierSession } from '../bench/continuity/earlier-session.ts'
import type { RecordedHistory } from '../bench/continuity/histories.ts'
import { outcome } from '../bench/continuity/measure.ts'
import { firstPrompts, rootsOf, transitionsIn } from '../bench/continuity/transitions.ts'
import type { KnownEvent } from '../src/event/catalogue.ts'
import { relativeTo } from '../src/text/paths.ts'
import { knownEvent } from './support/events.ts'

const edit = (path: string, at: number): KnownEvent =>
  knownEvent('file.changed', { path, change: 'edited' }, at)
const prompt = (text: string, at: number): KnownEvent => knownEvent('prompt.submitted', { text }, at)
const history = (...sessions: readonly (readonly [string, readonly KnownEvent[]])[]): RecordedHistory => ({
  series: 'series',
  project: 'project',
  sessions: sessions.map(([directory, events], n) => ({ transcript: `${n}.jsonl`, directory, events })),
})

describe('series roots', () => {
  test('the roots of a series are its session folders and worktrees, but not subfolders of the repository', () => {
    const folders = ['/w/app', '/w/app/src', '/w/app/.worktrees/2', 'D:\\app'].map((at) => [at, []] as const)
    expect(rootsOf(history(...folders))).toEqual(['/w/app', '/w/app/.worktrees/2', 'D:/app'])
  })

  test('the roots of a series are derived from edited files if no folder is known', () => {
    const events = ['a/1.ts', 'b/2.ts', 'c/3.ts', 'd/4.ts'].map((path) => edit(`/w/app/${path}`, 1))
    expect(rootsOf(history(['/', [...events, edit('/w/elsewhere.md', 1)]]))).toEqual(['/w/app'])
  })
})

test("the first prompts are all prompts before the agent's first action", () => {
  const events = [prompt('/review', 1), prompt('what it stands for', 1), edit('a.ts', 2), prompt('later', 3)]
  expect(firstPrompts(events)).toEqual(['/review', 'what it stands for'])
})

describe('a transition', () => {
  const series = history(
    ['/w', [edit('/w/a.ts', 1), edit('/w/late.ts', 9)]],
    ['/w', [prompt('go on', 5), edit('/w/a.ts', 6), edit('/w/new.ts', 7), edit('/tmp/b.ts', 8)]],
  )
  const files = (transition: {
    readonly situation: { readonly history: readonly ReturnType<typeof earlierSession>[] }
  }) => transition.situation.history.flatMap((session) => [...session.facts().files.keys()])

  test('the files needed in a transition are the edited files inside the repository', () => {
    const [only] = transitionsIn(series, 'whole')
    expect([...(only?.needed.files ?? [])]).toEqual(['a.ts', 'new.ts'])
  })

  test('in strict mode, a transition contains nothing that happened after its start', () => {
    expect([...transitionsIn(series, 'whole')].flatMap(files)).toEqual(['a.ts', 'late.ts'])
    expect([...transitionsIn(series, 'strict')].flatMap(files)).toEqual(['a.ts'])
  })

  test('the score of a transition is the share of needed files that were found', async () => {
    const composer = { name: 'one', compose: () => ({ files: ['a.ts', 'x.ts'], text: '', tokens: 0 }) }
    const transitions = [...transitionsIn(series, 'whole')]
    expect(transitions).toHaveLength(1)
    for (const transition of transitions)
      expect(await outcome(composer, transition, 'start')).toMatchObject({ recall: 0.5, precision: 0.5 })
  })

  test('in a transition, the composer gets no prompt at the start and the typed prompt later', async () => {
    const seen: (string | undefined)[] = []
    const composer = {
      name: 'listening',
      compose: ({ prompt: said }: { readonly prompt?: string | undefined }) => {
        seen.push(said)
        return { files: [], text: '', tokens: 0 }
      },
    }
    for (const transition of transitionsIn(series, 'whole'))
      for (const at of ['start', 'typed', 'prompt'] as const) await outcome(composer, transition, at)
    expect(seen).toEqual([undefined, 'go on', 'go on'])
  })
})

test('the facts of a session are computed only once', () => {
  const one = earlierSession([edit('/w/a.ts', 1)], relativeTo(['/w']))
  expect(one.facts()).toBe(one.facts())
})
