import { parsedDuration, SETTINGS } from '../app/settings.ts'
import { Problem } from '../problem.ts'
import { isAgentName } from '../spool/spool.ts'

/** Flags that several commands share, said once. */
export const jsonFlag = { kind: 'boolean', brief: 'Print JSON', default: false, withNegated: false } as const

export const limitFlag = {
  kind: 'parsed',
  parse: (input: string) => count(input, '--limit'),
  brief: 'At most so many',
  placeholder: 'N',
  optional: true,
} as const

export const daysFlag = {
  kind: 'parsed',
  parse: (input: string) => count(input, '--days', 3650),
  brief: 'So many days back',
  placeholder: 'N',
  default: '7',
} as const

export const text = (input: string): string => input

/** `[ID]`: the session that is named, else the one that is meant here. */
export const optionalId = {
  kind: 'tuple',
  parameters: [{ brief: 'Which session', parse: text, placeholder: 'ID', optional: true }],
} as const

export const sessionFlag = {
  kind: 'parsed',
  parse: text,
  brief: 'Which session; default: the one at work here',
  placeholder: 'ID',
  optional: true,
} as const

export const projectFlag = {
  kind: 'parsed',
  parse: text,
  brief: 'Only of this project: a folder or a name',
  placeholder: 'DIR|NAME',
  optional: true,
} as const

export const durationParser =
  (flag: string) =>
  (input: string): number => {
    const found = parsedDuration(input)
    if (found !== undefined) return found
    throw wrong(flag, input, 'durations such as 12h, 30d, 2w')
  }

/** A date, or how long ago: `2026-11-16T12:00:00Z`, `2026-11-16`, `2h`, `2h ago`. */
export function moment(input: string, flag: string, now: number = Date.now()): number {
  const ago = parsedDuration(input.replace(/ ago$/, ''))
  const found = ago === undefined ? Date.parse(input) : now - ago
  if (Number.isFinite(found)) return found
  throw wrong(flag, input, 'dates such as 2026-11-16T12:00:00Z, and durations such as 2h')
}

export function count(input: string, flag: string, most = 1_000_000): number {
  const found = /^\d{1,7}$/.test(input) ? Number(input) : 0
  if (found >= 1 && found <= most) return found
  throw wrong(flag, input, `whole numbers from 1 to ${most}`)
}

export function modelName(input: string, flag: string): string {
  const { pattern, like } = SETTINGS['chat.model']
  if (pattern.test(input)) return input
  throw wrong(flag, input, like)
}

export function agentName(input: string): string {
  if (isAgentName(input)) return input
  throw new Problem({
    code: 'agent-name-invalid',
    message: `an agent cannot be named ${JSON.stringify(input.slice(0, 60))}`,
    fix: 'use small letters, digits and hyphens, such as claude-code',
    outcome: 'usage',
  })
}

export function checkedTag(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._/-]{0,49}$/u.test(name)) return name
  throw new Problem({
    code: 'tag-invalid',
    message: `${JSON.stringify(name.slice(0, 60))} cannot be a tag`,
    fix: 'use letters, digits, dots, slashes and hyphens, at most 50',
    outcome: 'usage',
  })
}

const wrong = (flag: string, input: string, allowed: string): Problem =>
  new Problem({
    code: 'usage',
    message: `${flag} cannot be ${JSON.stringify(input.slice(0, 60))}: allowed are ${allowed}`,
    fix: 'correct it and try again',
    outcome: 'usage',
  })
