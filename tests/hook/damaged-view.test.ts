import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { AGENTS, PAYLOADS } from './agent-payloads.ts'
import { createHookSandbox, expectUndisturbed } from './hook-sandbox.ts'

test.each(['seq = seq + 1', 'seq = seq - 1', 'seq = 0', "doc = 'x'"])(
  'a view with %s does not block hooks or commands, and no delivery is lost',
  async (change) => {
    const at = await createHookSandbox()
    const where = { session: 'hurt', folder: at.folder }
    await at.hook('claude-code', PAYLOADS['claude-code'].start(where))
    await at.hook('claude-code', PAYLOADS['claude-code'].prompt(where, 'before'))
    const db = new DatabaseSync(join(at.home, 'log.db'))
    db.exec(`UPDATE session_view SET ${change}`)
    db.close()
    expectUndisturbed(await at.hook('claude-code', PAYLOADS['claude-code'].prompt(where, 'after')))
    for (const agent of AGENTS) {
      const other = { session: `other ${agent}`, folder: at.folder }
      expectUndisturbed(await at.hook(agent, PAYLOADS[agent].start(other)))
      expectUndisturbed(await at.hook(agent, PAYLOADS[agent].end(other)))
    }
    for (const words of [['session', 'list'], ['brief'], ['session', 'status', '--json']])
      expect([words, (await at.run(words)).code]).toEqual([words, 0])
    const texts = (await at.events()).flatMap(({ data }) => (data?.text ? [data.text] : []))
    expect(texts).toEqual(expect.arrayContaining(['before', 'after']))
  },
)
