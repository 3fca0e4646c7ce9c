import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Count, Label, Text } from './fields.ts'

export const OUTCOMES = ['ok', 'failed', 'interrupted'] as const
export const CHANGES = ['created', 'edited', 'deleted', 'renamed'] as const

export const ToolCalled = defineEvent('tool.called', 1, () => ({
  call: Label,
  tool: Label,
  command: v.optional(Text),
  file: v.optional(Label),
  input: v.optional(Text),
  /** Which helper of the agent did it; absent when it was the agent itself. */
  subagent: v.optional(Label),
}))
export const ToolReturned = defineEvent('tool.returned', 1, () => ({
  call: Label,
  tool: Label,
  outcome: v.picklist(OUTCOMES),
  command: v.optional(Text),
  file: v.optional(Label),
  /** Already redacted. */
  output: v.optional(Text),
  durationMs: v.optional(Count),
  input: v.optional(Text),
  subagent: v.optional(Label),
}))
export const FileRead = defineEvent('file.read', 1, () => ({ path: Label }))
export const FileChanged = defineEvent('file.changed', 1, () => ({
  path: Label,
  change: v.picklist(CHANGES),
  lines: v.optional(Count),
  before: v.optional(Text),
  after: v.optional(Text),
}))
/** A function, method or class that was written or edited. */
export const SymbolTouched = defineEvent('symbol.touched', 1, () => ({
  name: Label,
  file: v.optional(Label),
}))
export const TestRan = defineEvent('test.ran', 1, () => ({
  name: Label,
  command: v.optional(Text),
  outcome: v.picklist(['passed', 'failed']),
  passed: v.optional(Count),
  failed: v.optional(Count),
}))
