import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutants } from './crash/mutants.mjs'

const root = join(import.meta.dirname, '..')

test('every mutant still matches the source line that it patches', () => {
  const lost = mutants.flatMap(({ campaign, name, patches }) =>
    patches
      .filter(({ file, from }) => !readFileSync(join(root, file), 'utf8').includes(from))
      .map(({ file }) => `${campaign}: ${name} (${file})`),
  )
  expect(lost).toEqual([])
})

test('docs/design/reliability.md states the number of mutants', () => {
  expect(readFileSync(join(root, 'docs/design/reliability.md'), 'utf8')).toContain(
    `There are ${mutants.length} mutants;`,
  )
})
