import type { SessionId } from '../event/identity.ts'
import type { Scope } from '../event/memory.ts'
import type { Rule } from '../fold/rulebook.ts'
import { cluster, type Heard } from '../learn/cluster.ts'
import { REVIEW } from '../learn/detect.ts'
import { type Proposal, propose as proposalOf } from '../learn/propose.ts'
import { isSameMatter, matterOf } from '../learn/same.ts'
import { noteEffects } from './effects.ts'
import { approveAsSure, propose, rulesOf } from './rules.ts'
import type { World } from './world.ts'

export interface LearnAsk {
  /** Only what was heard in this session. */
  readonly session?: SessionId
  /** What is as sure as this is approved unseen. */
  readonly threshold?: number
}

export interface Learned {
  /** New suggestions. */
  readonly proposed: readonly Rule[]
  /** Approved by their confidence. */
  readonly approved: readonly Rule[]
}

/**
 * Makes suggestions of what users corrected, in the words of the user alone, and writes down what became of the rules
 * that sessions were given. Everything has an id of its source, so doing it again, or again after a crash in the middle
 * of it, changes nothing.
 */
export async function learn(world: World, { session, threshold }: LearnAsk = {}): Promise<Learned> {
  const all = heardIn(world)
  const mine = all.filter((one) => session === undefined || one.session === session)
  const before = await rulesOf(world)
  const written = world.neighbours.writtenRules(world.place.checkout).map(matterOf)
  const projects = new Set(all.map(({ project }) => project)).size
  for (const found of cluster(all.filter(isWorthIt))) {
    if (!found.heard.some((one) => mine.includes(one))) continue
    const { rule: text, scope, ...proposal } = proposalOf(found, { projects })
    if (proposal.confidence < SUGGESTED || written.some((line) => isSameMatter(line, matterOf(text))))
      continue
    const known = ruleLike(before, text)
    if (known && proposal.evidence.length <= known.heard) continue // nobody has said it again
    await propose(world, {
      text,
      ...proposal,
      rationale: named(proposal.rationale, scope),
      scope: scopeOf(scope),
      origin: 'user',
      ...(known && { id: known.id }),
    })
  }
  const known = new Set(before.map(({ id }) => id))
  const proposed = (await rulesOf(world)).filter(({ id }) => !known.has(id))
  const approved = threshold === undefined ? [] : await approvedAbove(world, threshold)
  await noteEffects(world, all)
  return { proposed, approved }
}

const heardIn = (world: World): readonly Heard[] =>
  world.index
    .lessons()
    .flatMap(({ session, project, lessons }) =>
      lessons.map((correction) => ({ correction, session, project, names: [nameOf(project)] })),
    )

const nameOf = (project: string): string =>
  project
    .replace(/\/\.git$/, '')
    .split(/[/\\:]/)
    .at(-1) ?? ''

/** Below this most suggestions would be rejected, and nobody goes on with such a review. */
const SUGGESTED = 0.4

/** What was meant for the task at hand is no rule, however surely it was a correction. */
const isWorthIt = ({ correction: { confidence, isLasting, kind } }: Heard): boolean =>
  confidence >= REVIEW && (isLasting || kind === 'repeated')

/** People know a project by its name. */
const named = (rationale: string, scope: Proposal['scope']): string =>
  scope.kind === 'project' ? rationale.replaceAll(scope.project, nameOf(scope.project)) : rationale

function scopeOf(scope: Proposal['scope']): Scope {
  if (scope.kind === 'universal') return { kind: 'universal' }
  return scope.kind === 'language'
    ? { kind: 'language', of: scope.language }
    : { kind: 'project', of: scope.project }
}

/** The rule among these that says the same. */
export const ruleLike = (rules: readonly Rule[], text: string): Rule | undefined =>
  rules.find((rule) => isSameMatter(matterOf(rule.text), matterOf(text)))

/** Only the user's own words become a memory without approval. */
async function approvedAbove(world: World, threshold: number): Promise<readonly Rule[]> {
  const sure = (await rulesOf(world)).filter(
    ({ state, origin, confidence = 0 }) =>
      state === 'proposed' && origin === 'user' && confidence >= threshold,
  )
  for (const { id } of sure) await approveAsSure(world, id)
  const ids = new Set(sure.map(({ id }) => id))
  return (await rulesOf(world)).filter(({ id }) => ids.has(id))
}
