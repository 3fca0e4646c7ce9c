import { expect, test } from 'vitest'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox } from './hook-sandbox.ts'

const AGENT = 'claude-code'
const payloads = PAYLOADS[AGENT]

test('notes made on the command line appear in the brief, but the last session is still the one in which an agent worked', async () => {
  const at = await createHookSandbox()
  const where = { session: 'first', folder: at.folder }
  await at.hook(AGENT, payloads.start(where))
  await at.hook(AGENT, payloads.prompt(where, 'Paint the shed in a friendly color'))
  await at.hook(AGENT, {
    ...payloads.end(where),
    hook_event_name: 'Stop',
    last_assistant_message: 'It is blue.',
  })
  await at.hook(AGENT, payloads.end(where))
  await at.json(['session', 'list'])
  await at.run(['note', 'next', 'buy more paint'])
  await at.run(['note', 'blocker', 'the brush is missing'])
  await at.run(['note', 'goal', 'A shed that lasts'])
  const { sessions } = await at.json(['session', 'list'])
  expect(sessions.map(({ agent }: { agent: string }) => agent)).toEqual(['person', AGENT])

  const start = payloads.start({ session: 'next', folder: at.folder })
  const brief = replyText(AGENT, (await at.hook(AGENT, start)).out) ?? ''
  expect(brief).toContain('Where things stand: Claude Code worked here')
  expect(brief).toContain('You: "Paint the shed in a friendly color"')
  expect(brief).toContain('It is blue.')
  expect(brief).toContain('Goal: A shed that lasts')
  expect(brief).toContain('buy more paint')
  expect(brief).toContain('the brush is missing')
  expect(brief).not.toContain('The user worked here')

  const codes: string = (await at.run(['brief', '--format', 'codes'])).out
  expect(codes).toContain('next:buy-more-paint')
  expect(codes).toContain('said:It-is-blue.')
})
