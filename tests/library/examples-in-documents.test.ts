import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCommand } from '../support/built-command.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(root, 'node_modules', '.leftoff-documents-'))
const exported: Readonly<Record<string, string>> = {
  leftoff: 'src/index.ts',
  'leftoff/ai-sdk': 'src/library/ai-sdk/index.ts',
  'leftoff/claude-agent-sdk': 'src/library/claude-agent-sdk/index.ts',
  'leftoff/langgraph': 'src/library/langgraph/index.ts',
}

interface CodeBlock {
  readonly where: string
  readonly code: string
}

const fenced = (where: string, text: string): CodeBlock[] =>
  [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ''], index) => ({
    where: `${where} ${index + 1}`,
    code,
  }))

const inDocument = (name: string): CodeBlock[] => fenced(name, readFileSync(join(root, name), 'utf8'))

/** Code blocks in doc comments, without the leading asterisks. */
function inComments(name: string): CodeBlock[] {
  const comments = readFileSync(join(root, name), 'utf8').match(/^ *\/\*\*[\s\S]*?\*\//gm) ?? []
  return fenced(name, comments.join('\n').replaceAll(/^ *\* ?/gm, ''))
}

const library = readdirSync(join(root, 'src/library'), { recursive: true, encoding: 'utf8' })
const blocks = [
  ...inDocument('README.md'),
  ...inDocument('docs/guide/library.md'),
  ...library.filter((name) => name.endsWith('.ts')).flatMap((name) => inComments(`src/library/${name}`)),
]
/** Examples with `declare` need something real, such as a model, so they are only type-checked. */
const runnable = blocks.filter(({ code }) => !/^declare /m.test(code))
const nameOf = (block: CodeBlock): string => `example-${blocks.indexOf(block)}`

beforeAll(() => {
  for (const block of blocks) writeFileSync(join(folder, `${nameOf(block)}.ts`), `${block.code}\nexport {}\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every example in documents and doc comments compiles', () => {
  const paths = Object.fromEntries(Object.entries(exported).map(([name, file]) => [name, [join(root, file)]]))
  const compilerOptions = {
    paths,
    noUnusedLocals: false,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', folder], {
    encoding: 'utf8',
    cwd: root,
  })
  expect(stdout).toBe('')
  expect(blocks.length).toBeGreaterThan(2)
}, 120_000)

test.each(runnable)(
  'the example in $where runs',
  async (block) => {
    await buildCommand()
    const outfile = join(folder, `${nameOf(block)}.mjs`)
    const { code } = await transform(block.code, { loader: 'ts', format: 'esm' })
    writeFileSync(
      outfile,
      code.replaceAll(
        /from "leftoff(?:\/([\w-]+))?"/g,
        (_, part = 'index') => `from "${root}/dist/${part}.js"`,
      ),
    )
    const home = join(folder, nameOf(block))
    mkdirSync(home)
    const env = { ...process.env, LEFTOFF_HOME: home }
    const { status, stderr } = spawnSync(process.execPath, [outfile], { cwd: home, env, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  },
  60_000,
)
