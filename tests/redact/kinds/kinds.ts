import { createHash } from 'node:crypto'
import { chanceOf, pick, type RandomNumber } from '../chance.ts'
import { fillTemplate } from '../template.ts'
import { assignments, surroundings, tokenSurroundings } from './contexts.ts'
import { keyKinds } from './key-kinds.ts'
import { ordinaryKinds } from './ordinary-kinds.ts'
import { placeKinds } from './place-kinds.ts'
import type { SecretSample } from './sample.ts'
import { snippetKinds } from './snippet-kinds.ts'
import { tokenKinds } from './token-kinds.ts'
import { secretNames, valueKinds } from './value-kinds.ts'

/** One kind of secret, written into each of its contexts. */
export interface SecretKind {
  readonly name: string
  readonly family: 'token' | 'value' | 'snippet' | 'key'
  readonly contexts: readonly string[]
  make(context: string, chance: RandomNumber): SecretSample
}

/**
 * Held-out kinds measure how the rules perform on kinds that nobody tuned them for. A hash decides which
 * kinds are held out, so that nobody can choose them. Rules are never changed because of a held-out kind.
 */
export const isHeldOut = (name: string): boolean =>
  createHash('sha256').update(`held out? ${name}`).digest().readUInt16BE(0) %
    (name in ordinaryKinds ? 2 : 3) ===
  0

/** Kinds without a recognizable form. They are measured, and SECURITY.md lists them. */
export const isUnprotected = (name: string): boolean => UNPROTECTED.has(name)
const UNPROTECTED: ReadonlySet<string> = new Set(['mailgun key, new', 'vault legacy token', 'backup codes'])

/** Whether some of the kind's values happen to resemble words or code. */
export const mayLookLikeWord = (name: string): boolean =>
  (/letters|word/.test(name) && name in valueKinds) || SHORT_AND_NAMELESS.has(name)
/** Only the letters themselves show that these values are random. */
const SHORT_AND_NAMELESS: ReadonlySet<string> = new Set([
  'lower-case letters and digits',
  'capital letters and digits',
  'user colon password',
  'user and password with commas',
  'email and password in a table',
  'wifi profile',
])

/** A fixed seed for each kind, so that a new kind does not change the samples of the others. */
export const chanceFor = (name: string, seed = 0): RandomNumber =>
  chanceOf(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0))

export function secretKinds(): readonly SecretKind[] {
  return [
    ...Object.entries(tokenKinds).map(([name, template]) =>
      templateKind({ name, family: 'token', template, contexts: tokenSurroundings }),
    ),
    ...Object.entries({ ...snippetKinds, ...placeKinds, ...ordinaryKinds }).map(([name, template]) =>
      templateKind({ name, family: 'snippet', template, contexts: surroundings }),
    ),
    ...Object.entries(keyKinds).map(
      ([name, make]): SecretKind => ({
        name,
        family: 'key',
        contexts: ['plain'],
        make: (_, chance) => make(chance),
      }),
    ),
    ...Object.entries(valueKinds).map(([name, make]) => valueKind(name, make)),
  ]
}

interface TemplateKind {
  readonly name: string
  readonly family: 'token' | 'snippet'
  readonly template: string
  readonly contexts: Readonly<Record<string, (text: string) => string>>
}

/** Shorter pieces are parts of a longer secret. */
const MIN_PIECE = 12

const templateKind = ({ name, family, template, contexts }: TemplateKind): SecretKind => ({
  name,
  family,
  contexts: Object.keys(contexts),
  make: (context, chance) => {
    const { text, secret, pieces } = fillTemplate(template, chance)
    const long = pieces.filter((piece) => piece.length >= MIN_PIECE)
    // A few letters occur in other text by chance.
    const short = pieces.every(({ length }) => length < 8) && !secret.includes('\n') ? [secret] : pieces
    return { text: contexts[context]?.(text) ?? text, secrets: long.length > 0 ? long : short }
  },
})

const valueKind = (name: string, make: (chance: RandomNumber) => string): SecretKind => ({
  name,
  family: 'value',
  contexts: Object.keys(assignments),
  make: (context, chance) => {
    const value = make(chance)
    const secret = context === 'url' ? encodeURIComponent(value) : value
    return { text: assignments[context]?.(pick(secretNames, chance), value) ?? value, secrets: [secret] }
  },
})
