import type { KnownEventOf } from '../event/catalogue.ts'
import { commandIn, titleInPrompt } from '../extract/goal.ts'
import { oneLine, truncateAtWord } from '../text/truncate.ts'
import { isOwnWords } from './conversation.ts'
import { type Fold, fold, last, unchangedBy } from './fold.ts'
import type { Work } from './noted-work.ts'

interface Title {
  readonly text: string
  readonly at: number
  readonly event: string
}

/** A summary by a client's model. It is untrusted: quote it only together with its author. */
interface ClientSummary extends Title {
  readonly kind: string
}

/** The possible titles of a session. */
export interface Naming {
  /** The title that the user set with leftoff or with the client's own command. */
  readonly byUser?: Title
  /** The title that was set through the client by its user, a hook or an editor. */
  readonly byClient?: Title
  /** The title that the client's model wrote. */
  readonly byModel?: Title
  /** The request from the first prompt that contains one. */
  readonly opening?: Title
  /** The first command that the user ran, for a session without any request. */
  readonly command?: Title
  /** Whether the next prompt is the expansion of a command. */
  readonly isExpanding?: boolean
  readonly summary?: ClientSummary
  readonly pulls: readonly LinkedPull[]
}

export interface LinkedPull {
  readonly url: string
  readonly number?: number
  readonly repository?: string
}

const MOST_TITLE = 100
const MOST_SUMMARY = 1200
const MOST_PULLS = 5

export const naming: Fold<Naming> = /* @__PURE__ */ fold<Naming>({ pulls: [] }, () => ({
  ...unchangedBy(
    ['lifecycle', 'work', 'context', 'graph', 'memory', 'upkeep'],
    [
      ...(['tool.called', 'file.read', 'file.changed', 'symbol.touched', 'test.ran'] as const),
      ...(['session.started', 'session.resumed', 'session.tagged', 'session.branched'] as const),
      ...(['session.merged', 'place.changed', 'phase.entered'] as const),
      ...(['instruction.given', 'response.streamed', 'turn.interrupted'] as const),
      ...(['correction.heard', 'subagent.started', 'subagent.stopped', 'agent.noticed'] as const),
      ...(['context.compacting', 'context.compacted', 'compaction.undone'] as const),
    ],
  ),
  'session.titled': (s, e) => afterTitle(s, e),
  'agent.summarized': (s, e) =>
    isOlder(s.summary, e)
      ? s
      : {
          ...s,
          summary: {
            kind: e.kind,
            text: truncateAtWord(oneLine(e.text), MOST_SUMMARY),
            at: e.at,
            event: e.id,
          },
        },
  'pull.linked': (s, e) => ({ ...s, pulls: withPull(s.pulls, e) }),
  'tool.returned': (s, { command, output }) => {
    const url = output && command && OPENS_PULL.test(command) ? PULL.exec(output) : null
    const isKnown = s.pulls.some((pull) => pull.url === url?.[0])
    return url && !isKnown ? { ...s, pulls: withPull(s.pulls, { url: url[0], number: Number(url[1]) }) } : s
  },
  'prompt.submitted': (s, e) => (isOwnWords(e) ? afterPrompt(s, e) : s),
  'response.completed': ({ isExpanding, ...s }) => s,
}))

/** The command that opens a pull request prints its address. */
const OPENS_PULL = /\bgh pr create\b/
const PULL = /https:\/\/[\w.-]{1,100}\/[\w./-]{1,200}\/pull\/(\d{1,9})\b/

const isOlder = (known: Title | undefined, { at }: { readonly at: number }): boolean =>
  known !== undefined && at < known.at

const FIELD = { user: 'byUser', client: 'byClient', model: 'byModel' } as const

function afterTitle(s: Naming, { title, by, at, id }: KnownEventOf<'session.titled'>): Naming {
  const field = FIELD[by]
  const text = shortTitle(title)
  return text === '' || isOlder(s[field], { at }) ? s : { ...s, [field]: { text, at, event: id } }
}

/** Clients have a command to rename a session, and some report it as a prompt. */
const RENAMES = /^\/(?:rename|title)\s+(\S[^\n]{0,300})$/

function afterPrompt(known: Naming, { text, at, id }: KnownEventOf<'prompt.submitted'>): Naming {
  const { isExpanding, ...s } = known
  const said = text.trim()
  const renamed = said.startsWith('/') ? RENAMES.exec(said)?.[1] : undefined
  if (renamed !== undefined) return { ...s, byUser: { text: shortTitle(renamed), at, event: id } }
  if (isExpanding || (s.opening && at >= s.opening.at)) return s
  const command = commandIn(text)
  const opening = command?.isTelling ? command.text : titleInPrompt(text)
  const named = opening === undefined ? s : { ...s, opening: { text: shortTitle(opening), at, event: id } }
  if (!command) return named
  return {
    ...named,
    isExpanding: true,
    command: s.command ?? { text: shortTitle(command.text), at, event: id },
  }
}

function withPull(
  pulls: readonly LinkedPull[],
  { url, number, repository }: Pick<KnownEventOf<'pull.linked'>, 'url' | 'number' | 'repository'>,
): readonly LinkedPull[] {
  const pull = {
    url,
    ...(number !== undefined && { number }),
    ...(repository !== undefined && { repository }),
  }
  return last([...pulls.filter((known) => known.url !== url), pull], MOST_PULLS)
}

const shortTitle = (text: string): string => truncateAtWord(oneLine(text), MOST_TITLE)

export interface SessionTitle extends Title {
  /** The source of the title. Only `user` and `prompt` are the user's own words. */
  readonly by: 'user' | 'client' | 'model' | 'plan' | 'goal' | 'prompt'
}

/** The title of a session. Every list and text that mentions the session uses it. */
export function titleOf({
  naming: { byUser, byClient, byModel, opening, command },
  work: { plan, goal },
}: {
  readonly naming: Naming
  readonly work: Pick<Work, 'plan' | 'goal'>
}): SessionTitle | undefined {
  if (byUser) return { ...byUser, by: 'user' }
  if (byClient) return { ...byClient, by: 'client' }
  if (byModel) return { ...byModel, by: 'model' }
  if (plan?.title !== undefined)
    return { text: shortTitle(plan.title), at: plan.at, event: plan.id, by: 'plan' }
  if (goal && goal.list === undefined)
    return { text: shortTitle(goal.text), at: goal.at, event: goal.id, by: 'goal' }
  const asked = opening ?? command
  return asked && { ...asked, by: 'prompt' }
}
