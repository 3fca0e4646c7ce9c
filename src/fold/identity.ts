import type { ProcessRef, Project } from '../event/fields.ts'
import { type Fold, fold, unchangedBy } from './fold.ts'

/** Who works where. */
export interface Identity {
  readonly agent: string
  readonly agentVersion?: string
  readonly agentSession?: string
  readonly project: Project
  readonly checkout: string
  readonly directory: string
  readonly branch?: string
  readonly head?: string
  /** What the folder looked like at the start; the files touched since say more. */
  readonly languageHint?: string
  readonly process?: ProcessRef
  readonly phase?: string
  readonly tags: readonly string[]
  readonly parent?: string
}

const nobody: Identity = {
  agent: 'unknown',
  project: { id: 'unknown', name: 'unknown' },
  checkout: '',
  directory: '',
  tags: [],
}

const retagged = (tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] =>
  [...new Set([...tags, ...added])].filter((tag) => !removed.includes(tag)).sort()

export const identity: Fold<Identity> = fold<Identity>(nobody, {
  'session.started': (s, e) => ({
    ...s,
    agent: e.agent,
    project: e.project,
    checkout: e.checkout,
    directory: e.directory,
    ...(e.agentVersion !== undefined && { agentVersion: e.agentVersion }),
    ...(e.agentSession !== undefined && { agentSession: e.agentSession }),
    ...(e.branch !== undefined && { branch: e.branch }),
    ...(e.head !== undefined && { head: e.head }),
    ...(e.language !== undefined && { languageHint: e.language }),
    ...(e.process !== undefined && { process: e.process }),
  }),
  // The process of an earlier run no longer speaks for the session; a resume names its own or none.
  'session.resumed': ({ process: _, ...rest }, e) => (e.process ? { ...rest, process: e.process } : rest),
  'session.tagged': (s, e) => ({ ...s, tags: retagged(s.tags, e.added ?? [], e.removed ?? []) }),
  'session.branched': (s, e) => ({ ...s, parent: e.parent }),
  'place.changed': (s, e) => ({
    ...s,
    ...(e.directory !== undefined && { directory: e.directory }),
    ...(e.branch !== undefined && { branch: e.branch }),
    ...(e.head !== undefined && { head: e.head }),
  }),
  'phase.entered': (s, e) => ({ ...s, phase: e.phase }),
  ...unchangedBy(
    'session.idled',
    'session.suspended',
    'session.ended',
    'session.completed',
    'session.crashed',
    'session.recovered',
    'session.archived',
    'session.merged',
    'prompt.submitted',
    'response.completed',
    'turn.interrupted',
    'correction.heard',
    'tool.called',
    'tool.returned',
    'file.read',
    'file.changed',
    'symbol.touched',
    'test.ran',
    'decision.made',
    'blocker.met',
    'blocker.cleared',
    'action.planned',
    'action.done',
    'task.opened',
    'task.closed',
    'fact.pinned',
    'goal.set',
    'evidence.found',
    'context.compacting',
    'context.compacted',
    'brief.given',
    'capture.damaged',
    'event.forgotten',
  ),
})
