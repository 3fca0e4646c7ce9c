import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CommandResult, createSandbox, type Sandbox } from '../support/sandbox.ts'

/** A user without agents: the PATH of the test runner is not used. */
interface InstallUser extends Sandbox {
  readonly user: string
  leftoff(...args: readonly string[]): Promise<CommandResult>
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape
  runJson(...args: readonly string[]): Promise<any>
  write(name: string, text: string): void
  read(name: string): string
}

async function newUser(env: Readonly<Record<string, string>> = {}): Promise<InstallUser> {
  const here = await createSandbox()
  const user = join(here.root, 'user')
  mkdirSync(join(here.root, 'programs'))
  const options = { env: { PATH: join(here.root, 'programs'), ...env } }
  return {
    ...here,
    user,
    leftoff: (...args) => here.run(args, options),
    runJson: (...args) => here.json(args, options),
    write(name, text) {
      mkdirSync(dirname(join(user, name)), { recursive: true })
      writeFileSync(join(user, name), text)
    },
    read: (name) => readFileSync(join(user, name), 'utf8'),
  }
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .toSorted()
    : []
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const ALL = ['claude-code', 'codex', 'gemini-cli', 'opencode'].flatMap((agent) => ['--agent', agent])
const SETTINGS = `{\n  "model": "opus", // not here\n}\n`.replace(', // not here', '')

describe('leftoff init', () => {
  test('init compiles the hook, so that the first session starts fast', async () => {
    const { leftoff, home } = await newUser()
    await leftoff('init', '--agent', 'claude-code', '--dry-run')
    expect(filesIn(home)).toEqual([])
    await leftoff('init', '--agent', 'claude-code')
    expect(readdirSync(home).toSorted()).toEqual(['backups', 'bin', 'cache'])
    expect(filesIn(join(home, 'cache')).length).toBeGreaterThan(0)
  })

  test('init lists the supported agents when none is found', async () => {
    const { leftoff } = await newUser()
    const { code, err } = await leftoff('init')
    expect(code).toBe(3)
    expect(err).toContain('Claude Code, Codex, Gemini CLI or opencode')
    expect(err).toContain('leftoff init --agent claude-code')
  })

  test('init finds agents by folder or program, and reports the added entries and the next steps', async () => {
    const { leftoff, runJson, write, root } = await newUser()
    write('.claude/settings.json', SETTINGS)
    writeFileSync(join(root, 'programs', 'codex'), '#!/bin/sh\n', { mode: 0o755 })
    const { agents } = await runJson('init', '--dry-run')
    expect(
      agents.map(({ agent, found }: { agent: string; found: { by: string } }) => [agent, found.by]),
    ).toEqual([
      ['claude-code', 'folder'],
      ['codex', 'program'],
    ])
    const { code, out, err } = await leftoff('init')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('~/.claude/settings.json\n    + 21 hooks: SessionStart')
    expect(out).toContain('~/.codex/config.toml (new)\n    + mcp_servers.leftoff')
    expect(out).toContain('Codex asks you to trust these hooks at its next start: choose Trust all')
    expect(out).toContain('Restart Claude Code')
  })

  test('init writes private files that each agent reads, and writes nothing into the checkout', async () => {
    const { leftoff, user, home, folder, read } = await newUser()
    expect((await leftoff('init', ...ALL)).code).toBe(0)
    expect(filesIn(user)).toEqual([
      '.claude.json',
      '.claude/settings.json',
      '.codex/config.toml',
      '.codex/hooks.json',
      '.config/opencode/opencode.json',
      '.config/opencode/plugins/leftoff.js',
      '.gemini/settings.json',
    ])
    expect(filesIn(user).map((name) => mode(join(user, name)))).toEqual(Array(7).fill('600'))
    expect(filesIn(folder).filter((name) => !name.startsWith('.git/'))).toEqual([])
    expect(JSON.parse(read('.claude.json'))).toEqual({
      mcpServers: { leftoff: { type: 'stdio', command: `${home}/bin/leftoff`, args: ['mcp'] } },
    })
    const { hooks } = JSON.parse(read('.claude/settings.json'))
    expect(hooks.Stop).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: `leftoff_agent=claude-code;f='${home}/bin/hook';[ -r "$f" ]&&. "$f";exit 0`,
            timeout: 10,
          },
        ],
      },
    ])
    expect(hooks.PreToolUse[0]).toMatchObject({ matcher: '*', hooks: [{ timeout: 5 }] })
    expect(hooks.PreToolUse[0].hooks[0].command).toContain(`f='${home}/bin/spool';`)
    expect(JSON.parse(read('.gemini/settings.json')).hooks.BeforeTool[0].hooks[0].timeout).toBe(5000)
    expect(JSON.parse(read('.codex/hooks.json')).hooks.SessionEnd[0].hooks[0].timeout).toBe(3)
    expect(read('.config/opencode/plugins/leftoff.js')).toContain(JSON.stringify(`${home}/bin/leftoff`))
    expect(read('.config/opencode/plugins/leftoff.js')).not.toContain('__LEFTOFF_')
    expect(filesIn(join(home, 'bin')).map((name) => `${name} ${mode(join(home, 'bin', name))}`)).toEqual([
      'hook 600',
      'leftoff 700',
      'prompt 600',
      'spool 600',
      'status-line 700',
    ])
  })

  test('init writes nothing when it runs a second time', async () => {
    const { leftoff, user, home } = await newUser()
    await leftoff('init', ...ALL)
    const state = (): string[] =>
      [user, join(home, 'bin'), join(home, 'backups')].flatMap((folder) =>
        filesIn(folder).map((name) => `${name} ${statSync(join(folder, name)).ino}`),
      )
    const before = state()
    const { code, out } = await leftoff('init')
    expect([code, out.match(/already up to date/g)?.length]).toEqual([0, 4])
    expect(state()).toEqual(before)
  })

  test('init --dry-run shows every changed line and writes nothing', async () => {
    const { leftoff, user, home, write } = await newUser()
    write('.claude/settings.json', SETTINGS)
    const { code, out } = await leftoff('init', '--dry-run')
    expect(code).toBe(0)
    expect(out).toContain('    -   "model": "opus"\n    +   "model": "opus",\n    +   "hooks": {')
    expect(out).toContain('Dry run: nothing was changed.')
    expect(filesIn(user)).toEqual(['.claude/settings.json'])
    const { out: opencode } = await leftoff('init', '--dry-run', '--agent', 'opencode')
    expect(opencode).toMatch(
      /plugins\/leftoff\.js \(new\)\n {4}\+ plugin leftoff: \d{3} generated lines\n {2}\S/,
    )
    expect(existsSync(join(home, 'bin'))).toBe(false)
  })

  test('init --project does not follow a link to a file or folder outside the checkout', async () => {
    const { leftoff, folder, user, write, read } = await newUser()
    write('.claude/settings.json', '{"theirs": true}')
    mkdirSync(join(folder, '.gemini'))
    symlinkSync(join(user, '.claude/settings.json'), join(folder, '.gemini/settings.json'))
    symlinkSync(join(user, '.claude'), join(folder, '.claude'))
    for (const agent of ['claude-code', 'gemini-cli'])
      for (const command of ['init', 'uninstall'])
        expect(await leftoff(command, '--agent', agent, '--project')).toMatchObject({
          code: 1,
          out: expect.stringContaining('leads out of the project'),
        })
    expect(read('.claude/settings.json')).toBe('{"theirs": true}')
    expect(readdirSync(join(user, '.claude'))).toEqual(['settings.json'])
  })

  test('init --project writes only into the checkout', async () => {
    const { leftoff, user, folder } = await newUser()
    const { out } = await leftoff('init', ...ALL, '--project')
    expect(filesIn(folder).filter((name) => !name.startsWith('.git/'))).toEqual([
      '.claude/settings.json',
      '.codex/config.toml',
      '.codex/hooks.json',
      '.gemini/settings.json',
      '.mcp.json',
      '.opencode/plugins/leftoff.js',
      'opencode.json',
    ])
    expect(mode(join(folder, '.mcp.json'))).toBe('644')
    expect(filesIn(user)).toEqual([])
    expect(out).toContain('work only on this machine')
  })

  test('init follows the environment variables of the agents', async () => {
    const { leftoff, root } = await newUser()
    const at = (name: string): string => join(root, 'elsewhere', name)
    const env = {
      CLAUDE_CONFIG_DIR: at('claude'),
      CODEX_HOME: at('codex'),
      GEMINI_CLI_HOME: at('gemini'),
      XDG_CONFIG_HOME: at('xdg'),
    }
    const other = await newUser(env)
    await other.leftoff('init', ...ALL)
    expect(filesIn(join(root, 'elsewhere'))).toEqual([
      'claude/.claude.json',
      'claude/settings.json',
      'codex/config.toml',
      'codex/hooks.json',
      'gemini/.gemini/settings.json',
      'xdg/opencode/opencode.json',
      'xdg/opencode/plugins/leftoff.js',
    ])
    expect(filesIn(other.user)).toEqual([])
    expect((await leftoff('init')).code, 'other users are not affected').toBe(3)
  })

  test('an agent with unreadable settings stays unchanged and does not stop the others', async () => {
    const { leftoff, read, write, user } = await newUser()
    write('.codex/hooks.json', '{\n  // mine\n}\n')
    write('.gemini/settings.json', '{\n  // mine\n}\n')
    const { code, out, err } = await leftoff('init')
    expect(code).toBe(1)
    expect(out).toMatch(/Codex {2}failed\n {4}Codex cannot read this file/)
    expect(out).toContain('.codex/hooks.json:2')
    expect(err).toMatch(/^error\[agents-refused\]: could not update Codex; see above/)
    expect(read('.codex/hooks.json')).toBe('{\n  // mine\n}\n')
    expect(existsSync(join(user, '.codex/config.toml'))).toBe(false)
    expect(read('.gemini/settings.json')).toMatch(/^\{\n {2}\/\/ mine\n {2}"hooks": \{/)
    const again = await leftoff('init', '--json')
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('"agent-config-unreadable"')])
  })

  test('init keeps symbolic links and refuses read-only files', async () => {
    const { leftoff, write, user } = await newUser()
    write('dotfiles/settings.json', SETTINGS)
    mkdirSync(join(user, '.claude'))
    symlinkSync(join(user, 'dotfiles/settings.json'), join(user, '.claude/settings.json'))
    write('.gemini/settings.json', '{}')
    const { chmodSync, lstatSync } = await import('node:fs')
    chmodSync(join(user, '.gemini/settings.json'), 0o444)
    const { code, out } = await leftoff('init', '--json')
    expect([code, out]).toEqual([1, expect.stringContaining('"agent-config-read-only"')])
    expect(lstatSync(join(user, '.claude/settings.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(user, 'dotfiles/settings.json'), 'utf8')).toContain('leftoff_agent=')
    expect(readFileSync(join(user, '.gemini/settings.json'), 'utf8')).toBe('{}')
  })

  test.each([
    [['init', '--agent', 'clippy'], 'clippy'],
    [['init', '--user', '--project'], 'cannot be combined'],
  ])('the arguments %j are a usage error', async (words, hint) => {
    const { code, err } = await (await newUser()).leftoff(...words)
    expect([code, err]).toEqual([2, expect.stringContaining(hint)])
  })

  test('init --json has a fixed shape', async () => {
    const { runJson, write } = await newUser()
    write('.claude/settings.json', SETTINGS)
    const done = await runJson('init')
    expect(Object.keys(done)).toEqual(['scope', 'dryRun', 'home', 'agents', 'scripts'])
    expect(Object.keys(done.agents[0])).toEqual(['agent', 'found', 'files', 'next'])
    expect(Object.keys(done.agents[0].files[0])).toEqual([
      'path',
      'added',
      'updated',
      'removed',
      'change',
      'backup',
    ])
    const undone = await runJson('uninstall')
    expect(Object.keys(undone)).toEqual(['scope', 'dryRun', 'home', 'agents', 'elsewhere'])
  })
})

describe('leftoff init --status-line', () => {
  const ours = ({ home }: InstallUser): object => ({
    type: 'command',
    command: `leftoff_agent=claude-code;f='${home}/bin/status-line';[ -r "$f" ]&&. "$f";exit 0`,
  })

  test('init --status-line adds a status line once, and uninstall restores the file byte for byte', async () => {
    const at = await newUser()
    at.write('.claude/settings.json', SETTINGS)
    expect(JSON.parse((await at.leftoff('init', '--json')).out).agents[0].files[0].added).not.toContain(
      'statusLine',
    )
    expect((await at.leftoff('init', '--status-line')).out).toContain('    + statusLine\n')
    expect(JSON.parse(at.read('.claude/settings.json')).statusLine).toEqual(ours(at))
    const before = at.read('.claude/settings.json')
    expect((await at.leftoff('init')).out).toContain('already up to date')
    expect(at.read('.claude/settings.json')).toBe(before)
    const { out } = await at.leftoff('doctor')
    expect(out).toContain('hooks installed (user), status line installed')
    expect((await at.leftoff('uninstall')).out).toContain('    - statusLine\n')
    expect(at.read('.claude/settings.json')).toBe(SETTINGS)
    expect(existsSync(join(at.home, 'bin'))).toBe(false)
  })

  test("init --status-line keeps the user's own status line and explains how to use both", async () => {
    const at = await newUser()
    const own = '{\n  "statusLine": { "type": "command", "command": "mine" }\n}\n'
    at.write('.claude/settings.json', own)
    const { code, out } = await at.leftoff('init', '--status-line')
    expect(code).toBe(0)
    expect(out).toContain('Kept your own statusLine in ~/.claude/settings.json.')
    expect(out).toContain(`${at.home}/bin/status-line\n`)
    expect(JSON.parse(at.read('.claude/settings.json')).statusLine).toEqual({
      type: 'command',
      command: 'mine',
    })
    expect((await at.runJson('init', '--status-line')).agents[0].files[0].occupied).toBe('statusLine')
    await at.leftoff('uninstall')
    expect(at.read('.claude/settings.json')).toBe(own)
  })

  test('init --status-line reports agents that do not support a status line', async () => {
    const { err } = await (await newUser()).leftoff('init', '--agent', 'codex', '--status-line')
    expect(err).toContain('only Claude Code supports it')
  })
})

test("init, doctor and uninstall keep and report a user's own server named leftoff", async () => {
  const { leftoff, read, write, home, runJson } = await newUser()
  const own = {
    '.claude.json': '{ "mcpServers": {"leftoff": {"command":"/usr/local/bin/leftoff", "args":["mcp"]}} }',
    '.claude/settings.json':
      '{"hooks": {"Stop": [{"hooks": [{"type":"command","command":"leftoff note"}]}]}}',
    '.codex/config.toml': '[mcp_servers.leftoff] # mine\r\ncommand = "leftoff"\r\nargs = ["mcp"]\r\n',
    '.gemini/settings.json': '{\n "mcpServers": {"leftoff": {"url": "http://localhost"}},\n "x": 1\n}',
    '.config/opencode/opencode.json':
      '{"mcp":{"leftoff":{"type":"local","command":["npx","leftoff","mcp"]}}}',
  }
  for (const [name, text] of Object.entries(own)) write(name, text)
  const { code, out } = await leftoff('init', ...ALL)
  expect(code).toBe(0)
  expect(out).toContain('Kept your own mcpServers.leftoff in ~/.claude.json. To add')
  expect(out).toContain('Kept your own mcp_servers.leftoff in ~/.codex/config.toml.')
  expect(out).toContain('Kept your own mcp.leftoff in ~/.config/opencode/opencode.json.')
  for (const name of ['.claude.json', '.codex/config.toml'] as const) expect(read(name)).toBe(own[name])
  expect(JSON.parse(read('.gemini/settings.json')).mcpServers).toEqual({
    leftoff: { url: 'http://localhost' },
  })
  expect(
    (await runJson('init', ...ALL)).agents[1].files.map(({ change }: { change: string }) => change),
  ).toEqual(['none', 'none'])
  expect((await leftoff('doctor')).out).toContain('leftoff did not write mcp_servers.leftoff')
  expect((await leftoff('uninstall')).out).toContain('Kept your own mcpServers.leftoff in ~/.claude.json.')
  for (const [name, text] of Object.entries(own)) expect(read(name)).toBe(text)
  expect(existsSync(join(home, 'bin'))).toBe(false)
})

describe('leftoff uninstall', () => {
  test('uninstall restores every file byte for byte, deletes the files that init created, and keeps the recorded data', async () => {
    const { leftoff, read, write, user, home, json } = await newUser()
    const before = {
      '.claude.json': '{"mcpServers":{"x":{"command":"y"}},"n":1e2}',
      '.claude/settings.json': '{\r\n\t"hooks": {}\r\n}',
      '.codex/config.toml': '# mine\r\nmodel = "x"',
    }
    for (const [name, text] of Object.entries(before)) write(name, text)
    await leftoff('init', ...ALL)
    await json(['session', 'start', '--goal', 'stays'])
    const { code, out } = await leftoff('uninstall')
    expect(code).toBe(0)
    expect(filesIn(user)).toEqual(Object.keys(before))
    for (const [name, text] of Object.entries(before)) expect(read(name)).toBe(text)
    expect(existsSync(join(user, '.config')), 'empty folders are removed').toBe(false)
    expect(out).toContain('Your recorded data is kept in')
    expect(out).toContain(`rm -r ${home}`)
    expect((await json(['session', 'list'])).sessions).toHaveLength(1)
    expect(existsSync(join(home, 'bin'))).toBe(false)
  })

  test('uninstall removes only our entries from a file that changed after init', async () => {
    const { leftoff, read, write } = await newUser()
    write('.claude.json', '{\n  "mcpServers": {}\n}\n')
    await leftoff('init', '--agent', 'claude-code')
    write('.claude.json', read('.claude.json').replace('{\n', '{\n  "numStartups": 2,\n'))
    const { out } = await leftoff('uninstall', '--agent', 'claude-code')
    expect(read('.claude.json')).toBe('{\n  "numStartups": 2,\n  "mcpServers": {}\n}\n')
    expect(out).toContain('- mcpServers.leftoff')
  })

  test('uninstall recognizes our entries without backups', async () => {
    const { leftoff, read, write, home } = await newUser()
    write('.claude/settings.json', SETTINGS)
    await leftoff('init', '--agent', 'claude-code')
    const { rmSync } = await import('node:fs')
    rmSync(join(home, 'backups'), { recursive: true })
    await leftoff('uninstall')
    expect(read('.claude/settings.json')).toBe(SETTINGS)
  })

  test('uninstall restores the original file even after an update of leftoff', async () => {
    const { leftoff, read, write } = await newUser()
    write('.claude/settings.json', SETTINGS)
    await leftoff('init', '--agent', 'claude-code')
    const old = read('.claude/settings.json')
    write('.claude/settings.json', old.replace('"timeout": 10', '"timeout": 9'))
    expect((await leftoff('init')).out).toContain('~ 1 hook: SessionStart')
    expect(read('.claude/settings.json')).toBe(old)
    await leftoff('uninstall')
    expect(read('.claude/settings.json')).toBe(SETTINGS)
  })

  test('uninstall keeps project settings without --project, and lists them', async () => {
    const { leftoff, folder } = await newUser()
    await leftoff('init', '--agent', 'gemini-cli', '--project')
    const { out } = await leftoff('uninstall')
    expect(out).toContain('These files still contain leftoff entries:')
    expect(existsSync(join(folder, '.gemini/settings.json'))).toBe(true)
    await leftoff('uninstall', '--project')
    expect(existsSync(join(folder, '.gemini'))).toBe(false)
  })

  test('uninstall succeeds with a message when nothing is installed', async () => {
    const { code, out } = await (await newUser()).leftoff('uninstall')
    expect([code, out]).toEqual([0, expect.stringContaining('No leftoff entries found')])
  })
})
