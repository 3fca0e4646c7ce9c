import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Connection, connect } from '../src/log/sqlite/driver.ts'
import { createSandbox } from './support/sandbox.ts'

/**
 * Everything that others can observe, as literals. Nothing is imported from `src` except the driver that reads
 * a database. A change to any of these affects users, so it must be intentional.
 */

const SUMMARY = [
  'id',
  'state',
  'agent',
  'project',
  'checkout',
  'directory',
  'branch',
  'tags',
  'startedAt',
  'lastActivityAt',
  'completed',
  'archived',
  'durationMs',
  'quietMs',
  'turns',
  'tools',
  'files',
  'corrections',
  'events',
  'title',
  'titleBy',
]

describe('the JSON output', () => {
  test('the JSON output has fixed keys for session list, status, show, start, brief, verify and errors', async () => {
    const { json, run } = await createSandbox()
    const started = await json(['session', 'start', '--goal', 'x'])
    expect(Object.keys(started)).toEqual(['session', 'crashed'])
    expect(Object.keys(started.session)).toEqual(SUMMARY)
    const list = await json(['session', 'list'])
    expect(Object.keys(list)).toEqual(['sessions'])
    expect(Object.keys(list.sessions[0])).toEqual([...SUMMARY, 'about'])
    const status = await json(['session', 'status'])
    expect(Object.keys(status)).toEqual(['project', 'session', 'others', 'open', 'focus', 'carry'])
    expect(Object.keys(status.session)).toEqual(SUMMARY)
    expect(Object.keys(status.project)).toEqual(['id', 'name'])
    const show = await json(['session', 'show'])
    expect(Object.keys(status.focus)).toEqual(['task', 'directory', 'files', 'tools', 'entities'])
    expect(Object.keys(show)).toEqual([
      'session',
      'focus',
      'left',
      'hot',
      'events',
      'damage',
      'carry',
      'compactions',
      'capture',
    ])
    expect(Object.keys(show.events[0])).toEqual(['seq', 'at', 'type', 'text'])
    expect(Object.keys(show.left)).toEqual([
      'goal',
      'decided',
      'blocked',
      'next',
      'tasks',
      'facts',
      'files',
      'failing',
    ])
    const { brief } = await json(['brief', '--format', 'codes'])
    expect(Object.keys(brief)).toEqual(['session', 'project', 'codes', 'tokens', 'left', 'expiresAt'])
    expect(Object.keys(await json(['verify']))).toEqual(['ok', 'events', 'sessions', 'damage', 'spool'])
    expect(Object.keys(await json(['recover', '--list']))).toEqual(['sessions'])
    expect(Object.keys(await json(['recover', '--all']))).toEqual(['recovered'])
    const ended = await json(['session', 'end'])
    expect(Object.keys(ended.session)).toEqual([
      ...SUMMARY.slice(0, 10),
      'endedAt',
      'endedBy',
      ...SUMMARY.slice(10),
    ])
    const { error } = JSON.parse((await run(['session', 'end', '--json'])).err)
    expect(Object.keys(error)).toEqual(['code', 'message', 'where', 'fix', 'exit'])
  })

  test('the JSON output has fixed keys for session branch, merge, tree, export and import', async () => {
    const { json, root } = await createSandbox()
    const { session } = await json(['session', 'start', '--goal', 'x'])
    const branched = await json(['session', 'branch', session.id, '--name', 'other'])
    expect(Object.keys(branched)).toEqual(['id', 'parent', 'at', 'session'])
    const ofBranch = [...SUMMARY.slice(0, 8), 'parent', 'name', ...SUMMARY.slice(8)]
    expect(Object.keys(branched.session)).toEqual(ofBranch)
    expect(branched.session.parent).toEqual({ session: session.id, seq: 2 })
    await json(['note', 'fact', 'it rains', '--session', branched.id])
    const merged = await json(['session', 'merge', branched.id])
    expect(Object.keys(merged)).toEqual([
      'kind',
      'into',
      'from',
      'base',
      'upTo',
      'taken',
      'conflicts',
      'resolved',
    ])
    expect(Object.keys(merged.taken[0])).toEqual(['what', 'of', 'id', 'text'])
    const { trees } = await json(['session', 'tree'])
    expect(Object.keys(trees[0])).toEqual([...SUMMARY, 'goal', 'messages', 'mergedInto', 'branches'])
    expect(Object.keys(trees[0].branches[0].mergedInto[0])).toEqual(['session', 'at', 'wentOn'])
    const file = join(root, 'it.json')
    expect(Object.keys(await json(['session', 'export', branched.id, '--out', file]))).toEqual([
      'session',
      'format',
      'file',
    ])
    const document = JSON.parse(readFileSync(file, 'utf8'))
    expect(Object.keys(document)).toEqual(['document', 'schema', 'session', 'at', 'sessions', 'events'])
    expect(Object.keys(document.events[0])).toEqual([
      'session',
      'seq',
      'id',
      'type',
      'version',
      'at',
      'data',
      'hash',
    ])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Object.keys(await json(['session', 'import', file]))).toEqual(['session', 'sessions', 'stored'])
  })

  test('the JSON output of config list has fixed setting keys, defaults and variables', async () => {
    const { json } = await createSandbox()
    const { settings } = await json(['config', 'list'])
    expect(Object.keys(settings[0])).toEqual(['key', 'value', 'source', 'about', 'variable'])
    const shown = settings.map(({ key, value, variable }: Record<string, string>) => [key, value, variable])
    expect(shown).toEqual([
      ['session.idle-timeout', '30m', 'LEFTOFF_SESSION_IDLE_TIMEOUT'],
      ['session.max-duration', '8h', 'LEFTOFF_SESSION_MAX_DURATION'],
      ['session.crash-after', '5m', 'LEFTOFF_SESSION_CRASH_AFTER'],
      ['session.expiry', '7d', 'LEFTOFF_SESSION_EXPIRY'],
      ['session.auto-archive', 'true', 'LEFTOFF_SESSION_AUTO_ARCHIVE'],
      ['session.archive-on-end', 'false', 'LEFTOFF_SESSION_ARCHIVE_ON_END'],
      ['session.hot-entries', '5', 'LEFTOFF_SESSION_HOT_ENTRIES'],
      ['brief.session-budget', '1500', 'LEFTOFF_BRIEF_SESSION_BUDGET'],
      ['brief.prompt-budget', '700', 'LEFTOFF_BRIEF_PROMPT_BUDGET'],
      ['brief.memory-budget', '1500', 'LEFTOFF_BRIEF_MEMORY_BUDGET'],
      ['brief.total-budget', '2500', 'LEFTOFF_BRIEF_TOTAL_BUDGET'],
      ['brief.resume-budget', '500', 'LEFTOFF_BRIEF_RESUME_BUDGET'],
      ['brief.session-context', 'false', 'LEFTOFF_BRIEF_SESSION_CONTEXT'],
      ['brief.notice', 'true', 'LEFTOFF_BRIEF_NOTICE'],
      ['compaction.threshold', '15000', 'LEFTOFF_COMPACTION_THRESHOLD'],
      ['compaction.keep', '20', 'LEFTOFF_COMPACTION_KEEP'],
      ['compaction.budget', '1000', 'LEFTOFF_COMPACTION_BUDGET'],
      ['memory.withhold', '0', 'LEFTOFF_MEMORY_WITHHOLD'],
      ['beads.sync', 'false', 'LEFTOFF_BEADS_SYNC'],
      ['beads.close', 'false', 'LEFTOFF_BEADS_CLOSE'],
      ['brief.handoff-expiry', '1d', 'LEFTOFF_BRIEF_HANDOFF_EXPIRY'],
      ['stop.reminders', 'true', 'LEFTOFF_STOP_REMINDERS'],
      ['stop.evidence-gate', 'false', 'LEFTOFF_STOP_EVIDENCE_GATE'],
      ['stop.session-commit', 'false', 'LEFTOFF_STOP_SESSION_COMMIT'],
      ['chat.model', '', 'LEFTOFF_CHAT_MODEL'],
      ['chat.url', '', 'LEFTOFF_CHAT_URL'],
      ['chat.budget', '16000', 'LEFTOFF_CHAT_BUDGET'],
      ['log.busy-timeout', '30s', 'LEFTOFF_LOG_BUSY_TIMEOUT'],
    ])
  })
})

