import { describe, expect, test } from 'vitest'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, expectUndisturbed, type HookSandbox } from './hook-sandbox.ts'

const TOPICS = ['parser', 'cache', 'spool', 'tokenizer', 'renderer', 'migration']
const PROMPTS = [
  'make the tests of the parser pass',
  'why is the cache of the tokenizer so slow?',
  'good morning',
  'x',
]

/** A project whose two sessions left more notes than one brief can hold. */
async function projectWithNotes(): Promise<HookSandbox> {
  const at = await createHookSandbox()
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

describe.each(['claude-code', 'codex'] as const)('the first prompt of %s', (agent) => {
  const payloads = PAYLOADS[agent]

  test.each(PROMPTS)('the first prompt %o gets the notes that are relevant to it', async (prompt) => {
    const at = await projectWithNotes()
    const where = { session: 'second', folder: at.folder }
    expectUndisturbed(await at.hook(agent, payloads.start(where)))
    const answer = await at.hook(agent, payloads.prompt(where, prompt))
    expectUndisturbed(answer)
    const topic = TOPICS.find((one) => prompt.includes(one))
    if (topic) expect(answer.out).toContain(`The ${topic} keeps`)
    else expect(replyText(agent, answer.out) ?? '').toBe('')
    const again = await at.hook(agent, payloads.prompt(where, `${prompt} again`))
    expect(replyText(agent, again.out) ?? '').toBe('')
  })
})
