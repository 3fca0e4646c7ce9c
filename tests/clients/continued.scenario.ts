import { expect, it } from 'vitest'
import { initLeftoff, openBox, succeeds } from './box/open-box.ts'
import { AGENTS } from './client.ts'
import { withBoth, withEvery } from './every-client.ts'
import { play } from './model/script.ts'
import { briefIn } from './recorded-sessions.ts'

const NOTES = {
  goal: 'a greeting that is friendly to the whole world',
  decision: 'the greeting stays in the README, where people look first',
  blocker: 'the translation of it is missing',
  next: 'ask somebody who speaks Danish',
}

withEvery(AGENTS, 'in a second session', (client) => {
  it('a second session receives the goal, decision, blocker, next action and files of the first session', async () => {
    const here = await openBox(client)
    await initLeftoff(here)
    await here.ask(`Make the greeting longer ${play('work')}`)
    const { sessions }: { sessions: { id: string }[] } = await here.json('session', 'list')
    for (const [kind, text] of Object.entries(NOTES))
      await succeeds(here, 'note', kind, text, '--session', sessions[0]?.id ?? '')
    const asked = here.model.questions.length
    await here.ask(`What is left? ${play('greet')}`)
    // Some clients also ask for a title.
    const briefs = here.model.questions.slice(asked).flatMap(({ raw }) => briefIn(raw) ?? [])
    for (const text of [...Object.values(NOTES), 'README.md', 'src/answer.js'])
      expect(briefs[0]).toContain(text)
  })
})

withBoth(['claude-code', 'codex'], 'taking turns', ([claude, codex]) => {
  it("clients that take turns receive each other's work", async () => {
    const one = await openBox(claude)
    await initLeftoff(one)
    await one.ask(`Make the greeting longer ${play('work')}`)
    const { sessions }: { sessions: { id: string }[] } = await one.json('session', 'list')
    for (const [kind, text] of Object.entries(NOTES))
      await succeeds(one, 'note', kind, text, '--session', sessions[0]?.id ?? '')
    await succeeds(one, 'handoff', '--to', 'codex', '--session', sessions[0]?.id ?? '')
    const other = await openBox(codex, one)
    await initLeftoff(other)
    await other.ask(`Translate it into Danish ${play('greet')}`)
    const [toCodex] = other.model.questions.flatMap(({ raw }) => briefIn(raw) ?? [])
    for (const text of Object.values(NOTES)) expect(toCodex).toContain(text)
    const asked = one.model.questions.length
    await one.ask(`What did the other one do? ${play('greet')}`)
    const [toClaude] = one.model.questions.slice(asked).flatMap(({ raw }) => briefIn(raw) ?? [])
    expect(toClaude).toContain('Translate it into Danish')
    expect(toClaude).toContain('Codex')
  })
})
