import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft, hash16 } from '../../agent/event-draft.ts'
import { fenced } from '../../brief/fence.ts'
import { mergeEvents, mergeText } from '../../brief/merge-notice.ts'
import { isSessionId } from '../../event/identity.ts'
import { BriefGiven } from '../../event/upkeep.ts'
import type { Viewed } from '../../log/event-log.ts'
import { lifePhaseOf, phaseMarker, ruleFor } from '../../session/context-phase.ts'
import type { Merge } from '../../session/merges.ts'
import type { Session } from '../../session/session.ts'
import { tokenCeiling } from '../../text/tokens.ts'
import type { World } from '../world.ts'
import type { HookReply } from './hook-reply.ts'

/** If merges have not been reported to the agent yet, adds a notice about them to the reply. */
export async function withMerges(
  world: World,
  given: HookReply | undefined,
  { agent, hook, seen }: MergeReader,
): Promise<HookReply | undefined> {
  const merged = seen && (await mergesOf(world, hook, seen))
  if (!merged) return given
  const text = [given?.text, merged.text].filter(Boolean).join('\n')
  // If the client would truncate the text, the next prompt reports the merges.
  return agent.fits(text) ? { ...given, text, drafts: [...(given?.drafts ?? []), ...merged.drafts] } : given
}

interface MergeReader {
  readonly agent: AgentAdapter
  readonly hook: ParsedHook
  readonly seen: Viewed<Session> | undefined
}

async function mergesOf(
  world: World,
  hook: ParsedHook,
  seen: Viewed<Session>,
): Promise<HookReply | undefined> {
  const { merges, carry, identity } = seen.view
  const untold = merges.done.filter(({ id }) => merges.untold.includes(id))
  if (untold.length === 0) return undefined
  const budget = (world.settings['brief.prompt-budget'] * ruleFor(carry.usage).share) / untold.length
  const texts: string[] = []
  for (const merge of untold) {
    const name = await nameOf(world, merge)
    texts.push(mergeText(seen.view, merge, { name, budget, count: world.countTokens }))
  }
  const text = texts.join('\n\n')
  const fencing = {
    project: identity.project.name,
    boundary: hash16(`${seen.session} ${seen.seq}`),
    isMore: true,
  }
  const told = untold.flatMap((merge) => mergeEvents(seen.view, merge))
  return {
    text: fenced(`${phaseMarker(lifePhaseOf(hook.turn))}\n\n${text}`, fencing),
    drafts: [mergeNoticeDraft(hook, { untold, told, tokens: tokenCeiling(text) })],
  }
}

function mergeNoticeDraft(
  hook: ParsedHook,
  { untold, told, tokens }: { untold: readonly Merge[]; told: readonly string[]; tokens: number },
): EventDraft {
  return eventDraft(BriefGiven, [hook.event, 'merge', ...untold.map(({ id }) => id)], {
    format: 'merge',
    tokens,
    from: untold.map(({ from }) => from),
    occasion: hook.event,
    told: [...told],
  })
}

async function nameOf(world: World, { from }: Merge): Promise<string> {
  const name = isSessionId(from) ? (await world.log.view(from))?.view.identity.branchName : undefined
  return name === undefined ? 'another session' : `branch ${JSON.stringify(name)}`
}
