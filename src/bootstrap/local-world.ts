import { agents } from '../agent/agents.ts'
import { sessionProjection } from '../app/projection.ts'
import type { ContextUsageSources, Whose, World } from '../app/world.ts'
import type { ProcessRef } from '../event/fields.ts'
import { systemClock } from '../host/clock.ts'
import { readStatusUsage } from '../host/context-usage-files.ts'
import { readDotenvFiles } from '../host/dotenv.ts'
import type { Environment } from '../host/paths.ts'
import { evidenceOf, processRef } from '../host/process.ts'
import { systemIds } from '../host/random.ts'

import { countTokens } from '../host/tokenizer.ts'
import { readTailBelow, transcriptRoots } from '../host/transcripts.ts'
import { claudeProcessEvidence } from '../integrations/claude-registry.ts'
import { integrations } from '../integrations/integrations.ts'
import { locateProject } from '../integrations/project.ts'
import { workingTree } from '../integrations/working-tree.ts'
import type { EventLog } from '../log/event-log.ts'
import { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import { collectSecretLiterals } from '../redact/literals.ts'
import { createRedactor } from '../redact/redact.ts'
import type { SessionIndex } from '../search/session-index.ts'
import { SqliteIndex } from '../search/sqlite/sqlite-index.ts'
import type { Session } from '../session/session.ts'
import type { Maildir } from '../spool/maildir.ts'
import { PromptMarkerFiles } from '../spool/prompt-markers.ts'
import { agentTranscripts } from './agent-transcripts.ts'
import { type LocalSetup, memoize } from './local-setup.ts'

interface WorldOptions {
  readonly index?: SessionIndex
  /** How long to wait for git. A hook waits less than a command. */
  readonly gitMs?: number
}

/** Builds the `World` for this machine. Every port opens lazily. */
export const localWorld = (
  setup: LocalSetup,
  log: EventLog<Session>,
  spool: Maildir,
  { index = localIndex(setup), gitMs }: WorldOptions = {},
): World => ({
  log,
  spool,
  get promptMarkers() {
    return new PromptMarkerFiles(setup.paths().spool)
  },
  index,
  clock: systemClock,
  ids: systemIds,
  processes: { evidence: processEvidence, running: processRef },
  get place() {
    return setup.place()
  },
  placeAt: locationsFrom(setup),
  treeAt: (checkout, elsewhere = []) =>
    workingTree({
      checkout,
      elsewhere,
      marks: setup.paths().statusLine,
      ...(gitMs !== undefined && { limits: { gitMs } }),
    }),
  integrations,
  redactIn: redactorsFor(setup.env),
  agents,
  get settings() {
    return setup.values()
  },
  countTokens,
  contextUsage: contextUsageIn(setup),
  transcripts: agentTranscripts(setup.env),
})

/** The user's embedded log. Opens lazily. */
export const localLog = (
  setup: LocalSetup,
  { busyMs = setup.values()['log.busy-timeout'] }: { readonly busyMs?: number } = {},
): SqliteLog<Session> => new SqliteLog({ path: setup.paths().log, projection: sessionProjection, busyMs })

/** The user's search index. Opens lazily. */
export const localIndex = (setup: LocalSetup): SessionIndex =>
  new SqliteIndex({ path: setup.paths().index, readOnly: false })

/** Secrets from the environment apply everywhere, those from .env files only in their folder. */
export function redactorsFor(env: Environment): World['redactIn'] {
  return memoize((folder) => createRedactor(collectSecretLiterals(env, readDotenvFiles(folder))))
}

function locationsFrom(setup: LocalSetup): World['placeAt'] {
  const locate = memoize(locateProject)
  return (directory) => (directory === setup.directory ? setup.place() : locate(directory))
}

/** Checks the recorded process or, if it is unknown, the client's list of running sessions. */
function processEvidence(ref: ProcessRef | undefined, whose?: Whose): 'alive' | 'gone' | 'unknown' {
  const evidence = evidenceOf(ref)
  if (evidence !== 'unknown' || whose?.agent !== 'claude-code' || !whose.agentSession) return evidence
  const folder = process.env.CLAUDE_CONFIG_DIR || `${process.env.HOME ?? ''}/.claude`
  return claudeProcessEvidence(folder, whose.agentSession)
}

const contextUsageIn = ({ env, paths }: LocalSetup): ContextUsageSources => ({
  statusLine: (session) => readStatusUsage(paths().statusLine, session),
  transcriptEnd: (agent, path) => readTailBelow(transcriptRoots(env)[agent] ?? [], path),
})
