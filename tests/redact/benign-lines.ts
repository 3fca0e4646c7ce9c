import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chanceOf, pick, type RandomNumber } from './chance.ts'

const ROOT = join(import.meta.dirname, '../..')

/** 10,000 lines without secrets, as tools print them. Half are from sources, and half are generated. */
export function benignLines(root: string = ROOT): readonly string[] {
  const chance = chanceOf(7)
  const made = Array.from({ length: 5000 }, () => pick(GENERATORS, chance)(chance))
  const real = sourceLines(root)
  // Takes lines from all files evenly, so that no library dominates the sample.
  const step = real.length / 5000
  return [...made, ...Array.from({ length: 5000 }, (_, i) => real[Math.floor(i * step)] ?? '')]
}

/** Sources of this project and its dependencies, without tokenizer tables and example secrets. */
function sourceLines(root: string): readonly string[] {
  const files = ['src', 'tests', 'docs', 'scripts', 'node_modules'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|json|md|css|yml)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !/bpeRanks|[/\\]redact[/\\]|\.cache/.test(file)),
  )
  return files
    .sort()
    .filter((_, i) => i % 7 === 0)
    .flatMap((file) => readFileSync(file, 'utf8').slice(0, 200_000).split('\n').slice(0, 400))
    .filter((line) => line.trim() !== '')
}

type Make = (chance: RandomNumber) => string
const randomText = (alphabet: string, length: number, chance: RandomNumber): string =>
  Array.from({ length }, () => pick(alphabet, chance)).join('')
const number = (most: number, chance: RandomNumber): number => Math.floor(chance() * most)
const hex = (length: number, chance: RandomNumber): string => randomText('0123456789abcdef', length, chance)
const base64 = (bytes: number, chance: RandomNumber): string =>
  Buffer.from(Array.from({ length: bytes }, () => number(256, chance))).toString('base64')
const uuid = (chance: RandomNumber): string => [8, 4, 4, 4, 12].map((length) => hex(length, chance)).join('-')
const word: Make = (chance) => pick(WORDS, chance)

const WORDS =
  'token key secret password auth session user cache index value path name count type author keyboard monkey pass passed failed author tokenizer credential state list parse render config client server request response header cookie bearer signature public primary'.split(
    ' ',
  )

const GENERATORS: readonly Make[] = [
  (c) => `${hex(40, c)} Fix the ${word(c)} of the ${word(c)}`,
  (c) => `commit ${hex(40, c)}`,
  (c) => `index ${hex(7, c)}..${hex(7, c)} 100644`,
  (c) => `"id": "${uuid(c)}",`,
  (c) => `${hex(64, c)}  dist/${word(c)}.tar.gz`,
  (c) => `      "integrity": "sha512-${base64(64, c)}",`,
  (c) =>
    `      "resolved": "https://registry.npmjs.org/${word(c)}/-/${word(c)}-${number(9, c)}.${number(20, c)}.0.tgz",`,
  (c) => `background: url(data:image/png;base64,iVBORw0KGgo${base64(90, c)});`,
  (c) =>
    `//# sourceMappingURL=data:application/json;base64,${Buffer.from(`{"version":3,"sources":["${word(c)}.ts"],"mappings":"AAAA"}`).toString('base64')}`,
  (c) =>
    `!function(e,t){var n=e.${word(c)},r=t.${word(c)};return n.key=r.token,n===r?void 0:n}(this,window);`,
  (c) => `    at ${word(c)} (/home/me/project/src/${word(c)}.ts:${number(400, c)}:${number(80, c)})`,
  (c) => `.${word(c)}-${word(c)} { margin: ${number(9, c)}px auto; color: #${hex(6, c)}; }`,
  (c) => `The ${word(c)} of the ${word(c)}: ${number(5000, c)} in all, as the ${word(c)} says.`,
  (c) => `test('the ${word(c)} is ${word(c)} after ${number(9, c)} ${word(c)}s', () => {`,
  (c) =>
    `${hex(8, c)}: ${Array.from({ length: 8 }, () => hex(4, c)).join(' ')}  ${randomText('abc.XYZ012', 16, c)}`,
  (c) => `https://example.com/${word(c)}/${hex(12, c)}?page=${number(9, c)}&sort=${word(c)}#${word(c)}`,
  (c) => `import { ${word(c)}, ${word(c)}Of } from '../${word(c)}/${word(c)}.ts'`,
  (c) => `const ${word(c)} = await ${word(c)}.${word(c)}(${word(c)}, { ${word(c)}: true })`,
  (c) =>
    `  ${word(c)}: ${pick(['string', 'number', 'undefined', 'null', 'true', '0', '""', '[]', 'process.env.X', 'z.string()'], c)},`,
  (c) =>
    `  readonly ${word(c)}Token: ${pick(['string', 'Token', 'TokenId | undefined', 'ReadonlySet<string>'], c)}`,
  (c) =>
    `{"type":"user","uuid":"${uuid(c)}","sessionId":"${uuid(c)}","timestamp":"2026-11-16T0${number(9, c)}:00:00.000Z"}`,
  (c) =>
    `"usage":{"input_tokens":${number(9999, c)},"cache_read_input_tokens":${number(99999, c)},"output_tokens":${number(999, c)}}`,
  (c) => `-rw-r--r-- 1 root root ${number(99999, c)} Nov 16 02:4${number(9, c)} ${word(c)}.key`,
  (c) => `| ${word(c)} | ${word(c)} key | ${hex(7, c)} | ${number(100, c)} % |`,
  (c) => `sha256:${hex(64, c)} ${number(30, c)} hours ago ${number(900, c)}MB`,
  (c) => `h1:${base64(32, c)}`,
  (c) => `export ${word(c).toUpperCase()}_PATH=/usr/local/lib/${word(c)}${number(9, c)}`,
  (c) => `etag: W/"${hex(5, c)}-${base64(20, c)}"`,
  (c) => `✓ src/${word(c)}/${word(c)}.test.ts (${number(60, c)} tests) ${number(900, c)}ms`,
  (c) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(32, c).slice(0, 43)} me@host`,
  (c) => `"signature":"${base64(180, c)}"`,
  (c) => `toolu_01${randomText('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789', 22, c)}`,
  (c) =>
    `if (${word(c)}.password !== ${word(c)}.passwordConfirmation) throw new Error('${word(c)} mismatch')`,
  (c) =>
    `<input type="password" name="${word(c)}" placeholder="Your password" autocomplete="current-password">`,
]
