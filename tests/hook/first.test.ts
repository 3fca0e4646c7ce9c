import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { SAYS } from './agent-says.ts'
import { type Heard, type HookDesk, hookDesk, requireUnnoticed } from './hook-desk.ts'

const TOPICS = ['parser', 'cache', 'spool', 'tokenizer', 'renderer', 'migration']
const PROMPTS = [
  'make the tests of the parser pass',
  'why is the cache of the tokenizer so slow?',
  'look at src/spool-2.ts and the migration',
  'good morning',
  'x',
]

/** A place in which two sessions left more than one brief says. */
async function furnished(): Promise<HookDesk> {
  const at = await hookDesk()
  for (const half of [TOPICS.slice(0, 3), TOPICS.slice(3)]) {
    await at.run(['session', 'start'])
    for (const topic of half)
      for (let n = 0; n < 4; n += 1)
        await at.run([
          'note',
          n === 3 ? 'fact' : 'decision',
          `The ${topic} keeps ${n + 2} tables for ${topic}s`,
        ])
    await at.run(['session', 'end'])
  }
  await at.run(['brief'])
  return at
}

/** The same in a home of its own, so that one does not see what the other left. */
function copied(at: HookDesk, name: string): HookDesk {
  const home = join(at.root, name)
  cpSync(at.home, home, { recursive: true })
  const env = { LEFTOFF_HOME: home }
  return { ...at, home, hook: (agent, payload) => at.hook(agent, payload, { env }) }
}

describe.each(['claude-code', 'codex'] as const)('the first prompt of %s', (agent) => {
  const says = SAYS[agent]

  test('is answered by the part for it as by the whole hook, to the byte', async () => {
    const at = await furnished()
    const where = { session: 'second', folder: at.folder }
    requireUnnoticed(await at.hook(agent, says.start(where)))
    const answers: string[] = []
    for (const [number, prompt] of PROMPTS.entries()) {
      const [quick, whole] = [copied(at, `quick-${number}`), copied(at, `whole-${number}`)]
      const before = await stored(quick)
      const asked = says.prompt(where, prompt)
      const answer = await quick.hook(agent, asked)
      requireUnnoticed(answer)
      expect(await stored(quick), 'the quick part stores nothing').toEqual(before)
      expect(answer.out).toBe((await byWholeHook(whole, agent, asked)).out)
      answers.push(answer.out)
    }
    expect(answers[0]).toContain('parser')
    expect(answers.at(-2)).not.toContain('parser')
  })

  test('is answered alike where nobody has had the time to write down what it is held against', async () => {
    const at = await furnished()
    const where = { session: 'second', folder: at.folder }
    requireUnnoticed(await at.hook(agent, says.start(where)))
    const [kept, bare] = [copied(at, 'kept'), copied(at, 'bare')]
    expect(shelvesIn(bare)).toHaveLength(1)
    for (const path of shelvesIn(bare)) rmSync(path)
    const asked = says.prompt(where, PROMPTS[0] ?? '')
    const before = await stored(bare)
    const answer = await bare.hook(agent, asked)
    requireUnnoticed(answer)
    expect(await stored(bare), 'the quick part stores nothing').toEqual(before)
    expect(answer.out).toContain('parser')
    expect(answer.out).toBe((await kept.hook(agent, asked)).out)
  })
})

function shelvesIn({ home }: HookDesk): readonly string[] {
  const folder = join(home, 'prepared')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.shelf'))
    .map((name) => join(folder, name))
}

/** With a delivery in the spool that a quick part must not pass by. */
function byWholeHook(at: HookDesk, agent: string, payload: object): Promise<Heard> {
  writeFileSync(
    join(at.home, 'spool', 'new', `${agent}.waiting`),
    JSON.stringify({ hook_event_name: 'Setup' }),
  )
  return at.hook(agent, payload)
}

/** The events in the log of this home. */
async function stored({ home }: HookDesk): Promise<readonly string[]> {
  const log = new SqliteLog({ path: join(home, 'log.db'), projection: sessionProjection })
  const ids: string[] = []
  for await (const { id } of log.read()) ids.push(id)
  await log.close()
  return ids
}
