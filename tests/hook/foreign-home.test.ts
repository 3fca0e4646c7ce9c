import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasOwnCache, plantCode } from '../support/planted-code.ts'
import { AGENTS, PAYLOADS, replyText } from './agent-payloads.ts'
import { AS_NOBODY, canDropRights, NOBODY } from './another-user.ts'
import { createHookSandbox, expectUndisturbed, type HookSandbox } from './hook-sandbox.ts'

const OTHER = 23002

/** A sandbox for the user nobody, with a home that has a log, a spool and a code cache. */
async function usedHome(): Promise<HookSandbox> {
  const at = await createHookSandbox()
  chmodSync(at.root, 0o755)
  mkdirSync(at.home)
  own(at.home, NOBODY)
  for (const _ of ['writes the cache', 'uses it']) await sendPrompt(at)
  await at.run(['session', 'list'], { under: AS_NOBODY, env: { LEFTOFF_HOME: at.home } })
  return at
}

async function sendPrompt(at: HookSandbox, agent: (typeof AGENTS)[number] = 'codex') {
  const payload = PAYLOADS[agent].prompt({ session: agent, folder: at.folder }, 'marked words')
  const result = await at.hook(agent, payload, { under: AS_NOBODY })
  expectUndisturbed(result)
  return result
}

function own(path: string, uid: number): void {
  lchownSync(path, uid, uid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), uid)
}

function ownFiles(path: string, uid: number): void {
  if (statSync(path).isFile()) own(path, uid)
  else for (const name of readdirSync(path)) ownFiles(join(path, name), uid)
}

function openToAll(path: string): void {
  const isFolder = statSync(path).isDirectory()
  chmodSync(path, isFolder ? 0o777 : 0o666)
  if (isFolder) for (const name of readdirSync(path)) openToAll(join(path, name))
}

/** The names, modes, owners and modification times of everything in a folder. */
const snapshot = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { mtimeMs, mode, uid } = statSync(join(folder, name))
      return `${name} ${mode} ${uid} ${mtimeMs}`
    })
    .toSorted()

describe.runIf(canDropRights)("another user's home", () => {
  test("hooks of any agent neither read nor change another user's home, and they print nothing", async () => {
    const at = await usedHome()
    own(at.home, OTHER)
    openToAll(at.home)
    const before = snapshot(at.home)
    for (const agent of AGENTS) expect(replyText(agent, (await sendPrompt(at, agent)).out)).toBeUndefined()
    expect(snapshot(at.home)).toEqual(before)
  })

  test.each(['session list', 'brief', 'init --agent codex', 'uninstall', 'config list', 'verify'])(
    "leftoff %s fails for another user's home with an error that contains the fix",
    async (command) => {
      const at = await usedHome()
      own(at.home, OTHER)
      openToAll(at.home)
      const before = snapshot(at.home)
      const { code, err } = await at.run(command.split(' '), {
        under: AS_NOBODY,
        env: { LEFTOFF_HOME: at.home },
      })
      expect(code).toBe(1)
      expect(err).toContain('error[not-yours]')
      expect(err).toContain('fix: set LEFTOFF_HOME to a folder that you own')
      expect(snapshot(at.home)).toEqual(before)
    },
  )

  test('leftoff doctor explains that another user owns the home', async () => {
    const at = await usedHome()
    own(at.home, OTHER)
    const options = { under: AS_NOBODY, env: { LEFTOFF_HOME: at.home } }
    const { code, out } = await at.run(['doctor'], options)
    expect(code).toBe(1)
    expect(out).toContain('another user owns it')
    expect(out).toContain('hooks record nothing until this is fixed')
    const { out: json } = await at.run(['doctor', '--json'], options)
    expect(JSON.parse(json)).toMatchObject({ ok: false, chapters: [{ title: 'Home' }] })
  })

  test("leftoff --version and leftoff --help work even with another user's home", async () => {
    const at = await usedHome()
    own(at.home, OTHER)
    for (const word of ['--version', '--help'])
      expect((await at.run([word], { under: AS_NOBODY, env: { LEFTOFF_HOME: at.home } })).code).toBe(0)
  })
})

