import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AGENTS, PAYLOADS } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'
import { lockLog } from './locked-log.ts'

const SECRETS = {
  'a value of the environment': 'correct-horse-42-battery',
  'a value of a .env file': 'zq9-staple-81-lantern',
  'a key of a known kind': `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`,
  'a random value': 'q7Rt2mXw9Lkd4ZpbV3nHsY8c',
} as const
const ENV = { SHED_PASSWORD: SECRETS['a value of the environment'] }
const TEXT = `use ${Object.values(SECRETS).join(' or ')} to open the shed`

/**
 * Each makes it impossible to store anything. Returns a function that releases the lock, or does nothing if
 * the obstacle lasts until the end of the test.
 */
const OBSTACLES: Readonly<Record<string, (at: HookSandbox) => Promise<() => Promise<void>>>> = {
  'the log is locked': async (at) => {
    await at.hook('codex', PAYLOADS.codex.prompt({ session: 'first', folder: at.folder }, 'first'))
    const lock = await lockLog(at.home)
    return () => lock.release()
  },
  'the log is damaged': async (at) => {
    await at.hook('codex', PAYLOADS.codex.prompt({ session: 'first', folder: at.folder }, 'first'))
    writeFileSync(join(at.home, 'log.db'), 'damaged '.repeat(2000))
    return async () => {}
  },
  'the log is a folder': async (at) => {
    mkdirSync(join(at.home, 'log.db'), { recursive: true, mode: 0o700 })
    return async () => {}
  },
  'the settings are broken': async (at) => {
    mkdirSync(at.home, { recursive: true, mode: 0o700 })
    writeFileSync(join(at.home, 'config.json'), '{"brief": {')
    mkdirSync(join(at.home, 'log.db'))
    return async () => {}
  },
}

const odd = (payload: object): readonly (Buffer | string | object)[] => {
  const json = JSON.stringify(payload)
  return [
    payload,
    json.slice(0, -9),
    `not JSON: ${TEXT}`,
    Buffer.from(json, 'utf16le'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json, 'utf16le')]),
    { prompt: TEXT, hook_event_name: 'UserPromptSubmit' },
    JSON.stringify([payload]),
    JSON.stringify(json),
    { ...payload, long: `${'x'.repeat(17e6)}` },
  ]
}

test.each(Object.keys(OBSTACLES))('no payload waits unredacted if %s', { timeout: 120_000 }, async (name) => {
  const at = await createHookSandbox()
  writeFileSync(join(at.folder, '.env'), `LAMP_KEY="${SECRETS['a value of a .env file']}"\n`)
  const end = await OBSTACLES[name]?.(at)
  try {
    for (const [index, agent] of AGENTS.entries()) {
      const payload = PAYLOADS[agent].prompt({ session: agent, folder: at.folder }, TEXT)
      const payloads = index === 0 ? odd(payload) : odd(payload).slice(0, 3)
      for (const one of payloads) await at.hook(agent, one, { env: ENV })
    }
    await at.hook('unknown-agent', { prompt: TEXT }, { env: ENV })
    const stored = (['new', 'tmp', 'quarantine'] as const).flatMap((part) => at.spooled(part))
    const plain = stored.map((text) => text.replaceAll('\0', ''))
    expect(plain.filter((text) => text.includes('to open the shed')).length).toBeGreaterThan(12)
    for (const [kind, secret] of Object.entries(SECRETS))
      for (const text of plain) expect(text.includes(secret), `${kind} in ${text.slice(0, 300)}`).toBe(false)
  } finally {
    await end?.()
  }
})
