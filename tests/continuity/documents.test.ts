import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/event/canonical-json.ts'
import { DOCUMENT_KINDS, DOCUMENTS, type DocumentKind, openDocument } from '../../src/event/document.ts'

const GOLDEN = join(import.meta.dirname, '../golden')
const versions = readdirSync(GOLDEN)

const golden = (version: string, kind: DocumentKind): JsonObject =>
  JSON.parse(readFileSync(join(GOLDEN, version, `${kind}.json`), 'utf8'))

test('golden documents of the first release exist', () => {
  expect(versions).toContain('0.1.0')
})

/** Each release wrote its own folder. Folders of earlier releases are never edited. */
describe.each(versions)('documents of release %s', (version) => {
  test.each(DOCUMENT_KINDS)(
    'a document of kind %s can still be opened and has the current schema',
    (kind) => {
      const opened = openDocument(kind, golden(version, kind))
      if (opened.kind === 'refused') throw new Error(opened.reason)
      expect(opened.value.schema).toBe(DOCUMENTS[kind].schema)
      const { schema, ...before } = golden(version, kind)
      if (schema === DOCUMENTS[kind].schema) expect(opened.value).toMatchObject(before)
    },
  )

  test.each(DOCUMENT_KINDS)(
    'a document of kind %s is refused if its schema number is wrong or missing, or if it has an extra field',
    (kind) => {
      const document = golden(version, kind)
      const invalid = [
        { ...document, schema: DOCUMENTS[kind].schema + 1 },
        { ...document, schema: undefined },
        { ...document, unknown: true },
      ]
      for (const one of invalid) expect(openDocument(kind, one).kind).toBe('refused')
    },
  )
})
