import * as z from 'zod'
import { type ListedSession, listedSession } from '../../app/lifecycle/session-summary.ts'
import type { World } from '../../app/world.ts'
import { STATES } from '../../session/state.ts'
import { ago, countText } from '../../text/time.ts'
import { cleanLine, READS, tool } from '../tool.ts'

const MAX_SESSIONS = 50
const MAX_CHARACTERS = 160

interface ListInput {
  readonly limit: number
  readonly state?: (typeof STATES)[number] | undefined
}

export const sessionList = tool({
  name: 'session_list',
  title: 'List sessions',
  description: 'List the sessions of this project, most recent first, with the topic of each.',
  input: {
    limit: z.int().min(1).max(MAX_SESSIONS).default(10).describe('Maximum number of sessions'),
    state: z.enum(STATES).optional().describe('Only sessions in this state'),
  },
  annotations: READS,
  async run({ world }, asked) {
    const lines = await sessionLines(world, asked)
    if (lines.length === 0) return { text: 'No matching sessions in this project.' }
    return { text: `${countText(lines.length, 'session')}, most recent first.`, stored: lines.join('\n') }
  },
})

async function sessionLines(world: World, { limit, state }: ListInput): Promise<readonly string[]> {
  const views = await world.log.views({
    projects: world.place.projectIds,
    archived: false,
    ...(state === undefined && { limit }),
  })
  return views
    .map((seen) => listedSession(world, seen))
    .filter((one) => (state === undefined ? one.state !== 'none' : one.state === state))
    .slice(0, limit)
    .map(lineOf)
}

const lineOf = ({ id, state, agent, branch, quietMs, turns, files, about }: ListedSession): string =>
  [
    `${id} ${state}, by ${agent}${branch ? ` on ${branch}` : ''}, last activity ${ago(quietMs)}, ${countText(turns, 'turn')}, ${countText(files, 'file')}`,
    ...(about ? [cleanLine(about, MAX_CHARACTERS)] : []),
  ].join(': ')
