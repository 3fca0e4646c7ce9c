import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../src/log/sqlite/driver.ts'
import { createSandbox } from '../support/sandbox.ts'

interface DoctorOutput {
  readonly ok: boolean
  readonly agents: readonly Record<string, unknown>[]
  readonly chapters: readonly {
    readonly title: string
    readonly findings: readonly { readonly level: string; readonly text: string; readonly fix?: string }[]
  }[]
}

/** A user whose PATH contains only the programs that the test adds. */
async function patient() {
  const here = await createSandbox()
  const programs = join(here.root, 'programs')
  mkdirSync(programs)
  const options = { env: { PATH: programs } }
  return {
    ...here,
    run: (words: readonly string[]) => here.run(words, options),
    tell: (payload: object) =>
      here.run(['hook', 'claude-code'], { ...options, input: JSON.stringify(payload) }),
    async examined(): Promise<DoctorOutput & { readonly code: number | null }> {
      const { out, code } = await here.run(['doctor', '--json'], options)
      return { ...(JSON.parse(out) as DoctorOutput), code }
    },
    program(name: string, text: string): void {
      writeFileSync(join(programs, name), text)
      chmodSync(join(programs, name), 0o755)
    },
  }
}

const findings = (report: DoctorOutput, title: string): readonly string[] =>
  report.chapters
    .find((chapter) => chapter.title === title)
    ?.findings.map(({ level, text, fix }) => `${level}: ${text}${fix ? ` -> ${fix}` : ''}`) ?? []

test('doctor reports no problem on a machine without agents', async () => {
  const { examined } = await patient()
  const report = await examined()
  expect(report).toMatchObject({ ok: true, code: 0 })
  expect(report.agents.map(({ agent }) => agent)).toEqual(['claude-code', 'codex', 'gemini-cli', 'opencode'])
  expect(findings(report, 'Claude Code')).toEqual(['note: not installed'])
  expect(findings(report, 'Machine')[0]).toMatch(/^ok: Node \d+/)
})

test('doctor reports an agent without hooks and the command that installs them', async () => {
  const { examined, program, run } = await patient()
  program('claude', '#!/bin/sh\necho "2.1.325 (Claude Code)"\n')
  const before = await examined()
  expect(before).toMatchObject({ ok: false, code: 1 })
  expect(findings(before, 'Claude Code')).toContain(
    'wrong: leftoff hooks are not installed -> leftoff init --agent claude-code',
  )
  await run(['init'])
  const after = await examined()
  expect(after).toMatchObject({ ok: true, code: 0 })
  expect(after.agents[0]).toMatchObject({
    agent: 'claude-code',
    installed: true,
    version: '2.1.325',
    hooks: { user: 'whole', project: 'none' },
  })
})

test('doctor reports missing hooks and unreadable settings', async () => {
  const { examined, program, run, root } = await patient()
  program('gemini', '#!/bin/sh\necho 0.61.0\n')
  await run(['init'])
  const file = join(root, 'user', '.gemini', 'settings.json')
  const settings = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...settings, hooks: { SessionStart: settings.hooks.SessionStart } }))
  expect(findings(await examined(), 'Gemini CLI').join('\n')).toMatch(
    /wrong: the user settings have outdated or missing hooks .* -> leftoff init --agent gemini-cli --user/,
  )
  writeFileSync(file, '{ "hooks": ')
  expect(findings(await examined(), 'Gemini CLI').join('\n')).toMatch(/wrong: .*settings\.json/)
})

test('doctor asks Codex which hooks it trusts', async () => {
  const { examined, program, run } = await patient()
  const hooks = ['trusted', 'untrusted'].map((trustStatus) => ({
    command: 'leftoff_agent=codex;exit 0',
    trustStatus,
    enabled: true,
  }))
  const answer = JSON.stringify({ id: 2, result: { data: [{ hooks: [...hooks, { command: 'theirs' }] }] } })
  program(
    'codex',
    `#!${process.execPath}\nif (process.argv[2] === '--version') console.log('codex-cli 0.166.0')\nelse { console.log('{"id":1}'); console.log(${JSON.stringify(answer)}); setInterval(() => {}, 1000) }\n`,
  )
  await run(['init'])
  const report = await examined()
  expect(findings(report, 'Codex').join('\n')).toContain(
    'wrong: 1 leftoff hook is not trusted; Codex ignores untrusted hooks',
  )
  expect(report.agents[1]).toMatchObject({ trust: { kind: 'told', trusted: 1, untrusted: 1, disabled: 0 } })
})

test('doctor reports quarantined deliveries and a log that is not a database', async () => {
  const { examined, home } = await patient()
  mkdirSync(join(home, 'spool', 'new'), { recursive: true })
  writeFileSync(join(home, 'spool', 'new', 'claude-code.0123456789abcdef'), 'no JSON')
  expect(findings(await examined(), 'Spool').join('\n')).toContain(
    '1 unreadable delivery in quarantine: it is not JSON',
  )
  const other = await patient()
  mkdirSync(other.home, { recursive: true })
  writeFileSync(join(other.home, 'log.db'), 'not a database, but long enough to look at')
  const report = await other.examined()
  expect(report.ok).toBe(false)
  expect(findings(report, 'Log').join('\n')).toMatch(/^wrong: .*not a SQLite database/)
})

test('doctor reports the last activity of an agent', async () => {
  const { examined, program, run, tell, folder } = await patient()
  program('claude', '#!/bin/sh\necho 2.1.325\n')
  await run(['init'])
  expect(findings(await examined(), 'Claude Code').join('\n')).toContain('no activity recorded yet')
  const payload = {
    session_id: 's',
    cwd: folder,
    hook_event_name: 'UserPromptSubmit',
    prompt: 'hi',
    prompt_id: 'p',
  }
  await tell(payload)
  expect(findings(await examined(), 'Claude Code').join('\n')).toMatch(
    /ok: last activity just now \(session [a-z0-9]{8}\)/,
  )
})

test('B13: doctor shows the rules and pending cleanup: expired sessions, scratch files and forgotten content', async () => {
  const { examined, json, home, run } = await patient()
  await json(['session', 'start'])
  await json(['memory', 'add', 'Always run the tests before a commit'])
  await json(['session', 'end'])
  const report = await examined()
  expect(findings(report, 'Rules')).toEqual(['ok: 1 approved rule'])
  expect(findings(report, 'Upkeep')).toEqual([
    'ok: no expired sessions to archive',
    'ok: no scratch files of dead hooks',
  ])
  const log = connect(join(home, 'log.db'), { readOnly: false, busyMs: 1000 })
  log.prepare("INSERT INTO chore (name, at) VALUES ('scrub', 1)").run()
  // A process that reads an old state of the log prevents the command from finishing the erasure.
  log.exec('BEGIN')
  log.prepare('SELECT count(*) FROM event').get()
  expect((await run(['doctor'])).out).toContain('forgotten content must still be removed from the log file')
  log.exec('ROLLBACK')
  log.close()
  expect((await run(['doctor'])).out).not.toContain('forgotten content')
})

test('doctor works even if there is a file in place of the backup folder', async () => {
  const here = await patient()
  await here.run(['session', 'start'])
  writeFileSync(join(here.home, 'backups'), '')
  expect((await here.examined()).chapters.map(({ title }) => title)).toContain('Claude Code')
})
