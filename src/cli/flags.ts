import { parseDuration, SETTINGS } from '../app/settings.ts'
import { Problem } from '../problem.ts'
import { isAgentName } from '../spool/spool.ts'

/** Flags shared by several commands. */
export const jsonFlag = { kind: 'boolean', brief: 'Print JSON', default: false, withNegated: false } as const

export const limitFlag = {
  kind: 'parsed',
  parse: (input: string) => count(input, '--limit'),
  brief: 'Maximum number of results',
  placeholder: 'N',
  optional: true,
} as const

export const daysFlag = {
  kind: 'parsed',
  parse: (input: string) => count(input, '--days', 3650),
  brief: 'Number of days to show',
  placeholder: 'N',
  default: '7',
} as const

export const text = (input: string): string => input

/** `[ID]`: the named session, or the current one. */
export const optionalId = {
  kind: 'tuple',
  parameters: [{ brief: 'Session ID', parse: text, placeholder: 'ID', optional: true }],
} as const

export const sessionFlag = {
  kind: 'parsed',
  parse: text,
  brief: 'Session ID (default: the current session)',
  placeholder: 'ID',
  optional: true,
} as const

export const projectFlag = {
  kind: 'parsed',
  parse: text,
  brief: 'Only this project (directory or name)',
  placeholder: 'DIR|NAME',
  optional: true,
} as const

export const durationParser =
  (flag: string) =>
  (input: string): number => {
    const found = parseDuration(input)
    if (found !== undefined) return found
    throw invalidValue(flag, input, 'a duration such as 12h, 30d or 2w')
  }

/** Parses a date or a duration before now: `2026-11-16T12:00:00Z`, `2026-11-16`, `2h`, `2h ago`. */
export function moment(input: string, flag: string, now: number = Date.now()): number {
  const ago = parseDuration(input.replace(/ ago$/, ''))
  const found = ago === undefined ? Date.parse(input) : now - ago
  if (Number.isFinite(found)) return found
  throw invalidValue(flag, input, 'a date such as 2026-11-16T12:00:00Z or a duration such as 2h')
}

export function count(input: string, flag: string, most = 1_000_000): number {
  const found = /^\d{1,7}$/.test(input) ? Number(input) : 0
  if (found >= 1 && found <= most) return found
  throw invalidValue(flag, input, `a whole number from 1 to ${most}`)
}

export function modelName(input: string, flag: string): string {
  const { pattern, like } = SETTINGS['chat.model']
  if (pattern.test(input)) return input
  throw invalidValue(flag, input, like)
}

export function agentName(input: string): string {
  if (isAgentName(input)) return input
  throw new Problem({
    code: 'agent-name-invalid',
    message: `invalid agent name ${JSON.stringify(input.slice(0, 60))}`,
    fix: 'use lowercase letters, digits and hyphens, such as claude-code',
    outcome: 'usage',
  })
}

export function checkedTag(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._/-]{0,49}$/u.test(name)) return name
  throw new Problem({
    code: 'tag-invalid',
    message: `invalid tag ${JSON.stringify(name.slice(0, 60))}`,
    fix: 'use up to 50 letters, digits, dots, slashes and hyphens',
    outcome: 'usage',
  })
}

const invalidValue = (flag: string, input: string, allowed: string): Problem =>
  new Problem({
    code: 'usage',
    message: `invalid value ${JSON.stringify(input.slice(0, 60))} for ${flag}`,
    fix: `use ${allowed}`,
    outcome: 'usage',
  })
