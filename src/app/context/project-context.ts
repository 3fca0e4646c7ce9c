import { hash16 } from '../../agent/event-draft.ts'
import type { Section } from '../../brief/claim.ts'
import { fenced, fencedRules } from '../../brief/fence.ts'
import { rulesWithNotices } from '../../brief/rules.ts'
import { writeBrief } from '../../brief/write-brief.ts'
import { rulesHere } from '../memory/rules.ts'
import type { World } from '../world.ts'
import { type ComposeAsk, composeBrief, gatherProjectClaims } from './compose-brief.ts'
import type { UnfencedBrief } from './fit-reply.ts'

interface ProjectContextAsk extends ComposeAsk {
  /** `standing`: only the parts that apply to every session of the project. Default: the whole brief. */
  readonly parts?: 'all' | 'standing'
  /** Maximum number of tokens for rules and brief together. */
  readonly total?: number
  /** Whether to include the rules in AGENTS.md and similar files, because the reader does not read these files. */
  readonly withWritten?: boolean
}

/**
 * The user's rules and what is known about the project. Hooks, sub-agents, MCP, the library and the chat all use
 * this function.
 */
export async function projectContext(
  world: World,
  { parts = 'all', total, withWritten, ...ask }: ProjectContextAsk,
): Promise<UnfencedBrief | undefined> {
  const brief = parts === 'all' ? await composeBrief(world, ask) : await openWork(world, ask)
  // Rules apply to the current location and time, not to another project or session.
  const rules =
    ask.only || ask.projectIds
      ? undefined
      : await rulesHere(world, brief?.tokens ?? 0, { total, withWritten })
  return rules ? { ...(brief ?? noBrief(world)), rules } : brief
}

const noBrief = ({ place }: World): UnfencedBrief => ({
  project: place.project,
  sessions: [],
  told: [],
  text: '',
  tokens: 0,
})

/** Sections with the open items and facts of the project, from all its sessions. */
const STANDING: ReadonlySet<Section> = new Set(['blockers', 'next', 'questions', 'facts'])

async function openWork(world: World, ask: ComposeAsk): Promise<UnfencedBrief | undefined> {
  const found = await gatherProjectClaims(world, ask)
  const claims = found?.claims.filter(({ section }) => STANDING.has(section)) ?? []
  const brief = writeBrief(claims, { budget: ask.budget, count: world.countTokens })
  return found && brief && { ...brief, project: found.project, sessions: found.sessions }
}

/** Rules as instructions, everything else as quoted data. */
export function fencedContext({ rules, text, project, sessions }: UnfencedBrief, id: string): string {
  const boundary = hash16(`${id} ${sessions[0]?.session} ${text.length}`)
  const quoted = text && fenced(text, { project: project.name, boundary })
  return [rules && fencedRules(rulesWithNotices(rules), boundary), quoted].filter(Boolean).join('\n')
}

/** Token limit for the open work that a sub-agent or a program's model gets. */
export const OPEN_WORK_TOKENS = 400
