import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Box } from './box/box.ts'
import { writeJson } from './box/files.ts'
import { openBox } from './box/open-box.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { type CodexHook, listHooks } from './real/codex-trust.ts'

const COMMAND = process.env.LEFTOFF_COMMAND ?? join(import.meta.dirname, '../../dist/leftoff.cjs')
const PLUGINS = join(dirname(COMMAND), 'plugins')
const EXTENSION = join(PLUGINS, 'gemini', 'leftoff')

/** Without `leftoff init`, the plugin finds leftoff on the PATH. Listing the sessions drains the spool. */
async function expectRecorded(here: Box): Promise<void> {
  const { sessions } = await here.json('session', 'list')
  expect(sessions).toMatchObject([{ agent: here.client.agent }])
}

async function expectAccepted(here: Box, ...args: readonly string[]): Promise<void> {
  const { code, out, err } = await here.start(args)
  expect(code, `${here.client.command} ${args.join(' ')}: ${out}${err}`).toBe(0)
}

withEvery(['claude-code'], 'with the leftoff plugin', (client) => {
  it('the client accepts the plugin as valid', async () => {
    const here = await openBox(client)
    await expectAccepted(here, 'plugin', 'validate', PLUGINS)
    await expectAccepted(here, 'plugin', 'validate', join(PLUGINS, 'plugins', 'leftoff'))
  })

  it('the client runs the hooks of the plugin', async () => {
    const here = await openBox(client)
    await expectAccepted(here, 'plugin', 'marketplace', 'add', PLUGINS)
    await expectAccepted(here, 'plugin', 'install', 'leftoff@leftoff')
    expect((await here.ask(`Good morning ${play('greet')}`)).code).toBe(0)
    await expectRecorded(here)
  })
})

withEvery(['codex'], 'with the leftoff plugin', (client) => {
  it('the client installs only the hooks of the plugin and runs them once they are trusted', async () => {
    const here = await openBox(client)
    const config = join(here.home, '.codex', 'config.toml')
    writeFileSync(config, readFileSync(config, 'utf8').replace('plugins = false', 'plugins = true'))
    await expectAccepted(here, 'plugin', 'marketplace', 'add', PLUGINS)
    await expectAccepted(here, 'plugin', 'add', 'leftoff@leftoff')
    const ours = (await listHooks(here)).filter(({ command }) => command.includes('leftoff_agent='))
    expect(ours).toHaveLength(12)
    expect(ours.every(({ command }) => command.startsWith('leftoff_agent=codex;'))).toBe(true)
    appendFileSync(config, packageTrustEntries(ours))
    expect((await here.start(['exec', `Good morning ${play('greet')}`])).code).toBe(0)
    await expectRecorded(here)
  })
})

/** Trust covers the whole content of a plugin, so the user must review every new version. */
const packageTrustEntries = (hooks: readonly CodexHook[]): string =>
  hooks
    .map(({ key, currentHash }) => {
      const [hook, content] = currentHash.split('/')
      return `\n[hooks.state."${key}"]\ntrusted_hash = "${hook}"\ntrusted_content_hash = "${content}"\n`
    })
    .join('')

withEvery(['gemini-cli'], 'with the leftoff extension', (client) => {
  it('the client accepts the extension as valid', async () => {
    const here = await openBox(client)
    await expectAccepted(here, 'extensions', 'validate', EXTENSION)
  })

  it('the client runs the hooks of the extension', async () => {
    const here = await openBox(client)
    const folders = { [EXTENSION]: 'TRUST_FOLDER', [here.app]: 'TRUST_FOLDER' }
    writeJson(join(here.home, '.gemini', 'trustedFolders.json'), folders)
    await expectAccepted(here, 'extensions', 'install', EXTENSION, '--consent')
    expect((await here.ask(`Good morning ${play('greet')}`)).code).toBe(0)
    await expectRecorded(here)
  })
})
