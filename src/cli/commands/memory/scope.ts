import type { World } from '../../../app/world.ts'
import type { Scope } from '../../../event/memory.ts'
import { Problem } from '../../../problem.ts'
import { text } from '../../flags.ts'

export interface ScopeFlags {
  readonly everywhere: boolean
  readonly language?: string
  readonly here: boolean
}

export const scopeFlags = {
  everywhere: { kind: 'boolean', brief: 'It holds in every project', default: false, withNegated: false },
  language: {
    kind: 'parsed',
    parse: text,
    brief: 'It holds for code in this language',
    placeholder: 'NAME',
    optional: true,
  },
  here: { kind: 'boolean', brief: 'It holds in this project', default: false, withNegated: false },
} as const

/** What the flags say; undefined where they say nothing. */
export function scopeOf(world: World, { everywhere, language, here }: ScopeFlags): Scope | undefined {
  if ([everywhere, language !== undefined, here].filter(Boolean).length > 1)
    throw new Problem({
      code: 'scope-unclear',
      message: 'a rule holds everywhere, for one language or in this project',
      fix: 'give one of --everywhere, --language NAME and --here',
      outcome: 'usage',
    })
  if (everywhere) return { kind: 'universal' }
  if (language !== undefined) return { kind: 'language', of: language.toLowerCase() }
  return here ? { kind: 'project', of: world.place.project.id } : undefined
}
