import type { ProcessRef, Project } from '../event/fields.ts'
import { type Fold, fold, unchangedBy } from './fold.ts'

/** Agent, project and place of a session. */
export interface Identity {
  readonly agent: string
  readonly agentVersion?: string
  readonly agentSession?: string
  readonly project: Project
  readonly checkout: string
  readonly directory: string
  readonly branch?: string
  readonly head?: string
  /** When the branch was last read; absent if it was read only at the start. */
  readonly placeAt?: number
  /** The folder's language at startup, used until files are changed. */
  readonly languageHint?: string
  readonly process?: ProcessRef
  readonly transcript?: string
  readonly phase?: string
  readonly tags: readonly string[]
  readonly parent?: string
  /** The last of the parent's events that this session inherits. */
  readonly parentSeq?: number
  /** The name of this branch. */
  readonly branchName?: string
}

const unknownIdentity: Identity = {
  agent: 'unknown',
  project: { id: 'unknown', name: 'unknown' },
  checkout: '',
  directory: '',
  tags: [],
}

/** The agent of a session that a person started on the command line. */
export const PERSON = 'person'

/** The phase or feature that a session works on: the phase that was noted, otherwise the topic of the git branch. */
export const phaseOf = ({ phase, branch = '' }: Pick<Identity, 'phase' | 'branch'>): string | undefined =>
  phase ?? topicOfBranch(branch)

const updateTags = (
  tags: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): string[] => [...new Set([...tags, ...added])].filter((tag) => !removed.includes(tag)).sort()

export const identity: Fold<Identity> = /* @__PURE__ */ fold<Identity>(unknownIdentity, () => ({
  ...unchangedBy(
    ['lifecycle', 'conversation', 'tools', 'work', 'context', 'graph', 'memory', 'upkeep'],
    ['session.merged', 'session.titled', 'pull.linked'],
  ),
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
    ...(e.transcript !== undefined && { transcript: e.transcript }),
  }),
  // A resume replaces or removes the recorded process of the earlier run.
  'session.resumed': ({ process: _, ...rest }, e) => ({
    ...rest,
    ...(e.process && { process: e.process }),
    ...(e.transcript !== undefined && { transcript: e.transcript }),
  }),
  'session.tagged': (s, e) => ({ ...s, tags: updateTags(s.tags, e.added ?? [], e.removed ?? []) }),
  'session.branched': (s, e) => ({
    ...s,
    parent: e.parent,
    parentSeq: e.atSeq,
    ...(e.name !== undefined && { branchName: e.name }),
  }),
  'place.changed': (s, e) => ({
    ...s,
    ...(e.directory !== undefined && { directory: e.directory }),
    ...(e.branch !== undefined && { branch: e.branch }),
    ...(e.head !== undefined && { head: e.head }),
    ...(e.branch !== undefined && { placeAt: e.at }),
  }),
  'phase.entered': (s, e) => ({ ...s, phase: e.phase }),
}))

const TRUNKS: ReadonlySet<string> = new Set(['', 'main', 'master', 'dev', 'develop', 'trunk', 'HEAD'])

/** Whether a git branch is a main branch, whose name says nothing about the work. */
export const isTrunk = (branch: string): boolean => TRUNKS.has(branch)

/** The topic of a git branch: `empty-cart` for `feature/empty-cart`. */
const topicOfBranch = (branch: string): string | undefined =>
  isTrunk(branch) ? undefined : branch.slice(branch.lastIndexOf('/') + 1) || undefined
