import type { JsonObject } from '../../src/event/canonical-json.ts'
import type { EventType } from '../../src/event/catalogue.ts'
import { foldSession, noSession, type Session } from '../../src/session/session.ts'
import { eventOfType, session, storedEvents } from './events.ts'

/** An event as type, data and time. By default events are one second apart. */
export type EventSketch = readonly [EventType, JsonObject, number?]

/** The view of a session after these events. */
export const viewAfter = (...sketches: readonly EventSketch[]): Session =>
  storedEvents(
    session('view'),
    sketches.map(([type, data, at], index) => eventOfType(type, data, at ?? (index + 1) * 1000)),
  ).reduce(foldSession, noSession)

export const STARTED: EventSketch = [
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
export const goal = (text: string): EventSketch => ['goal.set', { text }]
export const prompt = (text: string): EventSketch => ['prompt.submitted', { text, origin: 'user' }]
export const decided = (choice: string, why?: string): EventSketch => [
  'decision.made',
  { choice, ...(why && { why }) },
]
export const blocked = (text: string): EventSketch => ['blocker.met', { text }]
export const next = (text: string): EventSketch => ['action.planned', { text }]
export const edited = (path: string): EventSketch => ['file.changed', { path, change: 'edited' }]
export const tested = (outcome: 'passed' | 'failed'): EventSketch => [
  'test.ran',
  { name: 'npm test', outcome },
]
export const ran = (command: string, outcome = 'ok'): EventSketch => [
  'tool.returned',
  { call: command, tool: 'Bash', command, outcome },
]
export const measured = (used: number, window = 200_000): EventSketch => [
  'context.measured',
  { used, window, source: 'transcript' },
]
