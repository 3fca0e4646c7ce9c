import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { readRegularFile } from '../host/regular-file.ts'
import type { Session } from '../session/session.ts'

/**
 * Serena (https://github.com/oraios/serena) forgets the active project when its server ends. If the last session
 * used Serena, these lines tell the next session how to activate the project again.
 */
export function serenaLines({
  last,
  checkout,
}: {
  readonly last?: Session | undefined
  readonly checkout: string
}): readonly string[] {
  const used = last?.craft.serena
  if (!used) return []
  const project = projectFor(used.project, checkout)
  return project === undefined
    ? []
    : [`Serena was in use: activate it again with activate_project, project ${JSON.stringify(project)}`]
}

/** The project that was active, if its folder still exists; otherwise this checkout, if it has Serena settings. */
function projectFor(active: string | undefined, checkout: string): string | undefined {
  if (active !== undefined && isAbsolute(active)) return existsSync(active) ? active : undefined
  const settings = readRegularFile(join(checkout, '.serena', 'project.yml'), {
    root: checkout,
    maxBytes: MAX_BYTES,
  })
  if (!settings) return undefined
  const name = /^project_name: {0,20}["']?([^"'#\r\n]{1,200})/m.exec(settings.toString('utf8'))?.[1]?.trim()
  // Serena registers projects by name, so a different name belongs to another project.
  return active === undefined || active === '.' || active === name ? name || checkout : undefined
}

const MAX_BYTES = 64 * 1024
