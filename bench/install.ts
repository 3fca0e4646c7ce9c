import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Findings, noFindings } from './figures.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Disk use of `npm install leftoff`: the built command and every package that it needs to run. */
export function installFigures(root: string, dist: string): Findings {
  const packages = needed(root)
  const sizes = [...packages].map(([name, folder]) => ({ name, bytes: sizeOf(folder) }))
  const own = sizeOf(dist)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, own)
  const largest = sizes.sort((a, b) => b.bytes - a.bytes).slice(0, 3)
  const note = [
    `leftoff itself ${mb(own)}`,
    ...largest.map(({ name, bytes }) => `${name} ${mb(bytes)}`),
  ].join(', ')
  const figure = {
    group: 'install',
    name: `leftoff and ${packages.size} packages`,
    unit: 'MB',
    value: total / 1e6,
    target: 60,
    note,
  } as const
  return { ...noFindings, figures: [figure] }
}

/** Name and folder of every production dependency, found as Node finds them. */
function needed(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (folder: string): void => {
    const { dependencies, optionalDependencies } = manifestIn(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = found.has(name) ? undefined : folderOf(name, folder)
      if (!place) continue // an optional dependency for another platform
      found.set(name, place)
      visit(place)
    }
  }
  visit(root)
  return found
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

function folderOf(name: string, from: string): string | undefined {
  const place = join(from, 'node_modules', name)
  if (existsSync(join(place, 'package.json'))) return place
  return dirname(from) === from ? undefined : folderOf(name, dirname(from))
}

function sizeOf(path: string): number {
  const found = lstatSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
