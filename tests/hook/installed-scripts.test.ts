import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { waitForExit } from '../support/sandbox.ts'
import { PAYLOADS } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const CANDIDATES = [['sh'], ['dash'], ['bash', '--posix'], ['busybox', 'sh']]
const programOf = (name: string): string =>
  spawnSync('sh', ['-c', `readlink -f "$(command -v ${name})"`], { encoding: 'utf8' }).stdout.trim()
/** Each shell appears once, because `sh` is an alias of another shell on most systems. */
const SHELLS = CANDIDATES.filter(
  ([name = '', ...rest], index) =>
    !spawnSync(name, [...rest, '-c', ':']).error &&
    CANDIDATES.findIndex(([other = '']) => programOf(other) === programOf(name)) === index,
)

interface Installation extends HookSandbox {
  /** Runs the command for this event from Claude Code's settings. */
  runHook(event: string, payload: object, shell?: readonly string[]): ReturnType<typeof waitForExit>
  prompt(text: string): object
  stop(text: string): object
}

/** A sandbox after `leftoff init`. */
async function install(named?: string): Promise<Installation> {
  const at = await createHookSandbox(named === undefined ? {} : { named })
  await waitForExit(at.spawn(['init', '--agent', 'claude-code']))
  const tools = pathWithoutNode(at.root)
  const settings = JSON.parse(readFileSync(join(at.root, 'user', '.claude', 'settings.json'), 'utf8'))
  return {
    ...at,
    prompt: (text) => PAYLOADS['claude-code'].prompt({ session: 's', folder: at.folder }, text),
    stop: (text) => ({
      ...PAYLOADS['claude-code'].end({ session: 's', folder: at.folder }),
      hook_event_name: 'Stop',
      last_assistant_message: text,
    }),
    runHook(event, payload, [name = 'sh', ...rest] = ['sh']) {
      const command: string = settings.hooks[event][0].hooks[0].command
      // LEFTOFF_HOME is not set and Node is not on the PATH, because agents are started from anywhere.
      const env = { PATH: tools, HOME: join(at.root, 'user') }
      return waitForExit(
        spawn(name, [...rest, '-c', command], { cwd: at.folder, env }),
        JSON.stringify(payload),
      )
    },
  }
}

/** A PATH without Node. */
function pathWithoutNode(root: string): string {
  const folder = join(root, 'tools')
  mkdirSync(folder)
  for (const name of ['sh', 'dash', 'bash', 'busybox', 'cat', 'mv', 'mkdir', 'mktemp']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
    if (found.startsWith('/')) symlinkSync(found, join(folder, name))
  }
  return folder
}

const SILENT = { code: 0, out: '', err: '' }
const breakNodePath = (at: HookSandbox): void => {
  const script = join(at.home, 'bin', 'hook')
  writeFileSync(script, readFileSync(script, 'utf8').replace(process.execPath, '/nowhere/node'))
}

