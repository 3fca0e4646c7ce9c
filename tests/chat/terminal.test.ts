import { describe, expect, test } from 'vitest'
import { type Setup, setup } from './setup.ts'
import { type ChatTerminal, CTRL_C, CTRL_D, chatAt, hasScript } from './terminal.ts'

const READY = 'Ctrl-D quits'
const PROMPT = /> $/

interface RunningChat extends Setup {
  readonly terminal: ChatTerminal
  /** Types a line and waits for the next prompt. Returns the output. */
  say(text: string): Promise<string>
}

async function startChat(
  words: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<RunningChat> {
  const here = await setup()
  const terminal = await chatAt(here, { ...here.env, ...env }, words)
  await terminal.shows(READY)
  await terminal.shows(PROMPT)
  return { ...here, terminal, say: (text) => sendLine(terminal, text) }
}

async function sendLine(terminal: ChatTerminal, text: string): Promise<string> {
  terminal.type(text)
  await terminal.shows('\n')
  return terminal.shows(PROMPT)
}

async function restartChat(
  here: Setup,
  words: readonly string[] = [],
): Promise<{ greeting: string; terminal: ChatTerminal }> {
  const terminal = await chatAt(here, here.env, words)
  const greeting = await terminal.shows(READY)
  await terminal.shows(PROMPT)
  return { greeting, terminal }
}

const last = (here: Setup): string => here.model.questions.at(-1)?.raw ?? ''

// The pseudo-terminal is created by `script` of util-linux.
describe.skipIf(!hasScript)('chat in a terminal', () => {
  test('an answer is streamed, and the next start continues the session', async () => {
    const here = await startChat()
    here.model.plays({ say: ['Port ', '8080.'] })
    expect(await here.say('Which port?')).toContain('Port 8080.')
    here.terminal.type('/exit')
    expect(await here.terminal.ended()).toBe(0)
    const { sessions } = await here.json(['session', 'list'])
    expect(sessions).toMatchObject([{ agent: 'chat', state: 'ended', turns: 1 }])
    const { greeting, terminal } = await restartChat(here)
    expect(greeting).toMatch(/Continuing session \w{8}: 2 messages, last .* about "Which port\?"\./)
    terminal.keys('\x1b[A') // recalls the last prompt
    await terminal.shows('Which port?')
    terminal.keys(CTRL_C) // clears the line
    await terminal.shows(PROMPT)
    await sendLine(terminal, 'And the host?')
    expect(last(here)).toContain('Port 8080.')
    terminal.keys(CTRL_D)
    expect(await terminal.ended()).toBe(0)
  })

  test('Ctrl-C keeps the partial answer and discards typed text, and a second Ctrl-C quits', async () => {
    const here = await startChat()
    here.model.plays({ say: ['Once upon a time'], hangs: true })
    here.terminal.type('Tell me a story')
    await here.terminal.shows('a time')
    here.terminal.keys('x'.repeat(3))
    here.terminal.keys(CTRL_C)
    await here.terminal.shows('Stopped. The partial answer is kept.')
    await here.terminal.shows(PROMPT)
    await here.say('Go on')
    expect(last(here)).toContain('Once upon a time')
    here.terminal.keys(CTRL_C)
    expect(await here.terminal.ended()).toBe(0)
    const { sessions } = await here.json(['session', 'list'])
    expect(sessions).toMatchObject([{ state: 'ended', turns: 2 }])
  })

  test('after a kill during an answer, the next start reports it and keeps the partial answer', async () => {
    const here = await startChat()
    here.model.plays({ say: ['Once upon a time ', 'there was'], hangs: true })
    here.terminal.type('Tell me a story')
    await here.terminal.shows('there was')
    await expect.poll(() => events(here), { timeout: 15_000 }).toContain('response.streamed')
    process.kill(here.terminal.pid, 'SIGKILL')
    await here.terminal.ended()
    const { greeting, terminal } = await restartChat(here)
    expect(greeting).toContain('Recovered after a crash: 1 prompt.')
    expect(greeting).toContain('The last answer is incomplete. It ends with "Once upon a time there was".')
    await sendLine(terminal, 'Go on')
    expect(last(here)).toContain('Once upon a time there was')
    terminal.type('/exit')
    expect(await terminal.ended()).toBe(0)
  })

  test('/undo and /branch continue in new sessions and keep the original messages', async () => {
    const here = await startChat()
    await here.say('first thing')
    await here.say('second thing')
    expect(await here.say('/undo')).toContain('Continuing from before "second thing", in branch')
    await here.say('third thing')
    expect(last(here)).toContain('first thing')
    expect(last(here)).not.toContain('second thing')
    expect(await here.say('/branch try-sqlite')).toContain('try-sqlite. Session')
    await here.say('fourth thing')
    expect(last(here)).toContain('third thing')
    here.terminal.type('/sessions')
    const list = await here.terminal.shows('Number, or Enter to stay: ')
    expect(list).toMatch(/1 {2}\w{8} \*.* \w{8} +try-sqlite: fourth thing/)
    here.terminal.type('3')
    await here.terminal.shows(': 4 messages')
    await here.terminal.shows(PROMPT)
    await here.say('fifth thing')
    expect(last(here)).toContain('second thing')
    expect(last(here)).not.toContain('third thing')
  })

  test('/compact can be undone, and /context shows notes and summary', async () => {
    const here = await startChat([], { LEFTOFF_COMPACTION_KEEP: '2' })
    here.model.plays({ say: ['Look into src/shop/server.ts, and ask Ada.'] })
    await here.say('Where is the port set?')
    await here.say('Thank you')
    expect(await here.say('/note fact the port is 8080')).toContain('Recorded fact: the port is 8080')
    expect(await here.say('/compact')).toMatch(/Summarized older messages by rules: \d+ to \d+ tokens/)
    const shown = await here.say('/context')
    for (const line of ['of 16000 tokens', 'the port is 8080', '2 older messages summarized above.'])
      expect(shown).toContain(line)
    expect(await here.say('/compact undo')).toContain('Restored the summarized messages.')
    expect(await here.say('/context')).toContain('Nothing is left out.')
    await here.say('And now?')
    expect(last(here)).toContain('the port is 8080')
    expect(last(here)).toContain('Where is the port set?')
    for (const word of ['nonsense', 'constructor'])
      expect(await here.say(`/${word}`)).toContain(`Unknown command /${word}. Type /help for a list.`)
  })

  test('a failed request keeps the prompt, and /retry sends it again', async () => {
    const here = await startChat()
    here.model.plays({ refuses: { status: 401, message: 'no such key' } })
    expect(await here.say('Which port?')).toContain('No answer: compatible/llama rejected the API key')
    here.model.plays({ say: ['8080.'] })
    expect(await here.say('/retry')).toContain('8080.')
    expect(await here.say('/retry')).toContain('The last prompt is already answered.')
  })

  test('pasted lines are one prompt, and answers cannot control the terminal', async () => {
    const here = await startChat()
    here.model.plays({ say: ['fine\x1b]0;owned\x07 \x1b[', '2J\x9b31mand \u202egood'] })
    here.terminal.keys('\x1b[200~const a = 1\nconst b = 2\n\x1b[201~')
    await here.terminal.shows('b = 2')
    const shown = await here.say('')
    expect(shown).toMatch(/fine 31mand good/)
    expect(last(here)).toContain('const a = 1\\nconst b = 2')
    here.terminal.keys(`\x1b[200~${'a long line\n'.repeat(5000)}\x1b[201~`)
    await here.terminal.shows('[pasted 1: 5000 lines]')
    await here.say('')
    expect(here.terminal.raw()).not.toContain('a long line')
    for (const code of ['\x1b]0;', '\x1b[2J', '\x9b', '\u202e'])
      expect(here.terminal.raw()).not.toContain(code)
  })

  test("two windows in one session show each other's messages", async () => {
    const here = await startChat()
    await here.say('said in the first')
    const { greeting, terminal } = await restartChat(here)
    expect(greeting).toContain(`Process ${here.terminal.pid} also uses this session`)
    await sendLine(terminal, 'said in the second')
    expect(last(here)).toContain('said in the first')
    const shown = await here.say('and the first again')
    expect(shown).toContain('New messages from another window')
    expect(shown).toContain('said in the second')
    terminal.type('/exit')
    await terminal.ended()
    const { session } = await here.json(['session', 'status'])
    expect(session).toMatchObject({ agent: 'chat', state: 'active' })
  })
})

async function events(here: Setup): Promise<string[]> {
  const { sessions } = await here.json(['session', 'list'])
  const { events: all } = await here.json(['session', 'show', sessions[0].id])
  return all.map(({ type }: { type: string }) => type)
}