describe.runIf(canDropRights && hasOwnCache)('compiled code owned by another user', () => {
  test.each<[string, (at: HookSandbox) => void]>([
    ['a home owned by another user', (at) => own(at.home, OTHER)],
    ['a cache folder owned by another user', (at) => own(join(at.home, 'cache'), OTHER)],
    ['a file owned by another user', (at) => ownFiles(join(at.home, 'cache'), OTHER)],
    ['a linked cache folder', linkCache],
    ['a home that everyone can write to', (at) => chmodSync(at.home, 0o777)],
    ['a cache that everyone can write to', (at) => openToAll(join(at.home, 'cache'))],
  ])('compiled code is never executed from %s', async (_, give) => {
    const at = await usedHome()
    const marker = join(at.root, 'user', 'executed')
    mkdirSync(join(at.root, 'user'), { mode: 0o777 })
    chmodSync(join(at.root, 'user'), 0o777)
    expect(plantCode(at.home, at.command, marker)).toBeGreaterThan(0)
    await sendPrompt(at)
    expect(existsSync(marker), 'the forged code works').toBe(true)
    rmSync(marker)
    give(at)
    openToAll(join(at.home, 'cache'))
    for (const agent of AGENTS) await sendPrompt(at, agent)
    await at.run(['session', 'list'], { under: AS_NOBODY, env: { LEFTOFF_HOME: at.home } })
    expect(existsSync(marker)).toBe(false)
  })
})

describe.runIf(canDropRights)('after sudo', () => {
  test.each(['log.db', 'log.db-wal', 'spool', 'config.json'])(
    'the error for a %s that root owns contains the chown command that fixes it',
    async (name) => {
      const at = await usedHome()
      const path = join(at.home, name)
      if (name === 'spool') mkdirSync(path, { recursive: true })
      else if (!existsSync(path)) writeFileSync(path, name === 'config.json' ? '{}' : '')
      own(path, 0)
      const options = { under: AS_NOBODY, env: { LEFTOFF_HOME: at.home } }
      const { err } = await at.run(['session', 'list'], options)
      expect(err).toContain(`sudo chown -R ${NOBODY} ${at.home}`)
      expect((await sendPrompt(at)).out).toBe('')
      own(at.home, NOBODY)
      expect((await at.run(['session', 'list'], options)).code).toBe(0)
    },
  )

  test("root does not use another user's home", async () => {
    const at = await usedHome()
    const before = snapshot(at.home)
    const { code, err } = await at.run(['session', 'list'], { env: { LEFTOFF_HOME: at.home } })
    expect([code, err]).toEqual([1, expect.stringContaining('without sudo')])
    expectUndisturbed(await at.hook('codex', PAYLOADS.codex.prompt({ session: 's', folder: at.folder }, 'x')))
    expect(snapshot(at.home)).toEqual(before)
  })
})

describe.runIf(canDropRights)("the current user's home", () => {
  test('a home folder that others can write to is made private by the next hook, and the hook works', async () => {
    const at = await usedHome()
    chmodSync(at.home, 0o777)
    await sendPrompt(at)
    expect(statSync(at.home).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(at.home, 'log.db')).length).toBeGreaterThan(0)
  })

  test('a home folder that is a link works', async () => {
    const at = await usedHome()
    const link = join(at.root, 'link')
    symlinkSync(at.home, link)
    lchownSync(link, NOBODY, NOBODY)
    const { code } = await at.run(['session', 'list'], { under: AS_NOBODY, env: { LEFTOFF_HOME: link } })
    expect(code).toBe(0)
  })
})

function linkCache(at: HookSandbox): void {
  const [cache, elsewhere] = [join(at.home, 'cache'), join(at.root, 'elsewhere')]
  renameSync(cache, elsewhere)
  own(elsewhere, OTHER)
  symlinkSync(elsewhere, cache)
  lchownSync(cache, NOBODY, NOBODY)
}
