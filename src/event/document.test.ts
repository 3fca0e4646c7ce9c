import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from './canonical-json.ts'
import { DOCUMENT_KINDS, DOCUMENTS, type DocumentRegistry, openDocument } from './document.ts'

const HANDOFF = {
  document: 'handoff',
  schema: 1,
  session: 'ses_1',
  at: 1,
  agent: 'codex',
  project: 'shop',
  summary: { done: [], decided: [], blocked: [], next: ['go on'], files: [], evidence: [] },
}

test('every document kind has one migration for each older schema', () => {
  for (const kind of DOCUMENT_KINDS)
    expect(DOCUMENTS[kind].migrations).toHaveLength(DOCUMENTS[kind].schema - 1)
})

test('a document from this release is opened', () => {
  expect(openDocument('handoff', HANDOFF)).toEqual({ kind: 'document', value: HANDOFF })
})

test.each([
  [
    { ...HANDOFF, schema: 2 },
    'this handoff has schema 2, but this release supports up to 1: update leftoff to read it',
  ],
  [{ ...HANDOFF, schema: undefined }, 'this handoff has no schema number'],
  [{ ...HANDOFF, schema: 0 }, 'this handoff has no schema number'],
  [{ ...HANDOFF, schema: '1' }, 'this handoff has no schema number'],
  [{ ...HANDOFF, document: 'checkpoint' }, 'this handoff does not match its schema: document is invalid'],
  [{ ...HANDOFF, more: 1 }, 'this handoff does not match its schema: more is invalid'],
  [{ ...HANDOFF, summary: {} }, 'this handoff does not match its schema: summary.done is invalid'],
] as const)('%o is refused with a reason', (stored, reason) => {
  expect(openDocument('handoff', stored as unknown as JsonObject)).toEqual({ kind: 'refused', reason })
})

test('any JSON object is opened or refused without an exception', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(...DOCUMENT_KINDS),
      (json, kind) => {
        expect(['document', 'refused']).toContain(openDocument(kind, json as JsonObject).kind)
      },
    ),
  )
})

describe('documents and later releases', () => {
  const tomorrow: DocumentRegistry = {
    ...DOCUMENTS,
    handoff: {
      ...DOCUMENTS.handoff,
      schema: 3,
      migrations: [
        ({ by, ...rest }) => ({ ...rest, agent: by }),
        ({ summary, ...rest }) => ({ ...rest, summary: { ...(summary as JsonObject), evidence: [] } }),
      ],
    },
  }
  const { agent: by, ...rest } = HANDOFF
  const { evidence: _, ...summary } = HANDOFF.summary

  test('a later release migrates older documents step by step', () => {
    expect(openDocument('handoff', { ...rest, by, summary }, tomorrow)).toEqual({
      kind: 'document',
      value: { ...HANDOFF, schema: 3 },
    })
    expect(openDocument('handoff', { ...HANDOFF, schema: 2, summary }, tomorrow).kind).toBe('document')
  })

  test('a later release refuses documents that its migrations cannot handle', () => {
    const broken: DocumentRegistry = {
      ...tomorrow,
      handoff: {
        ...tomorrow.handoff,
        migrations: [
          () => {
            throw new Error('no such field')
          },
        ],
      },
    }
    expect(openDocument('handoff', HANDOFF, broken)).toEqual({
      kind: 'refused',
      reason: 'this handoff cannot be migrated from schema 1 to 3',
    })
  })
})
