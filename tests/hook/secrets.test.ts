import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AGENTS, PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'
import { lockLog } from './locked-log.ts'

const SECRETS = {
  'of the environment': 'correct-horse-42-battery',
  'of a .env file': 'zq9-staple-81-lantern',
  'of a known kind': `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`,
} as const
const ENV = { SHED_PASSWORD: SECRETS['of the environment'] }
const TEXT = `use ${Object.values(SECRETS).join(' or ')} to open the shed`

function bytesBelow(folder: string): readonly (readonly [string, string])[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
  return files.map((path) => [path, readFileSync(path).toString('latin1')] as const)
}

/** Spools like the shell script, which does not redact. */
function spoolUnredacted(at: HookSandbox, agent: string, payload: object): void {
  const folder = join(at.home, 'spool', 'new')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(
    join(folder, `${agent}.${String(at.spooled().length).padStart(9, '0')}`),
    JSON.stringify(payload),
  )
}

test('no secret remains in the log, its WAL, the spool, the error notes or a brief', async () => {
  const at = await createHookSandbox()
  writeFileSync(join(at.folder, '.env'), `LAMP_KEY="${SECRETS['of a .env file']}"\n`)
  for (const agent of AGENTS) {
    const where = { session: agent, folder: at.folder }
    spoolUnredacted(at, agent, PAYLOADS[agent].tool(where, TEXT))
    await at.hook(agent, PAYLOADS[agent].prompt(where, TEXT), { env: ENV })
  }
  const start = PAYLOADS.codex.start({ session: 'next', folder: at.folder })
  const brief = replyText('codex', (await at.hook('codex', start, { env: ENV })).out) ?? ''
  expect(brief).toContain('to open the shed')
  const all = bytesBelow(at.home)
  expect(all.map(([path]) => path.slice(at.home.length + 1))).toContain('log.db')
  expect(all.some(([, bytes]) => bytes.includes('to open the shed'))).toBe(true)
  for (const [kind, secret] of Object.entries(SECRETS)) {
    expect(brief, kind).not.toContain(secret)
    for (const [path, bytes] of all) expect(bytes.includes(secret), `${kind} in ${path}`).toBe(false)
  }
})

test('the error note about a failed hook contains no secrets from its input', async () => {
  const at = await createHookSandbox()
  mkdirSync(at.home, { recursive: true })
  writeFileSync(join(at.home, 'log.db'), TEXT.repeat(100))
  await at.hook(
    'codex',
    { ...PAYLOADS.codex.start({ session: 's', folder: at.folder }), model: TEXT },
    { env: ENV },
  )
  await at.hook('codex', TEXT, { env: ENV })
  const noted = readFileSync(join(at.home, 'trouble.jsonl'), 'utf8')
  expect(noted).toContain('log-foreign')
  for (const secret of Object.values(SECRETS)) expect(noted).not.toContain(secret)
  expect(statSync(join(at.home, 'trouble.jsonl')).mode & 0o777).toBe(0o600)
})

test('a payload that waits in the spool contains no secrets', async () => {
  const at = await createHookSandbox()
  const where = { session: 's', folder: at.folder }
  await at.hook('codex', PAYLOADS.codex.prompt(where, 'first'))
  const lock = await lockLog(at.home)
  try {
    await at.hook('codex', PAYLOADS.codex.prompt(where, TEXT), { env: ENV })
    await at.hook('codex', `not JSON: ${TEXT}`, { env: ENV })
    await at.hook('unknown-agent', { prompt: TEXT }, { env: ENV })
    await at.hook('codex', { ...PAYLOADS.codex.prompt(where, TEXT), long: 'x'.repeat(17e6) }, { env: ENV })
  } finally {
    await lock.release()
  }
  const waiting = at.spooled()
  expect(waiting.filter((payload) => payload.includes('to open the shed'))).toHaveLength(4)
  expect(at.spooled('tmp')).toEqual([])
  for (const secret of [SECRETS['of the environment'], SECRETS['of a known kind']])
    for (const payload of waiting) expect(payload).not.toContain(secret)
  await at.hook('codex', PAYLOADS.codex.prompt(where, 'last'))
  expect(await at.locate('to open the shed')).not.toBe('nowhere')
})
