import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { NeighbourAsk } from './integration.ts'
import { readRegularFile } from './regular-file.ts'

/**
 * Serena (https://github.com/oraios/serena) forgets which project is active when its server ends. Where the last
 * session used it, the next one is told how to activate it again.
 */
export function serenaLines({ last, checkout }: NeighbourAsk): readonly string[] {
  const used = last?.craft.serena
  if (!used) return []
  const project = projectFor(used.project, checkout)
  return project === undefined
    ? []
    : [`Serena was in use: activate it again with activate_project, project ${JSON.stringify(project)}`]
}

/** What it was activated with, if that is still there; else this checkout, if Serena knows it. */
function projectFor(told: string | undefined, checkout: string): string | undefined {
  if (told !== undefined && isAbsolute(told)) return existsSync(told) ? told : undefined
  const settings = readRegularFile(serenaFile(checkout), MOST_BYTES)
  if (!settings) return undefined
  const name = /^project_name: {0,20}["']?([^"'#\r\n]{1,200})/m.exec(settings.toString('utf8'))?.[1]?.trim()
  // A name is what Serena itself has registered; another one than that of this checkout is another project's.
  return told === undefined || told === '.' || told === name ? name || checkout : undefined
}

export const serenaFile = (checkout: string): string => join(checkout, '.serena', 'project.yml')

const MOST_BYTES = 64 * 1024
