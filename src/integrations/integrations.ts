import type { Session } from '../session/session.ts'
import { type Beads, beadsIn, beadsLines } from './beads.ts'
import { readRuleLines } from './rule-files.ts'
import { serenaLines } from './serena.ts'
import { commitSession, type SessionCommit, type SessionCommitAsk } from './session-commit.ts'

/** Other tools that a project may use. A tool that is missing adds nothing. */
export interface Integrations {
  /** Lines for the next session. Reads a limited amount of data from files and starts no processes. */
  lines(ask: IntegrationAsk): readonly string[]
  /** The rules in files that agents load themselves, such as CLAUDE.md. */
  writtenRules(checkout: string): readonly string[]
  /** Runs commands, so it is too slow for hooks that a user waits for. */
  beadsAt(checkout: string): Beads | undefined
  /** Commits files to a separate ref. Runs git several times. */
  commitSession(ask: SessionCommitAsk): Promise<SessionCommit>
}

interface IntegrationAsk {
  readonly checkout: string
  readonly now: number
  readonly last?: Session | undefined
}

export const integrations: Integrations = {
  lines: (ask) => [...beadsLines(ask), ...serenaLines(ask)],
  writtenRules: readRuleLines,
  beadsAt: beadsIn,
  commitSession,
}
