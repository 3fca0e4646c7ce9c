import { expect, it } from 'vitest'
import { opened, succeeds, wired } from './box/opened.ts'
import { AGENTS } from './client.ts'
import { withBoth, withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { briefIn } from './record.ts'

const NOTES = {
  goal: 'a greeting that is friendly to the whole world',
  decision: 'the greeting stays in the README, where people look first',
  blocker: 'the translation of it is missing',
  next: 'ask somebody who speaks Danish',
}

withEvery(AGENTS, 'picked up', (client) => {
  it('reads the goal, the decision, the blocker and the next action of the session before, and its files', async () => {
    const here = await opened(client)
    await wired(here)
    await here.ask(`Make the greeting longer ${play('work')}`)
    const { sessions }: { sessions: { id: string }[] } = await here.json('session', 'list')
    for (const [kind, text] of Object.entries(NOTES))
      await succeeds(here, 'note', kind, text, '--session', sessions[0]?.id ?? '')
    const asked = here.model.questions.length
    await here.ask(`What is left? ${play('greet')}`)
    // Some clients ask for a title as well.
    const briefs = here.model.questions.slice(asked).flatMap(({ raw }) => briefIn(raw) ?? [])
    for (const text of [...Object.values(NOTES), 'README.md', 'src/answer.js'])
      expect(briefs[0]).toContain(text)
  })
})

withBoth(['claude-code', 'codex'], 'taking turns', ([claude, codex]) => {
  it('each goes on where the other left off', async () => {
    const one = await opened(claude)
    await wired(one)
    await one.ask(`Make the greeting longer ${play('work')}`)
    const { sessions }: { sessions: { id: string }[] } = await one.json('session', 'list')
    for (const [kind, text] of Object.entries(NOTES))
      await succeeds(one, 'note', kind, text, '--session', sessions[0]?.id ?? '')
    await succeeds(one, 'handoff', '--to', 'codex', '--session', sessions[0]?.id ?? '')
    const other = await opened(codex, one)
    await wired(other)
    await other.ask(`Translate it into Danish ${play('greet')}`)
    const [toCodex] = other.model.questions.flatMap(({ raw }) => briefIn(raw) ?? [])
    for (const text of Object.values(NOTES)) expect(toCodex).toContain(text)
    const asked = one.model.questions.length
    await one.ask(`What did the other one do? ${play('greet')}`)
    const [toClaude] = one.model.questions.slice(asked).flatMap(({ raw }) => briefIn(raw) ?? [])
    expect(toClaude).toContain('Translate it into Danish')
    expect(toClaude).toContain('codex')
  })
})