test('the exit codes do not change', async () => {
  const { run, json, home, folder } = await createSandbox()
  const codes: (number | null)[] = [(await run(['session', 'start'])).code]
  const { session } = await json(['session', 'status'])
  codes.push((await run(['session', 'resume', session.id])).code)
  codes.push((await run(['nonsense'])).code)
  codes.push((await run(['session', 'show', 'zzzz'])).code)
  const db = connect(join(home, 'log.db'), { readOnly: false, busyMs: 0 })
  db.exec('BEGIN IMMEDIATE')
  const busy = (await run(['session', 'end'], { env: { LEFTOFF_LOG_BUSY_TIMEOUT: '1ms' } })).code
  db.exec("ROLLBACK; UPDATE event SET payload = '{}' WHERE seq = 1")
  db.close()
  codes.push((await run(['verify'], { folder })).code, busy)
  expect(codes, 'ok, failed, usage, not found, damaged, busy').toEqual([0, 1, 2, 3, 4, 5])
})

test('the command names do not change', async () => {
  const { run } = await createSandbox()
  const listed = async (...words: string[]): Promise<string[]> => {
    const { out } = await run([...words, '--help'])
    const lines = out.slice(out.indexOf('\nCOMMANDS\n')).split('\n').slice(2)
    return lines.flatMap((line) => /^ {2}([a-z]+) /.exec(line)?.[1] ?? [])
  }
  expect(await listed()).toEqual(
    'init uninstall doctor session sessions brief note checkpoint handoff memory chat recover import verify rebuild forget config hook mcp completion'.split(
      ' ',
    ),
  )
  expect(await listed('session')).toEqual(
    'start end status list show history suspend resume complete cleanup tag title branch merge tree export import'.split(
      ' ',
    ),
  )
  expect(await listed('note')).toEqual(
    'decision blocker next fact goal task evidence phase done cleared'.split(' '),
  )
  expect(await listed('memory')).toEqual(
    'list show add propose review approve reject edit forget search conflicts export'.split(' '),
  )
  expect(await listed('config')).toEqual('get set list path'.split(' '))
  expect(await listed('completion')).toEqual('bash zsh fish'.split(' '))
})