describe.each(SHELLS)('the hook in %s %s', (...words) => {
  const shell = words.filter((word): word is string => word !== undefined)

  test('the hook spools, stores and replies through the installed scripts', async () => {
    const at = await install(`it's "my" home`)
    const tool = PAYLOADS['claude-code'].tool({ session: 's', folder: at.folder }, 'marked output')
    expect(await at.runHook('PostToolUse', tool, shell)).toEqual(SILENT)
    expect(await at.locate('marked output')).toBe('spool')
    expect(await at.runHook('Stop', at.stop('marked words'), shell)).toEqual(SILENT)
    expect(await at.locate('marked output')).toBe('log')
    expect(await at.locate('marked words')).toBe('log')
    expect(await at.runHook('UserPromptSubmit', at.prompt('marked words'), shell)).toEqual(SILENT)
    const start = PAYLOADS['claude-code'].start({ session: 't', folder: at.folder })
    const { code, out, err } = await at.runHook('SessionStart', start, shell)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out).hookSpecificOutput.additionalContext).toContain('marked words')
  })

  test('the hook starts Node for a prompt only if the prompt may need a reply', async () => {
    const at = await install()
    const start = PAYLOADS['claude-code'].start({ session: 's', folder: at.folder })
    await at.runHook('SessionStart', start, shell)
    await at.runHook('UserPromptSubmit', at.prompt('the first one'), shell)
    expect(await at.locate('the first one')).toBe('log')
    await at.runHook('UserPromptSubmit', at.prompt('another one'), shell)
    expect(await at.locate('another one')).toBe('spool')
    await at.runHook('SessionStart', { ...start, source: 'resume' }, shell)
    expect(await at.locate('another one')).toBe('log')
    await at.runHook('UserPromptSubmit', at.prompt('after a resume'), shell)
    expect(await at.locate('after a resume')).toBe('log')
  })

  test('the hook starts Node one extra time after a session that ended before its first prompt', async () => {
    const at = await install()
    const other = { session: 'other', folder: at.folder }
    await at.runHook('SessionStart', PAYLOADS['claude-code'].start(other), shell)
    await at.runHook('SessionEnd', PAYLOADS['claude-code'].end(other), shell)
    await at.runHook('UserPromptSubmit', at.prompt('one'), shell)
    expect(await at.locate('one')).toBe('log')
    await at.runHook('UserPromptSubmit', at.prompt('two'), shell)
    expect(await at.locate('two')).toBe('spool')
  })

  test.each([12, 13, 16, 20])(
    'the hook exits 0 with at most %i open files, even if nothing can be stored',
    async (limit) => {
      const at = await install()
      const under = ['sh', '-c', `ulimit -n ${limit}; exec "$0" "$@"`, ...shell]
      expect(await at.runHook('UserPromptSubmit', at.prompt('one'), under)).toMatchObject({
        code: 0,
        out: '',
      })
      expect(await at.runHook('Stop', at.stop('done'), under)).toMatchObject({ code: 0, out: '' })
    },
  )

  test('the hook prints nothing and exits 0 when the scripts are missing', async () => {
    const at = await install()
    const spool = join(at.home, 'bin', 'spool')
    breakNodePath(at)
    rmSync(spool)
    expect(await at.runHook('PostToolUse', at.prompt('x'), shell)).toEqual(SILENT)
    expect(await at.runHook('Stop', at.stop('x'), shell), 'no fallback script').toEqual(SILENT)
    expect(await at.runHook('UserPromptSubmit', at.prompt('x'), shell)).toEqual(SILENT)
    rmSync(join(at.home, 'bin'), { recursive: true })
    expect(await at.runHook('UserPromptSubmit', at.prompt('x'), shell)).toEqual(SILENT)
    rmSync(at.home, { recursive: true })
    expect(await at.runHook('UserPromptSubmit', at.prompt('x'), shell)).toEqual(SILENT)
  })

  test.each<[string, (at: HookSandbox) => void]>([
    ['Node was moved', breakNodePath],
    ['leftoff was removed', (at) => replaceInScript(at, at.command, '/nowhere/leftoff.cjs')],
    ['leftoff is broken', (at) => replaceInScript(at, at.command, brokenCommand(at))],
  ])('the hook leaves the payload in the spool if %s', async (_, happens) => {
    const at = await install()
    happens(at)
    expect(await at.runHook('Stop', at.stop('marked words'), shell)).toEqual(SILENT)
    expect(await at.locate('marked words')).toBe('spool')
  })

  test('the hook stores the payload before Node starts, so that no payload is lost if the hook is killed', async () => {
    const at = await install()
    replaceInScript(at, process.execPath, program(at, 'kill -9 $PPID'))
    const { out, err } = await at.runHook('Stop', at.stop('marked words'), shell)
    expect({ out, err }).toEqual({ out: '', err: '' })
    const [name = ''] = readdirSync(join(at.home, 'spool', 'tmp'))
    expect(at.spooled('tmp')[0]).toContain('marked words')
    const minutesAgo = Date.now() / 1000 - 120
    utimesSync(join(at.home, 'spool', 'tmp', name), minutesAgo, minutesAgo)
    await at.ingestedEvents()
    expect(await at.locate('marked words')).toBe('log')
  })

  test('the hook starts Node with the umask of the agent', async () => {
    const at = await install()
    const seen = join(at.root, 'seen')
    replaceInScript(at, process.execPath, program(at, `umask >'${seen}'`))
    await at.runHook('Stop', at.stop('x'), shell)
    const { stdout } = spawnSync(shell[0] ?? 'sh', [...shell.slice(1), '-c', 'umask'], { encoding: 'utf8' })
    expect(readFileSync(seen, 'utf8')).toBe(stdout)
  })
})

/** A program that replaces Node. */
function program(at: HookSandbox, script: string): string {
  const path = join(at.root, 'program')
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

function replaceInScript(at: HookSandbox, from: string, to: string): void {
  const script = join(at.home, 'bin', 'hook')
  writeFileSync(script, readFileSync(script, 'utf8').replace(from, to))
}

function brokenCommand(at: HookSandbox): string {
  const path = join(at.root, 'broken.cjs')
  writeFileSync(path, 'require("no-such-module")')
  return path
}

test('a missing spool folder is recreated', async () => {
  const at = await install()
  expect(await at.runHook('PostToolUse', at.prompt('first'))).toEqual(SILENT)
  rmSync(join(at.home, 'spool', 'tmp'), { recursive: true })
  expect(await at.runHook('PostToolUse', at.prompt('second'))).toEqual(SILENT)
  expect(at.spooled()).toHaveLength(2)
})

test('if the configured Node was moved, a hook uses Node from the PATH', async () => {
  const at = await install()
  const own = join(at.root, 'node')
  writeFileSync(own, 'not executable')
  replaceInScript(at, process.execPath, own)
  const command = `leftoff_agent=claude-code;f='${at.home}/bin/hook';[ -r "$f" ]&&. "$f";exit 0`
  const env = { PATH: process.env.PATH, HOME: join(at.root, 'user'), LEFTOFF_HOME: at.home }
  const child = spawn('sh', ['-c', command], { cwd: at.folder, env })
  expect(await waitForExit(child, JSON.stringify(at.prompt('marked words')))).toEqual(SILENT)
  expect(await at.locate('marked words')).toBe('log')
})
