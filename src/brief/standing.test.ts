import { expect, test } from 'vitest'
import { eventOfType, session, sessionStarted, storedEvents } from '../../tests/support/events.ts'
import { type PlainTree, plainTree } from '../../tests/support/tree.ts'
import type { NewEvent } from '../event/define.ts'
import { foldSession, noSession, type Session } from '../session/session.ts'
import { fillAges } from './claim.ts'
import { stateClaims } from './gather.ts'
import type { RankedSession } from './rank-sessions.ts'
import { standingClaims } from './standing.ts'

const NOW = 1_000_000
const WHEN = NOW - 120_000

const ranked = (view: Session, more: Partial<RankedSession> = {}): RankedSession => ({
  session: session('s'),
  view,
  weight: 1,
  because: [],
  isLive: false,
  ...more,
})

const withLife = (life: Partial<Session['life']>, branch = 'main'): Session => ({
  ...noSession,
  life: { ...noSession.life, lastActivityAt: WHEN, ...life },
  identity: { ...noSession.identity, agent: 'codex', branch },
})

const sentences = (last: RankedSession, tree?: PlainTree, checkout = '/w'): readonly string[] =>
  standingClaims({ last, main: last, checkout, tree: tree && plainTree(tree) }).map(({ text }) =>
    fillAges(text, NOW),
  )

const CARE = 'Check the working tree before you continue.'

test.each([
  [{ state: 'ended', endTrigger: 'hook' }, 'worked here until 2 minutes ago, on main.'],
  [{ state: 'suspended' }, 'was suspended here until 2 minutes ago, on main.'],
  [{ state: 'crashed', crashTrigger: 'process-gone' }, `crashed here 2 minutes ago, on main. ${CARE}`],
  [
    { state: 'ended', endTrigger: 'recovered', crashTrigger: 'process-gone', recoveryNote: '3 prompts' },
    `crashed here 2 minutes ago, on main; recovered: 3 prompts. ${CARE}`,
  ],
  [
    { state: 'ended', endTrigger: 'recovered', crashTrigger: 'quiet', recoveryNote: '3 prompts' },
    `broke off here 2 minutes ago, on main; recovered: 3 prompts. ${CARE}`,
  ],
  [
    { state: 'ended', endTrigger: 'recovered' },
    `crashed here 2 minutes ago, on main; it was recovered. ${CARE}`,
  ],
] as const)('a session with %j is described as "%s"', (life, words) => {
  expect(sentences(ranked(withLife(life)))).toEqual([`Codex ${words}`])
})

test('a long recovery note is shortened to one line', () => {
  const recoveryNote = `tests failing (${'x'.repeat(300)}\nand more)`
  const [line = ''] = sentences(ranked(withLife({ state: 'ended', endTrigger: 'recovered', recoveryNote })))
  expect(line).not.toContain('\n')
  expect(line.length).toBeLessThan(250)
})

const worked = (...events: NewEvent[]): Session =>
  storedEvents(session('s'), [sessionStarted('start', 'app', 0), ...events]).reduce(foldSession, noSession)
const changed = (name: string, at = 1000) =>
  eventOfType('file.changed', { path: `/w/${name}`, change: 'edited' }, at)
const ran = (outcome: string, more: object = {}, at = 2000) =>
  eventOfType('test.ran', { name: 'npm test', outcome, ...more }, at)
const prompt = eventOfType('prompt.submitted', { text: 'go on' }, 500)
const answer = eventOfType('response.completed', { text: 'Done.' }, 3000)

const outcomeOf = (states: PlainTree['commits']): string | undefined =>
  sentences(ranked(worked(prompt, changed('a.ts'), changed('b.ts'), answer)), {
    ...(states && { commits: states }),
  })[1]

test('the state of changes is read from git', () => {
  expect(outcomeOf({ '/w/a.ts': 'committed', '/w/b.ts': 'committed' })).toBe(
    'Its changes to 2 files are committed.',
  )
  expect(outcomeOf({ '/w/a.ts': 'staged', '/w/b.ts': 'staged' })).toBe(
    'Its changes to 2 files are staged, not committed.',
  )
  expect(outcomeOf({ '/w/a.ts': 'modified', '/w/b.ts': 'untracked' })).toBe(
    'Its changes to 2 files are not committed.',
  )
  expect(outcomeOf({ '/w/a.ts': 'committed', '/w/b.ts': 'modified' })).toBe(
    'Its changes to 2 files are partly committed: 1 file is not.',
  )
  expect(outcomeOf({}), 'git says nothing').toBeUndefined()
})

test('a session that only answered questions is reported as having changed no files', () => {
  expect(sentences(ranked(worked(prompt, answer)))[1]).toBe('It changed no files.')
})

test('a session that ran commands is not reported as having changed no files', () => {
  const command = { call: '1', tool: 'Bash', command: "sed -i 's/a/b/' a.ts", outcome: 'ok' }
  const said = sentences(ranked(worked(prompt, eventOfType('tool.returned', command, 1000), answer)))
  expect(said.join(' ')).not.toContain('no files')
})

test('an interrupted session is reported with its unanswered last prompt', () => {
  expect(sentences(ranked(worked(prompt)))[0]).toMatch(/ Its last prompt was not answered\.$/)
})

