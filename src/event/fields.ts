import * as v from 'valibot'
import type { JsonObject } from './canonical-json.ts'

/** Redacted text of any length. Briefs truncate it, but the log does not. */
export const Text = v.string()
/** Short text that appears in lists, such as a name, a path or a command. */
export const Label = v.pipe(v.string(), v.minLength(1), v.maxLength(4096))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const Moment = v.pipe(v.number(), v.integer())

/** The author of the text. Only the user's own words can become a rule. */
const ORIGINS = ['user', 'assistant', 'tool', 'web', 'import'] as const
export const Origin = v.picklist(ORIGINS)
export type Origin = (typeof ORIGINS)[number]

/** The original parts of a message, if plain text would lose images, reasoning or the order of the parts. */
export const Content = v.array(v.record(v.string(), v.unknown()))

/** A document whose own schema defines its content (document.ts); the event stores it unchanged. */
export const Contents = v.record(v.string(), v.unknown()) as v.GenericSchema<
  Readonly<Record<string, unknown>>,
  JsonObject
>

export const Project = v.strictObject({ id: Label, name: Label })
export type Project = v.InferOutput<typeof Project>

/** Identifies a process. The pid alone is not enough, because it may be reused. */
export const ProcessRef = v.strictObject({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  started: v.optional(Label),
  machine: v.optional(Label),
})
export type ProcessRef = v.InferOutput<typeof ProcessRef>
export const isSameProcess = (a: ProcessRef | undefined, b: ProcessRef | undefined): boolean =>
  a !== undefined && b !== undefined && a.pid === b.pid && a.started === b.started

/** How an event arrived if no hook reported it: filled in from a transcript, imported, or found with git. */
const VIAS = ['transcript', 'import', 'git'] as const
export const Via = v.optional(v.picklist(VIAS))
export type Via = (typeof VIAS)[number]
