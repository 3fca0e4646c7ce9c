import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

export const writeJson = (file: string, content: unknown): void =>
  writeText(file, `${JSON.stringify(content, null, 2)}\n`)

/** Hash and mode of the files at these paths, or 'absent'. */
export function fingerprint(folder: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.flatMap((path) => entries(folder, path)))
}

function entries(folder: string, path: string): [string, string][] {
  const full = join(folder, path)
  if (!existsSync(full)) return [[path, 'absent']]
  const { mode } = statSync(full)
  if (statSync(full).isDirectory()) {
    return readdirSync(full).flatMap((name) => entries(folder, join(path, name)))
  }
  const sum = createHash('sha256').update(readFileSync(full)).digest('hex')
  return [[path, `${sum} ${(mode & 0o777).toString(8)}`]]
}
