import { type Brief, composeBrief } from '../../src/app/context/compose-brief.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import { defaultSettings } from '../../src/app/settings.ts'
import type { World } from '../../src/app/world.ts'
import { settledBy } from '../../src/brief/gather.ts'
import { NO_GIT_REPORT, type WorkingTree } from '../../src/brief/working-tree.ts'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import type { SessionId } from '../../src/event/identity.ts'
import { countTokens } from '../../src/host/tokenizer.ts'
import type { Viewed, ViewQuery } from '../../src/log/event-log.ts'
import { rank } from '../../src/search/rank-files.ts'
import type { RelevanceQuery } from '../../src/search/session-index.ts'
import { foldSession, noSession, type Session } from '../../src/session/session.ts'
import type { Relative } from '../../src/text/paths.ts'
import { BUDGET, type Composer, MAX_FILES, MAX_SESSIONS, type Situation } from './composer.ts'
import type { EarlierSession } from './earlier-session.ts'
import { PROJECT as SERIES } from './series-index.ts'
/** The complete brief as the next session would have read it. */
export const wholeBrief: Composer = {
  name: 'leftoff brief',
  async compose(situation) {
    const brief = await briefAt(situation)
    if (!brief) return { files: [], text: '', tokens: 0 }
    const files = brief.lines.flatMap(({ claim }) =>
      claim.section === 'files' ? (claim.about?.files ?? []).map((path) => path.replace(/^\//, '')) : [],
    )
    return {
      files: [...new Set(files)].slice(0, MAX_FILES),
      sessions: brief.sessions.map(({ session }) => session),
      text: brief.text,
      tokens: brief.tokens,
    }
  },
}

export const briefAt = (situation: Situation): Promise<Brief | undefined> => {
  const { prompt } = situation
  return composeBrief(worldAt(situation), { budget: BUDGET, ...(prompt && { prompt }) })
}

/** A world with only the parts that a brief needs. */
function worldAt({ history, index, now, branch, relative }: Situation): World {
  const views = history
    .map((one) => viewOf(one, relative))
    .sort((a, b) => b.view.life.lastActivityAt - a.view.life.lastActivityAt)
  const settledIn = (id: string) => views.filter(({ session }) => session === id).flatMap(settledBy)
  const world = {
    clock: { now: () => now },
    place: { project: PROJECT, projectIds: [PROJECT.id], checkout: '/', directory: '/', branch },
    settings: defaultSettings,
    processes: { evidence: () => 'unknown' as const },
    log: {
      views: async ({ since = 0, before = Infinity, pending, limit = views.length }: ViewQuery) =>
        views
          .filter(({ view: { life } }) => life.lastActivityAt >= since && life.lastActivityAt < before)
          .filter(({ view }) => pending === undefined || sessionProjection.keys(view).pending === pending)
          .slice(0, limit),
      view: async (id: string) => views.find(({ session }) => session === id),
    },
    index: {
      evidence: (query: RelevanceQuery) => index().evidence(query),
      settled: (ids: readonly string[]) => new Map(ids.map((id) => [id, settledIn(id)])),
    },
    treeAt: () => NO_TREE,
    integrations: { lines: () => [] },
    countTokens,
  }
  return world as unknown as World
}

const PROJECT = { id: SERIES, name: SERIES }

/** The working trees from that time no longer exist. */
const NO_TREE: WorkingTree = {
  worktrees: [],
  worktreeOf: () => undefined,
  exists: true,
  // A file that a brief names existed when the brief was written.
  fileState: () => 'same',
  snapshot: () => undefined,
  changedFiles: async () => [],
  startGit: () => async () => NO_GIT_REPORT,
}

const viewed = new WeakMap<EarlierSession, Viewed<Session>>()

/** The view with paths relative to the repository, because checkouts had different roots. Cached. */
function viewOf(one: EarlierSession, relative: Relative): Viewed<Session> {
  const known = viewed.get(one)
  if (known) return known
  const whole = one.events.reduce((state, event) => foldSession(state, toStoredEvent(event)), noSession)
  const files = whole.craft.files.flatMap((file) => {
    const path = relative(file.path)
    return path === undefined ? [] : [{ ...file, path }]
  })
  const view = { ...whole, identity: { ...whole.identity, checkout: '' }, craft: { ...whole.craft, files } }
  const made = { session: one.session as SessionId, seq: one.events.length, view }
  viewed.set(one, made)
  return made
}

function toStoredEvent({ id, session, seq, at, type, ...data }: KnownEvent): StoredEvent {
  return { id, session, seq, at, type, version: 1, data, position: seq } as unknown as StoredEvent
}

/** Only the file ranking, as a list of paths. */
export const ranking: Composer = {
  name: 'leftoff ranking only',
  compose(situation) {
    const evidence = situation.index().evidence({ ...situation, projects: [SERIES] })
    const { files, sessions } = rank(evidence, { files: MAX_FILES, sessions: MAX_SESSIONS })
    const paths = files.map(({ path }) => path)
    const text = paths.join('\n')
    return {
      files: paths,
      sessions: sessions.map(({ session }) => session),
      text,
      tokens: countTokens(text),
    }
  },
}
