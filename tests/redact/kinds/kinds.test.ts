import { expect, test } from 'vitest'
import { createRedactor } from '../../../src/redact/redact.ts'
import { chanceFor, isHeldOut, secretKinds } from './kinds.ts'
import { placeKinds } from './place-kinds.ts'
import { tellingParts } from './sample.ts'

const kinds = secretKinds()

test('every sample contains the secrets that the leak test searches for', () => {
  const wrong = kinds.flatMap((kind) =>
    kind.contexts
      .map((context) => ({ context, ...kind.make(context, chanceFor(kind.name)) }))
      .filter(({ text, secrets }) => secrets.length === 0 || !secrets.every((one) => occursIn(text, one)))
      .map(({ context }) => `${kind.name}: ${context}`),
  )
  expect(wrong).toEqual([])
})

/** Secrets are escaped inside JSON and URLs. */
const occursIn = (text: string, secret: string): boolean =>
  [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    JSON.stringify(JSON.stringify(secret)),
  ].some((form) => text.includes(form.replace(/^"|"$/g, '')))

test('kinds have unique names, and about a third are in the held-out set', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
  const share = kinds.filter(({ name }) => isHeldOut(name)).length / kinds.length
  expect(share).toBeGreaterThan(0.25)
  expect(share).toBeLessThan(0.4)
})

test('secrets that are recognized only by their position are found in every context', () => {
  const redact = createRedactor([])
  const leaks = kinds
    .filter(({ name }) => name in placeKinds)
    .flatMap((kind) =>
      kind.contexts.flatMap((context) => {
        const { text, secrets } = kind.make(context, chanceFor(kind.name))
        const { text: out } = redact(text)
        return secrets.flatMap(tellingParts).some((part) => out.includes(part))
          ? [`${kind.name}: ${context}: ${out}`]
          : []
      }),
    )
  expect(leaks).toEqual([])
})
