import * as v from 'valibot'
import { defineEvent } from './define.ts'
import { Content, Count, Label, Text } from './fields.ts'

const OUTCOMES = ['ok', 'failed', 'interrupted'] as const
export const CHANGES = ['created', 'edited', 'deleted', 'renamed'] as const
export const SYMBOLS = ['function', 'method', 'class', 'type', 'module'] as const

export const ToolCalled = defineEvent('tool.called', 1, {
  family: 'tools',
  activity: true,
  references: ['call', 'subagent'],
  fields: () => ({
    call: Label,
    tool: Label,
    command: v.optional(Text),
    file: v.optional(Label),
    input: v.optional(Text),
    /** The subagent that made the call. Absent if the agent itself made it. */
    subagent: v.optional(Label),
  }),
})
export const ToolReturned = defineEvent('tool.returned', 1, {
  family: 'tools',
  activity: true,
  references: ['call', 'subagent'],
  nestedReferences: ['toolCallId'],
  fields: () => ({
    call: Label,
    tool: Label,
    outcome: v.picklist(OUTCOMES),
    command: v.optional(Text),
    file: v.optional(Label),
    /** The output, already redacted. */
    output: v.optional(Text),
    content: v.optional(Content),
    durationMs: v.optional(Count),
    input: v.optional(Text),
    subagent: v.optional(Label),
  }),
})
export const FileRead = defineEvent('file.read', 1, {
  family: 'tools',
  activity: true,
  quiet: true,
  fields: () => ({ path: Label }),
})
export const FileChanged = defineEvent('file.changed', 1, {
  family: 'tools',
  activity: true,
  fields: () => ({
    path: Label,
    change: v.picklist(CHANGES),
    lines: v.optional(Count),
    before: v.optional(Text),
    after: v.optional(Text),
  }),
})
/** A function, method or class that was written or edited. */
export const SymbolTouched = defineEvent('symbol.touched', 1, {
  family: 'tools',
  activity: false,
  quiet: true,
  fields: () => ({
    /** `Class.method` or `function`. */
    name: Label,
    file: v.optional(Label),
    kind: v.optional(v.picklist(SYMBOLS)),
    /** The one-based number of the first line. Absent if only a part of the file is known. */
    line: v.optional(Count),
  }),
})
/** The changed files were indexed for symbols, up to this event. */
export const SymbolsIndexed = defineEvent('symbols.indexed', 1, {
  family: 'upkeep',
  activity: false,
  quiet: true,
  fields: () => ({ upTo: Count }),
})
export const TestRan = defineEvent('test.ran', 1, {
  family: 'tools',
  activity: true,
  fields: () => ({
    name: Label,
    command: v.optional(Text),
    outcome: v.picklist(['passed', 'failed']),
    passed: v.optional(Count),
    failed: v.optional(Count),
    skipped: v.optional(Count),
    /** Names of the first failed tests. */
    failing: v.optional(v.array(Label)),
  }),
})
