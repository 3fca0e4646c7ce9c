import type { JsonObject } from '../../src/event/canonical-json.ts'
import type { EventType } from '../../src/event/catalogue.ts'
import { foldSession, noSession, type Session } from '../../src/session/session.ts'
import { chained, session, typed } from './events.ts'

/** What happened, by type and fields, each a second after the other. */
export type Happened = readonly [EventType, JsonObject, number?]

/** The view of a session in which this happened. */
export const viewAfter = (...happened: readonly Happened[]): Session =>
  chained(
    session('view'),
    happened.map(([type, data, at], index) => typed(type, data, at ?? (index + 1) * 1000)),
  ).reduce(foldSession, noSession)

export const STARTED: Happened = [
  'session.started',
  {
    trigger: 'hook',
    agent: 'claude-code',
    project: { id: 'p', name: 'shop' },
    checkout: '/w',
    directory: '/w',
    branch: 'main',
    head: 'abcdef0123456789',
  },
]
export const goal = (text: string): Happened => ['goal.set', { text }]
export const prompt = (text: string): Happened => ['prompt.submitted', { text, origin: 'user' }]
export const decided = (choice: string, why?: string): Happened => [
  'decision.made',
  { choice, ...(why && { why }) },
]
export const blocked = (text: string): Happened => ['blocker.met', { text }]
export const next = (text: string): Happened => ['action.planned', { text }]
export const edited = (path: string): Happened => ['file.changed', { path, change: 'edited' }]
export const tested = (outcome: 'passed' | 'failed'): Happened => ['test.ran', { name: 'npm test', outcome }]
export const ran = (command: string, outcome = 'ok'): Happened => [
  'tool.returned',
  { call: command, tool: 'Bash', command, outcome },
]
export const measured = (used: number, window = 200_000): Happened => [
  'context.measured',
  { used, window, source: 'transcript' },
]
