import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/event/canonical-json.ts'
import { DOCUMENT_KINDS, DOCUMENTS, type DocumentKind, openDocument } from '../../src/event/document.ts'

const GOLDEN = join(import.meta.dirname, '../golden')
const versions = readdirSync(GOLDEN)

const golden = (version: string, kind: DocumentKind): JsonObject =>
  JSON.parse(readFileSync(join(GOLDEN, version, `${kind}.json`), 'utf8'))

test('there are documents of the first release', () => {
  expect(versions).toContain('0.1.0')
})

/** One folder for each release, written by it and never edited. */
describe.each(versions)('what release %s wrote', (version) => {
  test.each(DOCUMENT_KINDS)('%s still loads, in the schema of today', (kind) => {
    const opened = openDocument(kind, golden(version, kind))
    if (opened.kind === 'refused') throw new Error(opened.reason)
    expect(opened.value.schema).toBe(DOCUMENTS[kind].schema)
    const { schema, ...before } = golden(version, kind)
    if (schema === DOCUMENTS[kind].schema) expect(opened.value).toMatchObject(before)
  })

  test.each(DOCUMENT_KINDS)(
    '%s with another number, without one, or with one field more is never loaded',
    (kind) => {
      const document = golden(version, kind)
      const spoiled = [
        { ...document, schema: DOCUMENTS[kind].schema + 1 },
        { ...document, schema: undefined },
        { ...document, unheard: true },
      ]
      for (const one of spoiled) expect(openDocument(kind, one).kind).toBe('refused')
    },
  )
})

test('there are golden documents', () => {
  expect(versions).toContain('0.1.0')
})
