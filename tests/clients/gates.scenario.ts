import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, createBox, endTool, isToolRunning, sendSignal } from './box/box.ts'
import { initLeftoff, openBox, succeeds } from './box/open-box.ts'
import { until } from './box/process.ts'
import { createScratch, type Scratch } from './box/scratch.ts'
import { withNewest } from './every-client.ts'
import { play } from './model/script.ts'
import { eventsOf, type RecordedSession, readSessions } from './recorded-sessions.ts'
import { scripts } from './scripts.ts'

const TAUGHT: Readonly<Record<number, string>> = {
  3: 'No, never use npm in this repo, always use pnpm.',
  6: 'In this project we write the tests first, remember that.',
  9: 'Never push to main, always open a pull request.',
}
const TEN = Array.from({ length: 10 }, (_, index) => index + 1)
const CRASHED = Object.keys(TAUGHT).map(Number)

interface Memory {
  readonly rule: string
  readonly state: string
}

withNewest('claude-code', 'in ten sessions with three crashes', (client) => {
  let folder: Scratch | undefined
  let here: Box
  let sessions: readonly RecordedSession[] = []
  let memories: readonly Memory[] = []
  let waited: readonly { readonly corrections?: number }[] = []

  beforeAll(async () => {
    folder = createScratch()
    here = await createBox(client, folder.root, scripts)
    await initLeftoff(here)
    for (const number of TEN) {
      await (TAUGHT[number]
        ? killDuring(here, TAUGHT[number])
        : here.ask(`Say hello ${number} ${play('greet')}`))
      // The last crash is recovered by a command, the others by the next start.
      if (number !== CRASHED.at(-1)) continue
      waited = (await here.json('recover', '--list')).sessions
      await succeeds(here, 'recover', '--all')
    }
    sessions = await readSessions(here)
    memories = (await here.json('memory', 'list', '--all')).memories
  })
  afterAll(async () => {
    await here.close()
    folder?.close(sessions.length === TEN.length)
  })

  it('sessions that are killed with SIGKILL keep their corrections', () => {
    for (const number of CRASHED) {
      const session = sessions[number - 1]
      expect(eventsOf(session, 'session.crashed', 'session.recovered')).toHaveLength(2)
      expect(eventsOf(session, 'correction.heard')).toHaveLength(1)
      expect(eventsOf(session, 'prompt.submitted').join()).toContain(TAUGHT[number])
      expect(eventsOf(session, 'tool.called').join()).toContain('sh wait.sh')
    }
  })

  it('a recovery proposes rules from the corrections', () => {
    expect(waited).toHaveLength(1)
    const inState = (wanted: string) =>
      memories.filter(({ state }) => state === wanted).map(({ rule }) => rule)
    // A program sent these prompts (`claude -p`), so even confident rules wait for a review.
    expect(inState('approved')).toEqual([])
    expect(inState('proposed').toSorted()).toEqual(
      [
        'Never push to main, always open a pull request.',
        'Never use npm in this repo, always use pnpm.',
        TAUGHT[6],
      ].toSorted(),
    )
    const request = here.model.questions.findLast(({ script }) => script === 'greet')?.raw ?? ''
    expect(request).not.toContain('Standing rules from the user')
  })

  it('ten sessions with deliberate crashes are all recorded', async () => {
    expect(sessions).toHaveLength(TEN.length)
    for (const [index, session] of sessions.entries()) {
      const isKilled = CRASHED.includes(index + 1)
      expect(eventsOf(session, 'session.started')).toHaveLength(1)
      expect(eventsOf(session, 'prompt.submitted')).toHaveLength(1)
      expect(eventsOf(session, 'session.crashed')).toHaveLength(isKilled ? 1 : 0)
      expect([session.state, session.endedBy]).toEqual(['ended', isKilled ? 'recovered' : 'hook'])
    }
    expect(await here.json('verify')).toMatchObject({ ok: true, spool: { waiting: 0, quarantined: [] } })
  })
})

const killDuring = (here: Box, text: string) =>
  here.ask(`${text} ${play('wait')}`, 'a new session', { meanwhile: sendSignal(here, 'SIGKILL') })

withNewest('claude-code', 'with an idle timeout and concurrent writers', (client) => {
  it('a session that is idle for too long ends, and its next event resumes it', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Take your time ${play('wait')}`, 'a new session', {
      meanwhile: async () => {
        await until('the tool runs', () => isToolRunning(here))
        // Set only now, because a busy machine may need more than a second between two hooks.
        await succeeds(here, 'config', 'set', 'session.idle-timeout', '1s')
        const state = async () => (await here.json('session', 'list', '--all')).sessions[0]?.state
        await until('the session is idle long enough', async () => (await state()) === 'ended')
        // No process watches the clock: the next session start records the idle timeout.
        await succeeds(here, 'session', 'start', '--agent', 'person')
        await succeeds(here, 'config', 'set', 'session.idle-timeout', '30m')
        endTool(here)
      },
    })
    const [session] = await readSessions(here)
    expect(eventsOf(session, 'session.idled')).toHaveLength(1)
    expect(eventsOf(session, 'session.ended')[0]).toMatch(/idle/)
    // The session is alive: its next event reopens it, and its own end is recorded.
    expect(eventsOf(session, 'session.resumed')).toHaveLength(1)
    expect(eventsOf(session, 'session.crashed')).toEqual([])
    expect([session?.state, session?.endedBy]).toEqual(['ended', 'hook'])
  })

  it('concurrent writers store every event', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    const { session }: { session: { id: string } } = await here.json('session', 'start', '--agent', 'person')
    const notes = Array.from({ length: 6 }, (_, index) => `note ${index}`)
    const note = (text: string) => succeeds(here, 'note', 'next', text, '--session', session.id)
    const asked = [1, 2, 3].map((number) => here.ask(`Say hello ${number} ${play('greet')}`))
    await Promise.all([...asked, ...notes.map(note)])
    const [first, ...others] = await readSessions(here)
    expect(eventsOf(first, 'action.planned').toSorted()).toEqual(
      notes.map((text) => expect.stringContaining(text)),
    )
    expect(others.flatMap((one) => eventsOf(one, 'prompt.submitted')).toSorted()).toEqual(
      [1, 2, 3].map((number) => expect.stringContaining(`Say hello ${number}`)),
    )
    for (const one of others) expect(eventsOf(one, 'session.started', 'session.ended')).toHaveLength(2)
    expect(await here.json('verify')).toMatchObject({ ok: true, spool: { waiting: 0, quarantined: [] } })
  })
})
