import type { KnownEvent } from '../../event/catalogue.ts'
import type { SessionId } from '../../event/identity.ts'
import { understand } from '../../event/understand.ts'
import type { HeardCorrection } from '../../memory/cluster.ts'
import { detectCorrections } from '../../memory/detect-corrections.ts'
import { confidenceOf } from '../../memory/propose.ts'
import { APPROVE_CONFIDENCE } from '../../memory/thresholds.ts'
import type { Rule } from '../../session/rulebook.ts'
import { wasImported } from '../transfer/import-session.ts'
import type { World } from '../world.ts'
import { approveAsSure, ruleSources, rulesOf } from './rules.ts'
import { collectTurns } from './turns.ts'

/**
 * Approves proposals that need no review: the user certainly typed the words, in sessions that hooks recorded
 * on this machine, and these messages alone give enough confidence. Such a rule applies only to its project.
 *
 * The words are read from the log again, because the index is a cache that other programs could have changed.
 */
export async function approveTyped(world: World, threshold: number): Promise<readonly Rule[]> {
  const least = Math.max(threshold, APPROVE_CONFIDENCE)
  const candidates = (await rulesOf(world)).filter(
    ({ state, origin, confidence = 0 }) => state === 'proposed' && origin === 'user' && confidence >= least,
  )
  if (candidates.length === 0) return []
  const read = typedCorrections(world)
  const sourcesOf = ruleSources(world)
  const approved = new Set<string>()
  for (const rule of candidates) {
    const sessions = new Set(sourcesOf(rule).flatMap(({ session }) => session ?? []))
    const heard: HeardCorrection[] = []
    for (const session of [...sessions].slice(-MOST_SESSIONS)) heard.push(...(await read(session)))
    const project = projectFor(rule, heard, least)
    if (project === undefined) continue
    await approveAsSure(world, rule.id, project)
    approved.add(rule.id)
  }
  return (await rulesOf(world)).filter(({ id, state }) => state === 'approved' && approved.has(id))
}
const MOST_SESSIONS = 10

/** The project in which the user typed the rule's words. Undefined if the evidence is not strong enough. */
function projectFor(rule: Rule, heard: readonly HeardCorrection[], least: number): string | undefined {
  const evidence = heard.filter(({ correction }) => rule.evidence.includes(correction.message))
  const projects = new Set(evidence.map(({ project }) => project))
  return [...projects].find((project) => {
    const here = evidence.filter((one) => one.project === project)
    return here.some(({ correction }) => correction.rule === rule.text) && confidenceOf(here) >= least
  })
}

/** Returns a function that reads the certainly typed corrections of a session. Reads each session once. */
function typedCorrections(world: World): (session: SessionId) => Promise<readonly HeardCorrection[]> {
  const known = new Map<SessionId, readonly HeardCorrection[]>()
  return async (session) => {
    const before = known.get(session)
    if (before) return before
    const found = await readTyped(world, session)
    known.set(session, found)
    return found
  }
}

async function readTyped(world: World, session: SessionId): Promise<readonly HeardCorrection[]> {
  if (await wasImported(world, session)) return []
  const events: KnownEvent[] = []
  for await (const stored of world.log.read({ session, onDamage: () => {} })) {
    const meaning = understand(stored)
    if (meaning.kind === 'known') events.push(meaning.event)
  }
  const project = liveProject(world, events)
  if (project === undefined) return []
  return detectCorrections(collectTurns(events))
    .filter(({ isTyped }) => isTyped)
    .map((correction) => ({ correction, session, project }))
}

/** The session's project, if hooks on this machine recorded it and its client sends prompts as typed. */
function liveProject({ agents, processes }: World, [first]: readonly KnownEvent[]): string | undefined {
  if (first?.type !== 'session.started' || first.trigger !== 'hook' || first.via !== undefined)
    return undefined
  if (!agents.get(first.agent)?.sendsPromptsAsTyped) return undefined
  // A process on this machine is alive or gone, never unknown.
  const isElsewhere = first.process !== undefined && processes.evidence(first.process) === 'unknown'
  return isElsewhere ? undefined : first.project.id
}
