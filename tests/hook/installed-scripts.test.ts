import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { waitForExit } from '../support/sandbox.ts'
import { PAYLOADS } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const CANDIDATES = [['sh'], ['dash'], ['bash', '--posix'], ['busybox', 'sh']]
const programOf = (name: string): string =>
  spawnSync('sh', ['-c', `readlink -f "$(command -v ${name})"`], { encoding: 'utf8' }).stdout.trim()
/** Each program once: what is called sh is another one on every system. */
const SHELLS = CANDIDATES.filter(
  ([name = '', ...rest], index) =>
    !spawnSync(name, [...rest, '-c', ':']).error &&
    CANDIDATES.findIndex(([other = '']) => programOf(other) === programOf(name)) === index,
)

interface Installed extends HookSandbox {
  /** Runs what the settings of Claude Code say for this event, as Claude Code does. */
  runHook(event: string, payload: object, shell?: readonly string[]): ReturnType<typeof waitForExit>
  prompt(text: string): object
  stop(text: string): object
}

/** What `leftoff init` wrote, in a home of its own. */
async function installed(named?: string): Promise<Installed> {
  const at = await createHookSandbox(named === undefined ? {} : { named })
  await waitForExit(at.spawn(['init', '--agent', 'claude-code']))
  const tools = fewTools(at.root)
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
      // Not told where leftoff keeps its data, nor where Node is: agents are started from anywhere.
      const env = { PATH: tools, HOME: join(at.root, 'user') }
      return waitForExit(
        spawn(name, [...rest, '-c', command], { cwd: at.folder, env }),
        JSON.stringify(payload),
      )
    },
  }
}

/** A PATH on which there is no Node. */
function fewTools(root: string): string {
  const folder = join(root, 'tools')
  mkdirSync(folder)
  for (const name of ['sh', 'dash', 'bash', 'busybox', 'cat', 'mv', 'mkdir', 'mktemp']) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
    if (found.startsWith('/')) symlinkSync(found, join(folder, name))
  }
  return folder
}

const SILENT = { code: 0, out: '', err: '' }
const nodeElsewhere = (at: HookSandbox): void => {
  const script = join(at.home, 'bin', 'hook')
  writeFileSync(script, readFileSync(script, 'utf8').replace(process.execPath, '/nowhere/node'))
}

describe.each(SHELLS)('%s %s', (...words) => {
  const shell = words.filter((word): word is string => word !== undefined)

  test('spools, stores and answers through the scripts that init wrote', async () => {
    const at = await installed(`it's "my" home`)
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

  test('starts no Node for a prompt unless there is something to say', async () => {
    const at = await installed()
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

  test('a session that ended before its first prompt costs other sessions one start of Node', async () => {
    const at = await installed()
    const other = { session: 'other', folder: at.folder }
    await at.runHook('SessionStart', PAYLOADS['claude-code'].start(other), shell)
    await at.runHook('SessionEnd', PAYLOADS['claude-code'].end(other), shell)
    await at.runHook('UserPromptSubmit', at.prompt('one'), shell)
    expect(await at.locate('one')).toBe('log')
    await at.runHook('UserPromptSubmit', at.prompt('two'), shell)
    expect(await at.locate('two')).toBe('spool')
  })

  test('says nothing and exits 0 where the scripts are gone', async () => {
    const at = await installed()
    const spool = join(at.home, 'bin', 'spool')
    nodeElsewhere(at)
    rmSync(spool)
    expect(await at.runHook('PostToolUse', at.prompt('x'), shell)).toEqual(SILENT)
    expect(await at.runHook('Stop', at.stop('x'), shell), 'no script to fall back on').toEqual(SILENT)
    expect(await at.runHook('UserPromptSubmit', at.prompt('x'), shell)).toEqual(SILENT)
    rmSync(join(at.home, 'bin'), { recursive: true })
    expect(await at.runHook('UserPromptSubmit', at.prompt('x'), shell)).toEqual(SILENT)
    rmSync(at.home, { recursive: true })
    expect(await at.runHook('UserPromptSubmit', at.prompt('x'), shell)).toEqual(SILENT)
  })

  test.each<[string, (at: HookSandbox) => void]>([
    ['Node has moved away', nodeElsewhere],
    ['leftoff was removed', (at) => changed(at, at.command, '/nowhere/leftoff.cjs')],
    ['leftoff is broken', (at) => changed(at, at.command, broken(at))],
  ])('leaves the payload in the spool where %s', async (_, happens) => {
    const at = await installed()
    happens(at)
    expect(await at.runHook('Stop', at.stop('marked words'), shell)).toEqual(SILENT)
    expect(await at.locate('marked words')).toBe('spool')
  })
})

function changed(at: HookSandbox, from: string, to: string): void {
  const script = join(at.home, 'bin', 'hook')
  writeFileSync(script, readFileSync(script, 'utf8').replace(from, to))
}

function broken(at: HookSandbox): string {
  const path = join(at.root, 'broken.cjs')
  writeFileSync(path, 'require("of-nobody")')
  return path
}

test('a spool that lost one of its folders gets it back', async () => {
  const at = await installed()
  expect(await at.runHook('PostToolUse', at.prompt('first'))).toEqual(SILENT)
  rmSync(join(at.home, 'spool', 'tmp'), { recursive: true })
  expect(await at.runHook('PostToolUse', at.prompt('second'))).toEqual(SILENT)
  expect(at.spooled()).toHaveLength(2)
})

test('Node that is on the PATH takes the place of one that has moved away', async () => {
  const at = await installed()
  const own = join(at.root, 'node')
  writeFileSync(own, 'there, and not to be run')
  changed(at, process.execPath, own)
  const command = `leftoff_agent=claude-code;f='${at.home}/bin/hook';[ -r "$f" ]&&. "$f";exit 0`
  const env = { PATH: process.env.PATH, HOME: join(at.root, 'user'), LEFTOFF_HOME: at.home }
  const child = spawn('sh', ['-c', command], { cwd: at.folder, env })
  expect(await waitForExit(child, JSON.stringify(at.prompt('marked words')))).toEqual(SILENT)
  expect(await at.locate('marked words')).toBe('log')
})
