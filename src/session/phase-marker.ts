/** The phase of a session at a hook, as agents read it. */
export const MARKERS = {
  SESSION_START: 'Loading from checkpoint',
  SESSION_RUNNING: 'Normal operation',
  PRE_COMPACT: 'About to summarize',
  POST_COMPACT: 'Reduced context',
  SESSION_STOP: 'Wrapping up',
} as const
export type LifePhase = keyof typeof MARKERS

export const phaseMarker = (phase: LifePhase): string => `[PHASE: ${phase}]`

/** The kind of a hook call, as adapters name it. */
export interface HookMoment {
  readonly kind: 'start' | 'prompt' | 'compacting' | 'stop' | 'end'
  readonly source?: string | undefined
}

export function lifePhaseOf(moment: HookMoment | undefined): LifePhase {
  if (moment?.kind === 'start') return moment.source === 'compact' ? 'POST_COMPACT' : 'SESSION_START'
  if (moment?.kind === 'compacting') return 'PRE_COMPACT'
  return moment?.kind === 'stop' || moment?.kind === 'end' ? 'SESSION_STOP' : 'SESSION_RUNNING'
}
