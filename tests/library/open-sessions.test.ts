import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeBrief } from '../../src/app/context/compose-brief.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import { openSessions } from '../../src/library/open-sessions.ts'
import { SessionStore } from '../../src/library/session-store.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { gitRepository } from '../support/git.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(root, 'node_modules', '.leftoff-library-'))
const project = mkdtempSync(join(tmpdir(), 'leftoff-library-'))

beforeAll(async () => {
  const agent = `
    import { openSessions } from '${join(root, 'src/index.ts')}'
    const sessions = await openSessions({ home: process.argv[2], project: process.argv[3] })
    const session = await sessions.start({ agent: 'test-agent', goal: 'see how it ends' })
    await session.record('decision.made', { choice: 'wait' })
    if (process.argv[4] === 'many')
      for (let count = 1; count < 12; count += 1) await sessions.start({ agent: 'test-agent' })
    console.log('ready')
    if (process.argv[4] !== 'finish') setInterval(() => {}, 1000)
  `
  writeFileSync(join(folder, 'agent.ts'), agent)
  await build({
    entryPoints: [join(folder, 'agent.ts')],
    outfile: join(folder, 'agent.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
  })
})

afterAll(() => {
  for (const path of [folder, project]) rmSync(path, { recursive: true, force: true })
})

const newHome = (): string => mkdtempSync(join(project, 'home-'))

async function agent(home: string, how: 'wait' | 'many' | 'finish'): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(folder, 'agent.mjs'), home, project, how], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

async function onlySession(home: string) {
  const sessions = await openSessions({ home, project })
  const [only] = await sessions.list()
  await sessions.close()
  return only
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'the signal %s ends the session and then the process',
  async (signal) => {
    const home = newHome()
    const child = await agent(home, 'wait')
    child.kill(signal)
    const [, signalOfExit] = await once(child, 'exit')
    expect(signalOfExit).toBe(signal)
    expect(await onlySession(home)).toMatchObject({ state: 'ended', endedBy: 'signal' })
  },
)

test('one signal ends all sessions of a process without a listener warning', async () => {
  const home = newHome()
  const child = await agent(home, 'many')
  const warnings = child.stderr && text(child.stderr)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(await warnings).toBe('')
  const sessions = await openSessions({ home, project })
  const ends = (await sessions.list()).map(({ endedBy }) => endedBy)
  await sessions.close()
  expect(ends).toEqual(Array(12).fill('signal'))
})

test('a session ends when its process exits', async () => {
  const home = newHome()
  const child = await agent(home, 'finish')
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  expect(code).toBe(0)
  expect(await onlySession(home)).toMatchObject({ state: 'ended', endedBy: 'exit' })
})

test('the next session reports a killed session as crashed, with its open items', async () => {
  const home = newHome()
  const child = await agent(home, 'wait')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const sessions = await openSessions({ home, project })
  const next = await sessions.start({ agent: 'next-agent', endWithProcess: false })
  expect(next.started.crashed).toMatchObject([
    {
      summary: { state: 'crashed', agent: 'test-agent' },
      left: { goal: 'see how it ends', decided: ['wait'] },
    },
  ])
  expect(await next.end()).toMatchObject({ state: 'ended' })
  await sessions.close()
})

test('indexSymbols finds the functions in recorded file changes', async () => {
  const home = newHome()
  const sessions = await openSessions({ home, project })
  const session = await sessions.start({ agent: 'test-agent', endWithProcess: false })
  await session.record('file.changed', {
    path: 'a.py',
    change: 'created',
    after: 'def buy():\n    return 1\n',
  })
  await sessions.indexSymbols({ budgetMs: 30_000 })
  await session.end()
  const log = new SqliteLog({ path: join(home, 'log.db'), projection: sessionProjection })
  expect((await log.view(session.id))?.view.craft.symbols).toEqual(['buy'])
  await log.close()
  await sessions.close()
})

test('a file recorded with a relative path is found in the working tree by the next brief', async () => {
  const [home, folder] = [newHome(), gitRepository(temporaryFolder())]
  writeFileSync(join(folder, 'parser.ts'), 'export {}')
  const sessions = await openSessions({ home, project: folder })
  const session = await sessions.start({ agent: 'test-agent', endWithProcess: false })
  await session.record('file.changed', { path: 'parser.ts', change: 'created' })
  await session.end()
  await sessions.close()
  const store = new SessionStore({ home, project: folder })
  const brief = await composeBrief(store.world(), { budget: 1000 })
  await store.close()
  expect(brief?.text).toContain('- parser.ts (created)')
  expect(brief?.text).toContain('Not committed: parser.ts')
})
