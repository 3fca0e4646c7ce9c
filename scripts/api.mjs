// The reference of the library: every export, with its doc comment and its type, from the declarations that the compiler
// writes. They are regular: a declaration begins in the first column and ends before the next that does.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './prepared.mjs'

const { exports: exported } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export function apiReference() {
  const folder = mkdtempSync(join(root, 'node_modules', '.leftoff-api-'))
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', folder], { cwd: root })
    const entries = Object.entries(exported).filter(([, { types }]) => types)
    const parts = entries.map(([name, { types }]) => {
      const file = join(folder, types.replace('./dist/types/', ''))
      const listed = exportsOf(file).map((one) => rendered(one, folder))
      return `## \`${join('leftoff', name)}\`\n\n${listed.join('\n')}`
    })
    return `${HEAD}\n${parts.join('\n')}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const HEAD = `# The library, export by export

Generated from the types by \`npm run docs\`; checked by \`npm run check\`. The guide is [library.md](library.md), what may
change when is in [versions.md](versions.md).
`

/** Name and file of everything that an entry exports. */
function exportsOf(file) {
  const text = readFileSync(file, 'utf8')
  const found = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(
    ([, names, from]) =>
      names.split(',').flatMap((one) => {
        const name = one.trim().replace(/^type /, '')
        return name === '' ? [] : [{ name, file: join(dirname(file), from.replace(/\.(js|ts)$/, '.d.ts')) }]
      }),
  )
  return found.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function rendered({ name, file }, folder) {
  const found = declarationsIn(file).find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not declared in ${file.slice(folder.length)}`)
  const { about, code } = found
  return [`### ${name}`, ...(about ? [about] : []), `\`\`\`ts\n${code}\n\`\`\``].join('\n\n').concat('\n')
}

const BEGINNING = /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type|function|const) (\w+)/

function declarationsIn(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const found = []
  let comment = []
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at].startsWith('/**')) {
      const end = lines.findIndex((line, index) => index >= at && line.includes('*/'))
      comment = lines.slice(at, end + 1)
      at = end
      continue
    }
    const name = BEGINNING.exec(lines[at])?.[1]
    if (!name) continue
    const next = lines.findIndex((_, index) => index > at && isNext(lines, index))
    const code = lines.slice(at, next < 0 ? lines.length : next)
    found.push({ name, about: plain(comment), code: shown(code) })
    comment = []
    at += code.length - 1
  }
  return found
}

/** Comments inside a union begin in the first column too. */
function isNext(lines, at) {
  if (!lines[at].startsWith('/**')) return BEGINNING.test(lines[at]) || /^(?:export|import) /.test(lines[at])
  const end = lines.findIndex((line, index) => index >= at && line.includes('*/'))
  return BEGINNING.test(lines[end + 1] ?? '')
}

/** A comment without its stars and without its example: that is in the guide. */
function plain(comment) {
  const text = comment.map((line) => line.replace(/^\/\*\* ?|^ \*\/$|^ \* ?| ?\*\/$/g, '')).join('\n')
  return text
    .replace(/@example[\s\S]*/, '')
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
    .trim()
}

const MOST_LINES = 120

/** What a reader can use: nothing private, nothing internal, no hundred lines of inferred types. */
function shown(lines) {
  const code = lines
    .join('\n')
    .replaceAll(/^ *\/\*\*(?:(?!\*\/)[\s\S])*@internal(?:(?!\*\/)[\s\S])*\*\/\n.*\n/gm, '')
    .replaceAll(/^ *(?:#private;|private .*)\n/gm, '')
    .replaceAll(/^export (declare )?/gm, '')
    .trim()
  const all = code.split('\n').map((line) => (line.length > 400 ? `${line.slice(0, 120)} ...` : line))
  return all.length > MOST_LINES ? `${all[0].replace(/[[<{].*$/, '')}[...]` : all.join('\n')
}
