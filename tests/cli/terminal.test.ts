import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildCommand } from '../support/built-command.ts'
import { answering, missingTerminal } from '../support/pseudo-terminal.ts'
import { createSandbox } from '../support/sandbox.ts'

const reason = missingTerminal()

describe.skipIf(reason !== undefined)(`in a terminal${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test('forget asks for confirmation and erases only after a yes', async () => {
    const here = await createSandbox()
    const { session } = await here.json(['session', 'start', '--goal', 'the zanzibar affair'])
    const refused = await here.run(['forget', session.id], { under: answering('n') })
    expect(refused).toMatchObject({ code: 2, out: expect.stringContaining('nothing was erased') })
    expect(JSON.stringify(await here.json(['session', 'show', session.id]))).toContain('zanzibar')
    const done = await here.run(['forget', session.id], { under: answering('y') })
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('Erased 2 events from 1 session') })
    expect(JSON.stringify(await here.json(['session', 'show', session.id]))).not.toContain('zanzibar')
  })

  test('memory forget asks for confirmation and erases only after a yes', async () => {
    const here = await createSandbox()
    const { id } = await here.json(['memory', 'add', 'Never force-push to main'])
    expect(await here.run(['memory', 'forget', id], { under: answering('') })).toMatchObject({ code: 2 })
    expect((await here.json(['memory', 'list'])).memories).toHaveLength(1)
    expect(await here.run(['memory', 'forget', id], { under: answering('yes') })).toMatchObject({ code: 0 })
    expect((await here.json(['memory', 'list'])).memories).toEqual([])
  })
})

/** Matches a call to `import`, but not a property or a longer name. */
const DYNAMIC_IMPORT = /(?<![\w$.])import\s*\(/
/** Libraries that are loaded with `require` (src/host/lazy-packages.ts). In those, Node supports `import()`. */
const REQUIRED = ['jsonc.cjs', 'tokenizer.cjs', 'toml.cjs', 'tree-sitter.cjs']

test('no bundle that runs from the code cache uses dynamic imports, which fail there', async () => {
  const dist = dirname(await buildCommand())
  const bundles = readdirSync(dist).filter((name) => name.endsWith('.cjs'))
  const importing = bundles.filter((name) => DYNAMIC_IMPORT.test(readFileSync(join(dist, name), 'latin1')))
  expect(bundles).toEqual(expect.arrayContaining([...REQUIRED, 'cli.cjs', 'hook.cjs', 'mcp.cjs', 'chat.cjs']))
  expect(importing.filter((name) => !REQUIRED.includes(name))).toEqual([])
  expect(importing, 'the pattern finds the imports of tree-sitter').toEqual(['tree-sitter.cjs'])
})
