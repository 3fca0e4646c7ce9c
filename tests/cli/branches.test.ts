import { describe, expect, test } from 'vitest'
import { decideConflicts } from '../../src/cli/commands/session/merge.ts'
import { styleOf } from '../../src/cli/out.ts'
import type { MergeConflict } from '../../src/session/merge/three-way.ts'
import { createSandbox, type Sandbox } from '../support/sandbox.ts'

const style = styleOf(false)

interface BranchedSandbox extends Sandbox {
  readonly parent: string
  readonly child: string
  note(session: string, kind: string, text: string): Promise<void>
}

async function family(): Promise<BranchedSandbox> {
  const at = await createSandbox()
  const { session } = await at.json(['session', 'start', '--goal', 'sell boats'])
  await at.json(['note', 'task', 'paint the boat'])
  const { id } = await at.json(['session', 'branch', session.id, '--name', 'canoes'])
  const note = async (of: string, kind: string, text: string): Promise<void> => {
    await at.json(['note', kind, text], { env: { LEFTOFF_SESSION: of } })
  }
  return { ...at, parent: session.id, child: id, note }
}

describe('branches on the command line', () => {
  test('a branch is created, continued and merged, and the tree shows it', async () => {
    const { run, json, note, parent, child } = await family()
    await note(child, 'decision', 'sell canoes')
    await note(child, 'done', 'paint')
    expect(await json(['session', 'merge', child, '--dry-run'])).toMatchObject({
      kind: 'planned',
      taken: [
        { what: 'added', of: 'decision', text: 'sell canoes' },
        { what: 'closed', of: 'task', text: 'paint the boat' },
      ],
      conflicts: [],
    })
    expect(await json(['session', 'merge', child])).toMatchObject({
      kind: 'merged',
      into: parent,
      from: child,
    })
    expect(await json(['session', 'merge', child.slice(4, 12)])).toMatchObject({ kind: 'nothing' })
    const { out } = await run(['session', 'tree'])
    expect(out).toMatch(
      /^\w{8} {2}sell boats {2}active · .*\n└─ \w{8} {2}canoes {2}at 3 · active · .* merged into \w{8}\n$/,
    )
    const { trees } = await json(['session', 'tree', child])
    expect(trees).toMatchObject([
      { id: parent, branches: [{ id: child, name: 'canoes', mergedInto: [{ session: parent }] }] },
    ])
  })

  test('with an unresolved conflict, nothing is merged, and the command exits with 1 and prints both versions and a fix', async () => {
    const { run, json, note, parent, child } = await family()
    await note(child, 'decision', 'Use tabs for indentation')
    await note(parent, 'decision', 'Use spaces for indentation')
    const before = await json(['session', 'show', parent])
    const refused = await run(['session', 'merge', child])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('ours "Use spaces for indentation", theirs "Use tabs for indentation"')
    expect(refused.err).toContain('--theirs')
    expect((await json(['session', 'show', parent])).events).toEqual(before.events)
    expect((await run(['session', 'merge', child, '--ours', '--both'])).code).toBe(2)
    await json(['session', 'merge', child, '--theirs'])
    expect((await json(['session', 'show', parent])).left.decided).toEqual(['Use tabs for indentation'])
  })

  test('branch names cannot control the terminal, and ids cannot be paths', async () => {
    const { run, child } = await family()
    expect((await run(['session', 'branch', child, '--name', '\u001b[31mred'])).code).toBe(2)
    expect((await run(['session', 'branch', '../../etc/passwd'])).code).toBe(2)
    expect((await run(['session', 'branch', child, '--at', '4000'])).code).toBe(2)
    expect((await run(['session', 'merge', 'zzzz'])).code).toBe(3)
  })
})

const conflict = (n: number): MergeConflict => {
  const item = (text: string) => ({ id: text, text, at: n })
  return { kind: 'decision', id: String(n), ours: item(`mine ${n}`), theirs: item(`yours ${n}`) }
}

describe('merge conflicts in a terminal', () => {
  test.each([
    ['otbs', ['ours', 'theirs', 'both', 'skip']],
    ['OTxBS', ['ours', 'theirs', 'both', 'skip']],
  ])('the keys %s resolve four merge conflicts', async (typed, choices) => {
    const keys = [...typed]
    const seen: string[] = []
    const decided = await decideConflicts([1, 2, 3, 4].map(conflict), {
      keys: { show: (text) => seen.push(text), key: async () => keys.shift() ?? 'q' },
      style,
    })
    expect([...(decided?.values() ?? [])]).toEqual(choices)
    expect(seen.join('\n')).toContain('ours    mine 3')
  })

  test('quitting leaves all merge conflicts unresolved', async () => {
    const keys = { show: () => {}, key: async () => 'q' }
    expect(await decideConflicts([conflict(1)], { keys, style })).toBeUndefined()
  })
})
