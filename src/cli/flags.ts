import { parseDuration, SETTINGS } from '../app/settings.ts'
import type { World } from '../app/world.ts'
import type { RuleScope } from '../event/memory.ts'
import { Problem } from '../problem.ts'
import { isAgentName } from '../spool/spool.ts'

export const text = (input: string): string => input

/** A flag that is on or off. */
export const switchFlag = (brief: string) =>
  ({ kind: 'boolean', brief, default: false, withNegated: false }) as const

/** An optional flag with any text. */
export const textFlag = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: text, brief, placeholder, optional: true }) as const

/** An optional flag with a whole number. */
export const countFlag = (flag: string, brief: string) =>
  ({
    kind: 'parsed',
    parse: (input: string) => count(input, flag),
    brief,
    placeholder: 'N',
    optional: true,
  }) as const

/** Flags shared by several commands. */
export const jsonFlag = switchFlag('Print JSON')

export const limitFlag = countFlag('--limit', 'Maximum number of results')

export const daysFlag = {
  kind: 'parsed',
  parse: (input: string) => count(input, '--days', 3650),
  brief: 'Number of days to show',
  placeholder: 'N',
  default: '7',
} as const

export const reasonFlag = textFlag('Reason', 'TEXT')

/** `[ID]`: the named session, or the current one. */
export const optionalId = {
  kind: 'tuple',
  parameters: [{ brief: 'Session ID', parse: text, placeholder: 'ID', optional: true }],
} as const

export const sessionFlag = textFlag('Session ID (default: the current session)', 'ID')

export const projectFlag = textFlag('Only this project (directory or name)', 'DIR|NAME')

export const durationParser =
  (flag: string) =>
  (input: string): number => {
    const found = parseDuration(input)
    if (found !== undefined) return found
    throw invalidValue(flag, input, 'a duration such as 12h, 30d or 2w')
  }

/** Parses a date, or a duration that is counted back from now: `2026-11-16T12:00:00Z`, `2026-11-16`, `2h`, `2h ago`. */
export function moment(input: string, flag: string): number {
  const ago = parseDuration(input.replace(/ ago$/, ''))
  const found = ago === undefined ? Date.parse(input) : Date.now() - ago
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

export interface ScopeFlags {
  readonly everywhere: boolean
  readonly language?: string
  readonly here: boolean
}

export const scopeFlags = {
  everywhere: switchFlag('Apply to all projects'),
  language: textFlag('Apply to projects in this language', 'NAME'),
  here: switchFlag('Apply to this project'),
} as const

/** The scope that the flags select, or undefined if none is set. */
export function scopeOf(world: World, { everywhere, language, here }: ScopeFlags): RuleScope | undefined {
  if ([everywhere, language !== undefined, here].filter(Boolean).length > 1)
    throw new Problem({
      code: 'scope-unclear',
      message: '--everywhere, --language and --here cannot be combined',
      fix: 'use one of them',
      outcome: 'usage',
    })
  if (everywhere) return { kind: 'universal' }
  if (language !== undefined) return { kind: 'language', of: language.toLowerCase() }
  return here ? { kind: 'project', of: world.place.project.id } : undefined
}
