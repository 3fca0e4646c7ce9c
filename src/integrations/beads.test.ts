import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { beadsIn, beadsLines, issuesIn, readyWork } from './beads.ts'

const NOW = Date.UTC(2026, 10, 16)

/** An issue as Beads exports it. */
const issue = (id: string, more: object = {}): string =>
  JSON.stringify({
    id,
    title: `Work on ${id}`,
    status: 'open',
    priority: 2,
    issue_type: 'task',
    created_at: '2026-11-01T10:00:00Z',
    updated_at: '2026-11-02T10:00:00Z',
    ...more,
  })
const behind = (on: string, type = 'blocks') => ({
  dependencies: [{ issue_id: 'x', depends_on_id: on, type }],
})

function project(lines: readonly string[], file = 'issues.jsonl'): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, '.beads'))
  writeFileSync(join(folder, '.beads', file), lines.join('\n'))
  return folder
}

const ready = (...lines: readonly string[]): readonly string[] =>
  readyWork(issuesIn(lines.join('\n')), NOW).ready.map(({ id }) => id)

describe('ready work', () => {
  test('ready work consists of the open issues that no open issue blocks, most urgent first', () => {
    expect(
      ready(
        issue('bd-1'),
        issue('bd-2', { priority: 0 }),
        issue('bd-3', behind('bd-1')),
        issue('bd-4', behind('bd-9')),
        issue('bd-5', { status: 'in_progress' }),
        issue('bd-6', { status: 'blocked' }),
        issue('bd-9', { status: 'closed' }),
      ),
    ).toEqual(['bd-2', 'bd-1', 'bd-4'])
  })

  test('ready work excludes children of blocked issues, deferred issues and internal kinds', () => {
    expect(
      ready(
        issue('epic', { issue_type: 'epic', ...behind('bd-1') }),
        issue('epic.1', behind('epic', 'parent-child')),
        issue('bd-1', { status: 'in_progress' }),
        issue('bd-2', { defer_until: '2027-01-01T00:00:00Z' }),
        issue('bd-3', { defer_until: '2026-01-01T00:00:00Z' }),
        issue('bd-4', { issue_type: 'message' }),
        issue('bd-5', behind('bd-1', 'discovered-from')),
      ),
    ).toEqual(['bd-3', 'bd-5'])
  })

  test('ready work is found despite circular dependencies', () => {
    const circle = [issue('a', behind('b', 'parent-child')), issue('b', behind('a', 'parent-child'))]
    expect(ready(...circle)).toEqual(['a', 'b'])
  })

  test('a closed status inside a description is ignored, and spaces between fields are accepted', () => {
    expect(ready(issue('bd-1', { description: 'see {"status":"closed"}' }))).toEqual(['bd-1'])
    expect(ready('{"id": "bd-2", "title": "x", "status": "closed"}')).toEqual([])
  })

  test.each(['<<<<<<< HEAD', '{"id":"bd-1","ti', 'null', '[]', '7', '{}', '{"id":7,"title":"x"}', '\0'])(
    'the invalid line %o is skipped',
    (line) => {
      expect(ready(line, issue('bd-2'))).toEqual(['bd-2'])
    },
  )
})

describe('lines for the next session', () => {
  const lines = (checkout: string) => beadsLines({ checkout, now: NOW })

  test('at most five issues in progress and five ready issues are listed', () => {
    const many = Array.from({ length: 7 }, (_, n) => issue(`bd-${n}`))
    expect(lines(project([issue('bd-x', { status: 'in_progress', priority: 1 }), ...many]))).toEqual([
      'Beads, in progress: bd-x (P1) Work on bd-x',
      ...[0, 1, 2, 3, 4].map((n) => `Beads, ready: bd-${n} (P2) Work on bd-${n}`),
      'Beads, ready: 2 more',
    ])
  })

  test('issues are read from the file that an older release of Beads writes', () => {
    expect(lines(project([issue('bd-1')], 'beads.jsonl'))).toHaveLength(1)
  })

  test('an issue title is shortened to one line', () => {
    const [line = ''] = lines(project([issue('bd-1', { title: `a\nb\r\n${'c'.repeat(999)}` })]))
    expect(line).toMatch(/^Beads, ready: bd-1 \(P2\) a b c+$/)
    expect(line.length).toBeLessThan(160)
  })

  test('there are no Beads lines if Beads is missing, or if its file is too large or a folder', () => {
    expect(lines(temporaryFolder())).toEqual([])
    expect(lines(project(['x'.repeat(3 * 1024 * 1024)]))).toEqual([])
    const folder = temporaryFolder()
    mkdirSync(join(folder, '.beads', 'issues.jsonl'), { recursive: true })
    expect(lines(folder)).toEqual([])
  })
})

/** A fake `bd` that logs its calls and then runs the shell code `answer`. */
function command(answer: string): { readonly path: string; calls(): readonly string[] } {
  const folder = temporaryFolder()
  const path = join(folder, 'bd')
  const log = join(folder, 'calls')
  writeFileSync(
    path,
    `#!/bin/sh\nprintf '%s|' "$BEADS_NO_DAEMON" "$@" >> '${log}'\necho >> '${log}'\n${answer}\n`,
  )
  chmodSync(path, 0o755)
  return { path, calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []) }
}

describe('the bd command', () => {
  const checkout = (): string => project([])

  test('the bd command reads ready issues and issues in progress without a daemon', async () => {
    const { path, calls } = command(`echo '[${issue('bd-1')}]'`)
    const beads = beadsIn(checkout(), { command: path })
    expect(await beads?.ready()).toMatchObject({ kind: 'answered', issues: [{ id: 'bd-1', priority: 2 }] })
    expect(await beads?.inProgress()).toMatchObject({ kind: 'answered' })
    expect(calls()).toEqual(['1|ready|--json|', '1|list|--status=in_progress|--json|'])
  })

  test('the bd command closes an issue, and no shell interprets the reason', async () => {
    const { path, calls } = command('echo "closed bd-1"')
    const beads = beadsIn(checkout(), { command: path })
    expect(await beads?.close('bd-1', '$(id); `id`')).toEqual({ kind: 'answered', issues: [] })
    expect(calls()).toEqual(['1|close|bd-1|--reason=$(id); `id`|--json|'])
  })

  test.each(['--all', '-f', '', '../x', 'a b', `bd-${'1'.repeat(99)}`])(
    'the bd command is not run to close the invalid id %o',
    async (id) => {
      const { path, calls } = command('true')
      expect(await beadsIn(checkout(), { command: path })?.close(id, 'x')).toMatchObject({ kind: 'failed' })
      expect(calls()).toEqual([])
    },
  )

  test('a missing bd command, an error and a timeout are reported', async () => {
    const asked = (path: string) => beadsIn(checkout(), { command: path, timeoutMs: 300 })?.sync()
    expect(await asked('/no/such/bd')).toEqual({ kind: 'absent' })
    expect(await asked(command('echo "no remote" >&2; exit 1').path)).toEqual({
      kind: 'failed',
      why: 'no remote',
    })
    expect(await asked(command('exec sleep 5').path)).toEqual({ kind: 'failed', why: 'it took too long' })
  })

  test('the bd command is not run in a folder without Beads', () => {
    expect(beadsIn(temporaryFolder())).toBeUndefined()
  })
})
