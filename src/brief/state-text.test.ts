import { expect, test } from 'vitest'
import { noSession, type Session } from '../session/session.ts'
import { aged } from './age.ts'
import { standingOf } from './state-text.ts'

const NOW = 1_000_000

const session = (life: Partial<Session['life']>, branch = 'main'): Session => ({
  ...noSession,
  life: { ...noSession.life, lastActivityAt: NOW - 120_000, ...life },
  identity: { ...noSession.identity, agent: 'codex', branch },
  talk: { ...noSession.talk, turns: 3 },
})

const told = (life: Partial<Session['life']>, branch?: string): string =>
  aged(standingOf(session(life, branch)), NOW)

test.each([
  [{ state: 'ended', endTrigger: 'hook' }, 'ended 2 minutes ago, after 3 turns.'],
  [{ state: 'active' }, 'was last active 2 minutes ago, after 3 turns.'],
  [
    { state: 'crashed', crashTrigger: 'process-gone' },
    'broke off 2 minutes ago, after 3 turns. It did not end, it crashed: look at the working tree before you go on.',
  ],
  [
    { state: 'ended', endTrigger: 'recovered', crashTrigger: 'process-gone', recoveryNote: '3 prompts' },
    'crashed 2 minutes ago; recovered: 3 prompts. Look at the working tree before you go on.',
  ],
  [
    { state: 'ended', endTrigger: 'recovered', crashTrigger: 'quiet', recoveryNote: '3 prompts' },
    'broke off 2 minutes ago; recovered: 3 prompts. Look at the working tree before you go on.',
  ],
  [
    { state: 'ended', endTrigger: 'recovered' },
    'crashed 2 minutes ago; it was recovered. Look at the working tree before you go on.',
  ],
] as const)('%j is told as: %s', (life, words) => {
  expect(told(life)).toBe(`The last session, codex on branch main, ${words}`)
})

test('what was recovered takes one line, however much it was', () => {
  const note = `tests failing (${'x'.repeat(300)}\nand more)`
  const line = told({ state: 'ended', endTrigger: 'recovered', recoveryNote: note })
  expect(line).not.toContain('\n')
  expect(line.length).toBeLessThan(240)
})