describe('the data on disk', () => {
  test('the data on disk has fixed file names and modes', async () => {
    const { json, run, home } = await createSandbox()
    await json(['session', 'start'])
    await json(['config', 'set', 'session.expiry', '8d'])
    const under = ['sh', '-c', 'umask 022; exec "$@"', 'sh']
    await run(['session', 'status'], { under })
    const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)
    expect(mode(home)).toBe('700')
    expect(mode(join(home, 'log.db'))).toBe('600')
    expect(mode(join(home, 'config.json'))).toBe('600')
    expect(mode(join(home, 'cache'))).toBe('700')
    const names = readdirSync(home).filter((name) => !/^log\.db-(wal|shm)$/.test(name))
    expect(names.toSorted()).toEqual(['cache', 'config.json', 'log.db'])
  })

  test('the data on disk has a fixed database application id, version, tables and columns', async () => {
    const { json, home } = await createSandbox()
    await json(['session', 'start'])
    const db = connect(join(home, 'log.db'), { readOnly: true, busyMs: 1000 })
    expect(db.prepare('PRAGMA application_id').get()?.application_id).toBe(0x6c656674)
    expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(3)
    expect(db.prepare('PRAGMA journal_mode').get()?.journal_mode).toBe('wal')
    expect(tablesOf(db)).toEqual({
      chore: ['name', 'at'],
      event: [
        'pos',
        'id',
        'session',
        'seq',
        'type',
        'version',
        'at',
        'payload_hash',
        'prev_hash',
        'hash',
        'payload',
      ],
      forgotten: ['session', 'key', 'at'],
      generation: ['value'],
      session_view: [
        'session',
        'seq',
        'head',
        'project',
        'open',
        'archived',
        'started_at',
        'last_at',
        'doc_sum',
        'doc',
        'pending',
      ],
    })
    db.close()
  })

  function tablesOf(db: Connection): Record<string, string[]> {
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    return Object.fromEntries(
      names.map(({ name }) => {
        const columns = db.prepare(`SELECT name FROM pragma_table_info('${name}')`).all()
        return [String(name), columns.map((column) => String(column.name))]
      }),
    )
  }

  test('the data on disk has a fixed format for a stored event', async () => {
    const { json, home } = await createSandbox()
    const { session } = await json(['session', 'start', '--goal', 'pin it'])
    const db = connect(join(home, 'log.db'), { readOnly: true, busyMs: 1000 })
    const row = db.prepare("SELECT * FROM event WHERE type = 'goal.set'").get()
    expect(row).toMatchObject({ session: session.id, seq: 2, type: 'goal.set', version: 1 })
    expect(row?.payload).toBe('{"origin":"user","text":"pin it"}')
    db.close()
  })
})

