import type { World } from '../../../app/world.ts'
import type { RuleScope } from '../../../event/memory.ts'
import { Problem } from '../../../problem.ts'
import { text } from '../../flags.ts'

export interface ScopeFlags {
  readonly everywhere: boolean
  readonly language?: string
  readonly here: boolean
}

export const scopeFlags = {
  everywhere: { kind: 'boolean', brief: 'Apply to all projects', default: false, withNegated: false },
  language: {
    kind: 'parsed',
    parse: text,
    brief: 'Apply to projects in this language',
    placeholder: 'NAME',
    optional: true,
  },
  here: { kind: 'boolean', brief: 'Apply to this project', default: false, withNegated: false },
} as const

/** The scope given by flags; undefined without one. */
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
