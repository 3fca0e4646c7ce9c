import type { SessionId } from '../event/identity.ts'
import type { Settled, TouchedFile } from '../session/activity.ts'
import type { Session, Whereabouts } from '../session/session.ts'
import { type CountTokens, composeWithin } from '../text/tokens.ts'
import { aged } from './age.ts'
import { recheckedByTree, sifted } from './check.ts'
import { type Chosen, choose } from './choose.ts'
import type { Claim, Section } from './claim.ts'
import { claimKey } from './claim-key.ts'
import type { Touched } from './gather-files.ts'
import { leftText, lineOf, markdownOf } from './markdown.ts'
import type { RulesText } from './rules.ts'
import { type Last, sinceClaims } from './since.ts'
import type { InspectedTree } from './working-tree.ts'

/** A claim with what its line costs. */
export interface PricedClaim extends Claim {
  readonly tokens: number
}

/** What must still be so when the next session begins. */
export interface Conditions {
  /** How the log stood: as long as it stands so, nothing else needs to be looked at. */
  readonly stamp?: string | undefined
  /** The sessions of the project, each as far as it had gone, and since when others may have gone further. */
  readonly heads: readonly { readonly session: SessionId; readonly seq: number }[]
  readonly since: number
  /** Of which it speaks. */
  readonly sessions: readonly {
    readonly session: SessionId
    readonly weight: number
    readonly because: readonly string[]
  }[]
  /** All that had not ended, each as far as it had gone: whoever has gone no further stands as it did. */
  readonly open: readonly { readonly session: SessionId; readonly seq: number; readonly view: Whereabouts }[]
  /** The last of them in which nobody has asked anything yet, whole: whoever asks first in one is told more. */
  readonly begun?: readonly { readonly session: SessionId; readonly seq: number; readonly view: Session }[]
  /** Those of them in which somebody is at work. */
  readonly living: readonly SessionId[]
  readonly rules?: RulesText | undefined
  /** Whoever is named in one is told of it before all else. */
  readonly handoffs: readonly string[]
  /** When the first of its sessions expires. */
  readonly until: number
}

/** The brief itself, finished but for how long ago everything was, for as long as the files of the checkout stand so. */
export interface Ready extends Conditions {
  readonly project: { readonly id: string; readonly name: string }
  /** For which it was made. */
  readonly budget: number
  readonly text: string
  readonly told: readonly string[]
  readonly tokens: number
  readonly stamps: Readonly<Record<string, string>>
}

/**
 * All that a brief at the start of a session may say, found when there was time for it. What depends on the moment, how
 * long ago something was and how the working tree stands, is left to whoever uses it.
 */
export interface Prepared extends Conditions {
  readonly project: { readonly id: string; readonly name: string }
  readonly claims: readonly PricedClaim[]
  /** How the files of each session stood when it was done with them. */
  readonly settled: Readonly<Record<string, Readonly<Record<string, Settled>>>>
  /** What was done to files, by their paths as the repository sees them. */
  readonly touched: Readonly<Record<string, Touched>>
  /** Other checkouts in which its sessions worked. */
  readonly elsewhere: readonly string[]
  readonly last?: PreparedLast
}

export interface PreparedLast {
  readonly session: SessionId
  readonly checkout: string
  readonly branch?: string
  readonly at: number
  readonly files: readonly TouchedFile[]
}

export interface PreparedAsk {
  readonly tree: InspectedTree
  readonly now: number
  readonly budget: number
  readonly count: CountTokens
}

/** What is said of what did not fit takes a line of its own. */
export const LEFT_TOKENS = 50

export interface Written {
  readonly lines: readonly Chosen[]
  readonly told: readonly string[]
  readonly left: Readonly<Partial<Record<Section, number>>>
  readonly text: string
}

/** The brief as of now, of what was prepared. */
export function briefOf(prepared: Prepared, { tree, now, budget, count }: PreparedAsk): Written | undefined {
  const rechecked = recheckedByTree(prepared.claims, tree, settledOf(prepared))
  const { last } = prepared
  const since = last ? sinceClaims(lastOf(last), tree, now) : []
  const { kept } = sifted([...rechecked, ...since])
  const claims = kept.map((claim) => ({ ...claim, text: aged(claim.text, now) }))
  return written(claims, { budget, count })
}

export interface WritingAsk {
  readonly budget: number
  readonly count: CountTokens
}

/** As much as the budget holds. */
export const written = (claims: readonly Claim[], { budget, count }: WritingAsk): Written | undefined =>
  composeWithin(
    (cost) =>
      writtenWithin(claims, { budget, room: budget - LEFT_TOKENS, cost: (claim) => cost(lineOf(claim)) }),
    { budget, count },
  )

interface RoomAsk {
  readonly budget: number
  readonly room: number
  readonly cost: (claim: Claim) => number
}

function writtenWithin(claims: readonly Claim[], { budget, room, cost }: RoomAsk): Written | undefined {
  const { chosen, left } = choose(claims, { budget: room, cost })
  if (chosen.length === 0) return undefined
  const cut = leftText(left)
  const more = cut ? ['', `${cut} ${wayTo(claims, { chosen, budget, cost })}`] : []
  return {
    lines: chosen,
    told: chosen.map(({ claim }) => claimKey(claim)),
    left,
    text: [markdownOf(chosen), ...more].join('\n'),
  }
}

/** What a larger budget would bring, it brings; what is too many of one kind for any brief, the session has. */
function wayTo(
  claims: readonly Claim[],
  {
    chosen,
    budget,
    cost,
  }: { readonly chosen: readonly Chosen[]; readonly budget: number; readonly cost: (claim: Claim) => number },
): string {
  const room = budget - 2 * LEFT_TOKENS - chosen.reduce((sum, { tokens }) => sum + tokens, 0)
  const told = new Set(chosen.map(({ claim }) => claim))
  const fitting = claims.find((claim) => !told.has(claim) && cost(claim) <= room)
  return fitting ? `leftoff session show ${fitting.session}` : `leftoff brief --budget ${2 * budget}`
}

export const settledOf = ({
  settled,
}: Pick<Prepared, 'settled'>): ReadonlyMap<string, ReadonlyMap<string, Settled>> =>
  new Map(Object.entries(settled).map(([session, files]) => [session, new Map(Object.entries(files))]))

const lastOf = ({ session, checkout, branch, at, files }: PreparedLast): Last => ({
  session,
  view: { identity: { checkout, ...(branch && { branch }) }, life: { lastActivityAt: at }, craft: { files } },
})
