import { execFileSync } from 'node:child_process'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git } from '../support/git.ts'
import { AGENTS, PAYLOADS, replyText, type SessionAddress } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const AGENT = 'claude-code'
const payloads = PAYLOADS[AGENT]
const GIT_USER = {
  PATH: process.env.PATH,
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
}
const LONG_AGO = new Date(Date.now() - 7_200_000)

/** The fields of the payload that each client sends when a turn ends. */
const STOPS = {
  'claude-code': { hook_event_name: 'Stop', last_assistant_message: 'Done.' },
  codex: { hook_event_name: 'Stop', last_assistant_message: 'Done.', turn_id: 'one' },
  'gemini-cli': { hook_event_name: 'AfterAgent', prompt: 'Change it', prompt_response: 'Done.' },
  opencode: { hook: 'session.idle', messageID: 'answer', text: 'Done.' },
} as const

const stop = (where: SessionAddress): object => ({
  ...payloads.end(where),
  hook_event_name: 'Stop',
  last_assistant_message: 'Replaced the color everywhere.',
})

const shell = (where: SessionAddress, command: string): object => ({
  ...payloads.end(where),
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_use_id: command,
  tool_input: { command },
  tool_response: { stdout: '' },
})

/** A repository with three committed files that were written long ago. */
async function olderProject(): Promise<HookSandbox> {
  const at = await createHookSandbox()
  for (const name of ['paint.ts', 'shed.ts', 'notes.ts']) {
    writeFileSync(join(at.folder, name), `export const color = 'red'\n`)
    utimesSync(join(at.folder, name), LONG_AGO, LONG_AGO)
  }
  git(at.folder, 'add', '-A')
  commit(at.folder, 'paint it red')
  return at
}

/** A turn in which the agent runs these commands. */
async function runTurn(at: HookSandbox, where: SessionAddress, commands: readonly string[]): Promise<void> {
  await at.hook(AGENT, payloads.prompt(where, `Change the color: ${commands.join(', ')}`))
  for (const command of commands) {
    execFileSync('sh', ['-c', command], { cwd: at.folder, env: GIT_USER })
    await at.hook(AGENT, shell(where, command))
  }
  await at.hook(AGENT, stop(where))
}

const changedPaths = async (at: HookSandbox): Promise<readonly string[]> =>
  (await at.events())
    .filter(({ type }) => type === 'file.changed')
    .map(({ data }) => `${data?.change} ${String(data?.path).slice(at.folder.length + 1)}`)
    .toSorted()

describe('files that shell commands change', () => {
  test('files that commands change count as changed in the turn, and the next brief lists them', async () => {
    const at = await olderProject()
    const where = { session: 'first', folder: at.folder }
    await at.hook(AGENT, payloads.start(where))
    await runTurn(at, where, [
      'sed -i s/red/blue/ paint.ts',
      'echo "export const n = 1" > made.ts',
      'rm notes.ts',
    ])
    expect(await changedPaths(at)).toEqual(['created made.ts', 'deleted notes.ts', 'edited paint.ts'])
    const next = PAYLOADS.codex.start({ session: 'next', folder: at.folder })
    const brief = replyText('codex', (await at.hook('codex', next)).out) ?? ''
    expect(brief).toContain('Its changes to 3 files are not committed')
    expect(brief).toContain('- made.ts (created)')
    expect(brief).toContain('- paint.ts (edited)')
  })

  test.each(AGENTS)('files that commands change count as changed in a turn of %s', async (agent) => {
    const at = await olderProject()
    const where = { session: 'first', folder: at.folder }
    await at.hook(agent, PAYLOADS[agent].start(where))
    await at.hook(agent, PAYLOADS[agent].prompt(where, 'Change the color to blue'))
    writeFileSync(join(at.folder, 'paint.ts'), 'blue')
    await at.hook(agent, PAYLOADS[agent].tool(where, 'done'))
    await at.hook(agent, { ...PAYLOADS[agent].end(where), ...STOPS[agent] })
    expect(await changedPaths(at)).toEqual(['edited paint.ts'])
  })

  test('in a later turn, files that commands or a person changed before that turn are not counted', async () => {
    const at = await olderProject()
    const where = { session: 'first', folder: at.folder }
    await at.hook(AGENT, payloads.start(where))
    await runTurn(at, where, ['sed -i s/red/blue/ paint.ts'])
    writeFileSync(join(at.folder, 'shed.ts'), 'by hand')
    await runTurn(at, where, ['ls'])
    expect(await changedPaths(at)).toEqual(['edited paint.ts'])
  })

  test('files that commands change count as changed even if the turn also committed them', async () => {
    const at = await olderProject()
    const where = { session: 'first', folder: at.folder }
    await at.hook(AGENT, payloads.start(where))
    await runTurn(at, where, ['sed -i s/red/blue/ paint.ts', 'git commit -qam blue'])
    expect(await changedPaths(at)).toContain('edited paint.ts')
  })

  test('files that a tool of a concurrent session changed are not counted', async () => {
    const at = await olderProject()
    const [one, other] = [
      { session: 'one', folder: at.folder },
      { session: 'other', folder: at.folder },
    ]
    await at.hook(AGENT, payloads.start(one))
    await at.hook(AGENT, payloads.start(other))
    await at.hook(AGENT, payloads.prompt(one, 'Look at the tests'))
    await at.hook(AGENT, payloads.prompt(other, 'Change the color'))
    writeFileSync(join(at.folder, 'shed.ts'), 'blue')
    await at.hook(AGENT, {
      ...shell(other, 'x'),
      tool_name: 'Edit',
      tool_input: { file_path: join(at.folder, 'shed.ts'), old_string: 'red', new_string: 'blue' },
    })
    await at.hook(AGENT, shell(one, 'npm test'))
    await at.hook(AGENT, stop(one))
    expect(await changedPaths(at)).toEqual(['edited shed.ts'])
  })

  test('without git, no changed files are found, but the turn is stored', async () => {
    const at = await createHookSandbox()
    rmSync(join(at.folder, '.git'), { recursive: true })
    const where = { session: 'first', folder: at.folder }
    await at.hook(AGENT, payloads.start(where))
    await runTurn(at, where, ['echo blue > paint.ts'])
    expect(await changedPaths(at)).toEqual([])
    expect((await at.events()).at(-1)?.type).toBe('response.completed')
  })
})
