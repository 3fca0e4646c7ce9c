import type { Phase } from '../event/context.ts'
import type { ContextState } from './context.ts'

/** How much text a hook returns. */
type BriefManner = 'full' | 'condensed' | 'signals' | 'line'

interface PhaseRule {
  readonly phase: Phase
  /** The phase applies while less than this share of the window is used. */
  readonly below: number
  readonly manner: BriefManner
  /** Share of its budget that a brief may use. */
  readonly share: number
  readonly says: string
}

/** Token-budget phases: the fuller the window, the shorter the text. */
export const PHASE_RULES: readonly PhaseRule[] = [
  { phase: 'VERBOSE', below: 0.5, manner: 'full', share: 1, says: 'the full brief' },
  { phase: 'CONDENSED', below: 0.75, manner: 'condensed', share: 0.5, says: 'a brief of half the budget' },
  { phase: 'SIGNALS', below: 0.9, manner: 'signals', share: 0.1, says: 'goal, blockers and next, in codes' },
  { phase: 'CRITICAL', below: Number.POSITIVE_INFINITY, manner: 'line', share: 0.04, says: 'one line' },
]

/** Used if an agent does not report the size of its window. */
export const USUAL_WINDOW = 200_000
/** The context is nearly full at this number of tokens, or at this share of a smaller window. */
const EXHAUSTED_AT = 150_000
const EXHAUSTED_SHARE = 0.75

type UsageShare = Pick<NonNullable<ContextState['usage']>, 'used' | 'window'>

/** The phase of a context. Without a measurement, assumes that there is room. */
export const phaseOf = (usage: UsageShare | undefined): Phase => ruleFor(usage).phase

export function ruleFor(usage: UsageShare | undefined): PhaseRule {
  const share = usage ? usage.used / (usage.window ?? USUAL_WINDOW) : 0
  return PHASE_RULES.find(({ below }) => share < below) ?? CRITICAL
}

export const ruleOf = (phase: Phase): PhaseRule =>
  PHASE_RULES.find((rule) => rule.phase === phase) ?? CRITICAL

const CRITICAL: PhaseRule = { phase: 'CRITICAL', below: 0, manner: 'line', share: 0.04, says: 'one line' }

export const isExhausted = (usage: UsageShare | undefined): boolean =>
  usage !== undefined &&
  usage.used >= Math.min(EXHAUSTED_AT, EXHAUSTED_SHARE * (usage.window ?? USUAL_WINDOW))

/** The phases of a session that hooks report to agents. */
export const MARKERS = {
  SESSION_START: 'Loading from checkpoint',
  SESSION_RUNNING: 'Normal operation',
  PRE_COMPACT: 'About to summarize',
  POST_COMPACT: 'Reduced context',
  SESSION_STOP: 'Wrapping up',
} as const
export type LifePhase = keyof typeof MARKERS

export const phaseMarker = (phase: LifePhase): string => `[PHASE: ${phase}]`

/** The kind of a hook call, as adapters report it. */
interface HookMoment {
  readonly kind: 'start' | 'prompt' | 'delegate' | 'compacting' | 'stop' | 'end'
  readonly source?: string | undefined
}

export function lifePhaseOf(moment: HookMoment | undefined): LifePhase {
  if (moment?.kind === 'start') return moment.source === 'compact' ? 'POST_COMPACT' : 'SESSION_START'
  if (moment?.kind === 'compacting') return 'PRE_COMPACT'
  return moment?.kind === 'stop' || moment?.kind === 'end' ? 'SESSION_STOP' : 'SESSION_RUNNING'
}
