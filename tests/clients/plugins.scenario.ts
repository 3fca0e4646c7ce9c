import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Box } from './box/box.ts'
import { writeJson } from './box/files.ts'
import { opened } from './box/opened.ts'
import { withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { type Hook, hooksOf } from './real/codex-trust.ts'

const COMMAND = process.env.LEFTOFF_COMMAND ?? join(import.meta.dirname, '../../dist/leftoff.cjs')
const PLUGINS = join(dirname(COMMAND), 'plugins')
const EXTENSION = join(PLUGINS, 'gemini', 'leftoff')

/** Leftoff is not on the PATH of these boxes: what the hooks hear waits in the spool. */
async function requireRecorded(here: Box): Promise<void> {
  const { sessions } = await here.json('session', 'list')
  expect(sessions).toMatchObject([{ agent: here.client.agent }])
}

async function accepts(here: Box, ...args: readonly string[]): Promise<void> {
  const { code, out, err } = await here.start(args)
  expect(code, `${here.client.command} ${args.join(' ')}: ${out}${err}`).toBe(0)
}

withEvery(['claude-code'], 'with the plugin of leftoff', (client) => {
  it('finds it valid', async () => {
    const here = await opened(client)
    await accepts(here, 'plugin', 'validate', PLUGINS)
    await accepts(here, 'plugin', 'validate', join(PLUGINS, 'plugins', 'leftoff'))
  })

  it('runs its hooks', async () => {
    const here = await opened(client)
    await accepts(here, 'plugin', 'marketplace', 'add', PLUGINS)
    await accepts(here, 'plugin', 'install', 'leftoff@leftoff')
    expect((await here.ask(`Good morning ${play('greet')}`)).code).toBe(0)
    await requireRecorded(here)
  })
})

withEvery(['codex'], 'with the plugin of leftoff', (client) => {
  it('installs it, has its hooks and no others, and runs them once they are trusted', async () => {
    const here = await opened(client)
    const config = join(here.home, '.codex', 'config.toml')
    writeFileSync(config, readFileSync(config, 'utf8').replace('plugins = false', 'plugins = true'))
    await accepts(here, 'plugin', 'marketplace', 'add', PLUGINS)
    await accepts(here, 'plugin', 'add', 'leftoff@leftoff')
    const ours = (await hooksOf(here)).filter(({ command }) => command.includes('leftoff_agent='))
    expect(ours).toHaveLength(12)
    expect(ours.every(({ command }) => command.startsWith('leftoff_agent=codex;'))).toBe(true)
    appendFileSync(config, trustedPackage(ours))
    expect((await here.start(['exec', `Good morning ${play('greet')}`])).code).toBe(0)
    await requireRecorded(here)
  })
})

/** Hooks of a package are trusted together with its whole content: every new version of it is reviewed again. */
const trustedPackage = (hooks: readonly Hook[]): string =>
  hooks
    .map(({ key, currentHash }) => {
      const [hook, content] = currentHash.split('/')
      return `\n[hooks.state."${key}"]\ntrusted_hash = "${hook}"\ntrusted_content_hash = "${content}"\n`
    })
    .join('')

withEvery(['gemini-cli'], 'with the extension of leftoff', (client) => {
  it('finds it valid', async () => {
    const here = await opened(client)
    await accepts(here, 'extensions', 'validate', EXTENSION)
  })

  it('runs its hooks', async () => {
    const here = await opened(client)
    const folders = { [EXTENSION]: 'TRUST_FOLDER', [here.app]: 'TRUST_FOLDER' }
    writeJson(join(here.home, '.gemini', 'trustedFolders.json'), folders)
    await accepts(here, 'extensions', 'install', EXTENSION, '--consent')
    expect((await here.ask(`Good morning ${play('greet')}`)).code).toBe(0)
    await requireRecorded(here)
  })
})
