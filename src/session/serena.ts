/** What a session did with Serena, the MCP server that looks at code by its symbols. */
export interface Serena {
  /** The name or the folder that it was activated with. */
  readonly project?: string
}

/** Clients spell the tools of a server differently: `mcp__serena__x`, `mcp__plugin_y_serena__x`, `serena_x`, `serena.x`. */
const TOOL = /^(?:mcp_{1,2})?(?:plugin_[\w-]{1,80}_)?serena(?:__|_|\.|\/)[a-z]/

export const isSerena = (tool: string): boolean => TOOL.test(tool)

/** The project is told once, when it is activated; the calls after it rest on that. */
export function serenaAfter(before: Serena | undefined, tool: string, input: string | undefined): Serena {
  const project = tool.endsWith('activate_project') ? projectIn(input) : undefined
  return project ? { project } : (before ?? {})
}

const MOST = 1000

function projectIn(input: string | undefined): string | undefined {
  try {
    const project: unknown = Object(JSON.parse(input ?? '')).project
    return typeof project === 'string' && project.length <= MOST ? project : undefined
  } catch {
    return undefined // an input that was shortened, or is no JSON
  }
}