const EVENTS = [
  'session.started 1',
  'session.idled 1',
  'session.resumed 1',
  'session.suspended 1',
  'session.ended 1',
  'session.completed 1',
  'session.crashed 1',
  'session.recovered 1',
  'session.archived 1',
  'session.tagged 1',
  'session.branched 1',
  'session.merged 1',
  'place.changed 1',
  'phase.entered 1',
  'session.titled 1',
  'pull.linked 1',
  'instruction.given 1',
  'prompt.submitted 1',
  'response.streamed 1',
  'response.completed 1',
  'turn.interrupted 1',
  'correction.heard 1',
  'subagent.started 1',
  'subagent.stopped 1',
  'agent.noticed 1',
  'agent.summarized 1',
  'tool.called 1',
  'tool.returned 1',
  'file.read 1',
  'file.changed 1',
  'symbol.touched 1',
  'symbols.indexed 1',
  'test.ran 1',
  'decision.made 1',
  'blocker.met 1',
  'blocker.cleared 1',
  'action.planned 1',
  'action.done 1',
  'task.opened 1',
  'task.closed 1',
  'question.answered 1',
  'plan.approved 1',
  'tasks.listed 1',
  'task.changed 1',
  'fact.pinned 1',
  'fact.unpinned 1',
  'goal.set 1',
  'evidence.found 1',
  'context.compacting 1',
  'context.compacted 1',
  'compaction.undone 1',
  'context.measured 1',
  'checkpoint.taken 1',
  'handoff.written 1',
  'progress.logged 1',
  'nudge.given 1',
  'graph.saved 1',
  'graph.written 1',
  'memory.proposed 1',
  'memory.approved 1',
  'memory.rejected 1',
  'memory.edited 1',
  'memory.superseded 1',
  'memory.tried 1',
  'brief.given 1',
  'capture.damaged 1',
  'capture.reconciled 1',
  'file.settled 1',
  'event.forgotten 1',
]

/** The text of all sources, so that a name is pinned wherever it is declared. */
function sources(): string {
  const root = join(import.meta.dirname, '../src')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
}

test('the event types and their versions do not change', () => {
  const defined = [...sources().matchAll(/defineEvent\('([^']+)', (\d+)/g)].map(
    ([, type, v]) => `${type} ${v}`,
  )
  expect(defined.toSorted()).toEqual(EVENTS.toSorted())
})

test('the error codes do not change', () => {
  const used = [...sources().matchAll(/\bcode: (?:\w+ \? )?'([a-z-]+)'(?: : '([a-z-]+)')?/g)]
  const codes = new Set(used.flatMap(([, one, other]) => [one, other]).filter((code) => code !== undefined))
  expect([...codes].toSorted()).toEqual([
    'agent-config-busy',
    'agent-config-by-hand',
    'agent-config-foreign',
    'agent-config-refused',
    'agent-config-unreadable',
    'agent-name-invalid',
    'agents-refused',
    'beads-failed',
    'branch-name-invalid',
    'branch-point-unknown',
    'bug',
    'chat-key-missing',
    'chat-model-missing',
    'chat-unanswered',
    'chat-url-missing',
    'checkpoint-refused',
    'config-unreadable',
    'disk-full',
    'event-too-large',
    'event-unknown',
    'event-unstorable',
    'file-not-regular',
    'file-unreadable',
    'file-unwritable',
    'home-exposed',
    'home-unknown',
    'home-unusable',
    'illegal-transition',
    'import-diverged',
    'import-refused',
    'installation-incomplete',
    'item-ambiguous',
    'item-unknown',
    'log-busy',
    'log-damaged',
    'log-foreign',
    'log-io',
    'log-missing',
    'log-newer',
    'log-unopenable',
    'log-unwritable',
    'memory-ambiguous',
    'memory-unchanged',
    'memory-unknown',
    'merge-conflicts',
    'merge-same',
    'merge-unclear',
    'merge-unrelated',
    'no-agent-found',
    'no-checkpoint',
    'no-session-here',
    'no-terminal',
    'not-confirmed',
    'not-yours',
    'note-empty',
    'nothing-to-complete',
    'nothing-to-import',
    'nothing-to-resume',
    'output-unwritable',
    'parser-unavailable',
    'path-unknown',
    'postgres-address',
    'postgres-driver-missing',
    'postgres-refused',
    'postgres-unreachable',
    'process-unknown',
    'project-ambiguous',
    'project-unknown',
    'prompt-empty',
    'rule-empty',
    'scope-unclear',
    'session-ambiguous',
    'session-commit-failed',
    'session-id-invalid',
    'session-not-crashed',
    'session-of-another',
    'session-recovered',
    'session-unknown',
    'setting-invalid',
    'setting-not-shared',
    'setting-unknown',
    'shared-file-system',
    'sqlite-missing',
    'sqlite-unsafe',
    'system-error',
    'tag-invalid',
    'unwell',
    'usage',
    'views-damaged',
  ])
})
