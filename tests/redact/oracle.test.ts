import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/redact.ts'

/**
 * secretlint is an independently maintained set of rules. This test reads its patterns from the package,
 * generates matching texts, and requires that redaction removes everything that secretlint reports. If secretlint
 * gets a new rule, this test fails until we have that rule too.
 */
interface Oracle {
  lintSource(
    ask: object,
  ): Promise<{ messages: readonly { ruleId: string; range: readonly [number, number] }[] }>
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend'
const find = createRequire(import.meta.url).resolve
const file = ((): string | undefined => {
  try {
    return find(PRESET)
  } catch {
    return undefined // an optional development dependency
  }
})()

const TOKEN_PATTERN = /\/(\(\?<!\\p\{L\}\)[^\n]{10,400}?)\/gu[;,]/g
/** Removes lookbehinds that fast-check cannot generate from. */
const generable = (source: string): RegExp => {
  const plain = source
    .replace('(?<!\\p{L})', '')
    .replace(/\(\?![^()]*\)/g, '')
    .replace(/\(\?<\w+>/g, '(?:')
  return new RegExp(`^(?:${plain})$`)
}

const redact = createRedactor([])

test.skipIf(!file)('secretlint finds nothing in redacted text', { timeout: 60_000 }, async () => {
  const preset = await import(/* @vite-ignore */ PRESET)
  const { lintSource } = (await import(/* @vite-ignore */ `${'@secretlint'}/core`)) as Oracle
  const source = readFileSync(file ?? '', 'utf8')
  const patterns = [...source.matchAll(TOKEN_PATTERN)].map(([, pattern = '']) => generable(pattern))
  expect(patterns.length).toBeGreaterThan(15)
  const texts = patterns.flatMap((pattern) => fc.sample(fc.stringMatching(pattern), { numRuns: 20, seed: 1 }))
  // A secretlint directive in the text would disable it.
  const rules = preset.rules.filter(
    ({ meta }: { meta: { id: string } }) => !meta.id.includes('filter-comments'),
  )
  const missed: string[] = []
  const asked = new Set<string>()
  for (const text of texts) {
    const content = `value: ${text.replace(/\s/g, '')} \n`
    const config = { rules: rules.map((rule: { meta: { id: string } }) => ({ id: rule.meta.id, rule })) }
    const { messages } = await lintSource({
      source: { filePath: 'a.txt', content, contentType: 'text', ext: '.txt' },
      options: { config, noPhysicFilePath: true },
    })
    for (const { ruleId, range } of messages) {
      asked.add(ruleId)
      if (redact(content).text.includes(content.slice(...range)))
        missed.push(`${ruleId}: ${content.slice(...range)}`)
    }
  }
  expect(missed).toEqual([])
  expect(asked.size).toBeGreaterThan(12)
})