test('test results include their age and the names of failing tests', () => {
  const [, , passed, after] = sentences(
    ranked(worked(changed('a.ts'), ran('passed', { passed: 12 }), changed('b.ts', 2500), prompt)),
    { commits: { '/w/a.ts': 'committed' } },
  )
  expect(passed).toBe('`npm test` passed (12 tests) 16 minutes ago.')
  expect(after).toBe('1 file was changed after the last test run.')
  const failing = ['cart', 'order', 'login', 'mail']
  expect(sentences(ranked(worked(ran('failed', { failing })))).at(-1)).toBe(
    '`npm test` failed 16 minutes ago: cart, order, login and 1 more.',
  )
})

test('a session in another worktree is reported with the name of the worktree', () => {
  const view = withLife({ state: 'ended' })
  const last = ranked({ ...view, identity: { ...view.identity, checkout: '/work/app-review' } })
  expect(sentences(last, undefined, '/work/app')[0]).toMatch(/^Codex worked in app-review until /)
})

const succeeded = (command: string, at: number) =>
  eventOfType('tool.returned', { call: `c${at}`, tool: 'Bash', outcome: 'ok', command }, at)

test('the report about a commit includes its subject and whether it was pushed', () => {
  const body = `Rows without columns are lists, too. ${'It says so in the format. '.repeat(10)}`
  const message = `$(cat <<'EOF'\nfix: read empty lists\n\n${body}\nEOF\n)`
  const commit = succeeded(`git add a.ts && git commit -m "${message}"`, 1500)
  expect(sentences(ranked(worked(changed('a.ts'), commit))).join(' ')).toContain(
    'It committed ("fix: read empty lists") after its last edit and did not push.',
  )
  const pushed = worked(changed('a.ts'), commit, succeeded('git push origin main', 1600))
  expect(sentences(ranked(pushed)).join(' ')).toContain(
    'It committed ("fix: read empty lists") and pushed after its last edit.',
  )
  const edited = worked(changed('a.ts'), commit, changed('a.ts', 1700))
  expect(sentences(ranked(edited)).join(' ')).toContain('It made no commit after its last edit.')
})

test('a partial test run is reported with its arguments', () => {
  const partial = worked(ran('passed', { name: 'pytest', command: 'pytest tests/test_parser.py' }))
  expect(sentences(ranked(partial)).join(' ')).toContain('`pytest` passed (only tests/test_parser.py)')
})

test('a failed run is not reported if a later run with piped output succeeded', () => {
  const failed = ran('failed', { command: 'npm test' }, 2000)
  expect(sentences(ranked(worked(failed))).join(' ')).toContain('`npm test` failed')
  const later = worked(failed, succeeded('npm test 2>&1 | grep -v ok', 2500))
  expect(sentences(ranked(later)).join(' ')).not.toContain('failed')
})

test('a failed run is not reported if the same runner ran again later in a chain that hid its result', () => {
  const failed = ran('failed', { command: 'npm test' }, 2000)
  const later = worked(failed, succeeded('cd app && npm test | grep -v ok; echo done', 2500))
  expect(sentences(ranked(later)).join(' ')).not.toContain('failed')
})

test('a failed run is not reported if a later answer says that all tests pass', () => {
  const failed = ran('failed', { command: 'npm test' }, 2000)
  const answered = (text: string) => worked(prompt, failed, eventOfType('response.completed', { text }, 2500))
  expect(sentences(ranked(answered('Done. The full test suite passes.'))).join(' ')).not.toContain('failed')
  expect(sentences(ranked(answered('One test still fails.'))).join(' ')).toContain('`npm test` failed')
})

test('a session that ran commands and edited files but did not commit is reported as having made no commit', () => {
  const edited = worked(changed('a.ts'), succeeded('npm run build', 2000))
  expect(sentences(ranked(edited)).join(' ')).toContain('It made no commit.')
})

test('switching to a branch changes the reported branch, but checking out a path does not', () => {
  const onBranch = (command: string) =>
    sentences(ranked(worked(changed('src/a.ts'), succeeded(command, 2000))))[0]
  expect(onBranch('git checkout fix/lists')).toContain('on fix/lists')
  expect(onBranch('git checkout src/')).not.toContain('on src')
  expect(onBranch('git checkout src')).not.toContain('on src')
  expect(onBranch('git checkout src/a.ts')).not.toContain('on src')
})

test('earlier requests are quoted, but the last request is not', () => {
  const asks = (text: string, time: number) => eventOfType('prompt.submitted', { text }, time)
  const events = [
    asks('Add a config file for the command line', 1),
    asks('Document it in the readme too', 2),
    asks('Rename the flag as well', 3),
  ]
  const text = sentences(ranked(worked(...events))).join(' ')
  expect(text).toContain(
    'Earlier requests: "Add a config file for the command line"; "Document it in the readme too".',
  )
  expect(text).not.toContain('Rename the flag')
  expect(sentences(ranked(worked(...events.slice(0, 1)))).join(' ')).not.toContain('Earlier requests')
})

test('without git, the files that were changed after the last commit count as not committed', () => {
  const commit = succeeded('git commit -am "feat: a"', 1500)
  const view = worked(changed('a.ts'), commit, changed('b.ts', 2000))
  const claims = stateClaims({ sessions: [ranked(view)], branch: 'main', checkout: '/w', now: NOW })
  expect(claims.filter(({ section }) => section === 'uncommitted').map(({ text }) => text)).toEqual([
    'Not committed: b.ts',
  ])
})
