import type { JsonValue } from '../../event/canonical-json.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import type { Erased, Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import type { Rule } from '../../session/rulebook.ts'
import type { Session } from '../../session/session.ts'
import { rulesOf } from '../memory/rules.ts'
import type { World } from '../world.ts'

export interface ForgetAsk {
  readonly sessions: readonly SessionId[]
  /** Limits the erasure to these events of a single session. */
  readonly seqs?: readonly number[]
  readonly reason?: string
  /**
   * Whether to also erase sessions that branch off or merge these sessions during this call. Set when a whole
   * project is forgotten.
   */
  readonly withHeirs?: boolean
  /** Checkouts that are forgotten completely, including spooled deliveries of any session. */
  readonly checkouts?: readonly string[]
}

export interface Forgotten {
  readonly sessions: number
  readonly events: number
  /** Sessions that still contain parts of the erased ones, because they branched off them or merged them. */
  readonly heirs: readonly SessionId[]
  /** Rules learned from erased messages. They stay until the user erases them. */
  readonly rules: readonly Rule[]
}

/**
 * Erases the payloads of events and keeps their order and hashes. The payloads cannot be stored again: the log refuses
 * late reports of them, and the index refuses entries from before the erasure.
 */
export async function forget(world: World, ask: ForgetAsk): Promise<Forgotten> {
  const erased = await erase(world, ask)
  const heirs = await heirsOf(world, new Set(ask.sessions))
  if (ask.withHeirs && heirs.length > 0) {
    const more = await forget(world, { ...ask, sessions: [...ask.sessions, ...heirs] })
    return { ...more, events: erased.events + more.events, sessions: erased.sessions + more.sessions }
  }
  return { ...erased, heirs, rules: await rulesFrom(world, ask) }
}

async function erase(world: World, ask: ForgetAsk): Promise<Erased> {
  // The index is also dropped before the erasure, so that a kill in between leaves no copy in it.
  world.index.drop(await world.log.generation())
  const at = world.clock.now()
  const reason = ask.reason && world.redactIn(world.place.checkout)(ask.reason).text
  const asked = ask.sessions.map(async (session) => ({
    session,
    at,
    id: derivedId('evt', 'forget', session, String(at), world.ids.event()),
    ...(ask.seqs && { seqs: [...new Set([...ask.seqs, ...(await closingSeqs(world, session))])] }),
    ...(reason && { reason }),
  }))
  const erased = await world.log.forget(...(await Promise.all(asked)))
  world.index.drop(await world.log.generation())
  return erased
}

/** The documents written each time a session ends, which repeat the content of its other events. */
async function closingSeqs(world: World, session: SessionId): Promise<readonly number[]> {
  const seqs: number[] = []
  for await (const { seq, type, data } of world.log.read({ session, onDamage: () => {} })) {
    const isClosing = type === 'progress.logged' || (type === 'handoff.written' && data?.automatic === true)
    if (isClosing && data !== undefined) seqs.push(seq)
  }
  return seqs
}

async function heirsOf(world: World, erased: ReadonlySet<string>): Promise<readonly SessionId[]> {
  const views = await world.log.views({})
  const isHeir = ({ identity, merges }: Session): boolean =>
    erased.has(identity.parent ?? '') || merges.done.some(({ from }) => erased.has(from))
  return views.flatMap(({ session, view }) => (!erased.has(session) && isHeir(view) ? [session] : []))
}

/** Adds all sessions that branched off or merged the given ones, so that rewriting the file once erases them all. */
export async function withHeirs(world: World, sessions: readonly SessionId[]): Promise<readonly SessionId[]> {
  const heirs = await heirsOf(world, new Set(sessions))
  return heirs.length === 0 ? sessions : withHeirs(world, [...sessions, ...heirs])
}

/** Rules that have an erased message among their sources. */
async function rulesFrom(world: World, { sessions, seqs }: ForgetAsk): Promise<readonly Rule[]> {
  const rules = await rulesOf(world)
  const sources = new Set(rules.flatMap(({ evidence }) => evidence))
  if (sources.size === 0) return []
  const erased = new Set<string>()
  for (const session of sessions)
    for await (const { id, seq } of world.log.read({ session, onDamage: () => {} }))
      if (sources.has(id) && (seqs?.includes(seq) ?? true)) erased.add(id)
  return rules.filter(({ evidence }) => evidence.some((id) => erased.has(id)))
}

/** Returns the given events that still have content. Throws if the session does not have one of these events. */
export async function erasableSeqs(
  world: World,
  session: SessionId,
  seqs: readonly number[],
): Promise<readonly number[]> {
  const wanted = new Set(seqs)
  const filled: number[] = []
  let last = 0
  for await (const { seq, data, type } of world.log.read({
    session,
    onDamage: ({ seq: at }) => at && filled.push(at),
  })) {
    last = seq
    if (!wanted.has(seq)) continue
    if (type === 'event.forgotten') throw notErasable(session, seq)
    if (data !== undefined) filled.push(seq)
  }
  const unknown = [...wanted].filter((seq) => seq < 1 || seq > last)
  if (unknown.length > 0) throw unknownEvents(session, unknown, last)
  return filled.filter((seq) => wanted.has(seq)).sort((a, b) => a - b)
}

const unknownEvents = (session: SessionId, unknown: readonly number[], last: number): Problem =>
  new Problem({
    code: 'event-unknown',
    message: `session ${session} has no event ${unknown.join(', ')}, so nothing was erased; its events are 1 to ${last}`,
    fix: `leftoff session show ${session}   (shows the event numbers)`,
    outcome: 'notFound',
  })

const notErasable = (session: SessionId, seq: number): Problem =>
  new Problem({
    code: 'event-unknown',
    message: `event ${seq} of session ${session} only records an earlier erasure, so nothing was erased`,
    fix: `leftoff session show ${session}   (shows the event numbers)`,
    outcome: 'notFound',
  })

/** Includes archived sessions. */
export async function sessionsOfProjects(
  world: World,
  projects: readonly string[] | undefined,
): Promise<readonly SessionId[]> {
  const views: readonly Viewed<Session>[] = await world.log.views(projects ? { projects } : {})
  return views.map(({ session }) => session)
}

/** The checkouts of these sessions. */
export async function checkoutsOf(world: World, sessions: readonly SessionId[]): Promise<readonly string[]> {
  const wanted = new Set(sessions)
  const views = await world.log.views({})
  return checkoutsIn(views.filter(({ session }) => wanted.has(session)))
}

const checkoutsIn = (views: readonly Viewed<Session>[]): readonly string[] => [
  ...new Set(views.map(({ view }) => view.identity.checkout).filter((folder) => folder !== '')),
]

/** Strings that identify copies of erased content outside the log. */
export interface Traces {
  /** The checkouts to forget, and all known checkouts. */
  readonly checkouts: { readonly gone: readonly string[]; readonly all: readonly string[] }
  /** Ids of sessions that are erased completely: the leftoff id and the client's id. */
  readonly ids: readonly string[]
  /** Ids of all sessions that lose content. A copy of the log that contains one of them is deleted completely. */
  readonly sessions: readonly string[]
  /** The beginnings of erased texts, escaped as in JSON. */
  readonly texts: readonly string[]
}

/**
 * The maximum number of texts to search for, so that a search does not take too long. Copies of other texts
 * are found by the ids.
 */
const MAX_TEXTS = 5000

/** Must be called before the erasure. */
export async function tracesOf(
  world: World,
  { sessions, seqs, checkouts: gone = [] }: ForgetAsk,
): Promise<Traces> {
  const ids: string[] = []
  const texts = new Set<string>()
  for (const session of sessions.filter((one) => one !== BOOK)) {
    // If only some events are erased, other deliveries of the session may stay, so only texts identify
    // deliveries.
    if (!seqs) ids.push(session, ...(await clientIdOf(world, session)))
    for (const text of await textsOf(world, session, seqs)) if (texts.size < MAX_TEXTS) texts.add(text)
  }
  const all = gone.length > 0 ? checkoutsIn(await world.log.views({})) : []
  return { ids, sessions, texts: [...texts], checkouts: { gone, all } }
}

/** Returns a function that tells whether a text, such as a delivery, contains content to be erased. */
export function traceFinder({ ids, texts, checkouts }: Traces): (text: string) => boolean {
  const words = [...ids, ...texts]
  const gone = new Set(checkouts.gone)
  return (text) =>
    words.some((word) => text.includes(word)) ||
    (gone.size > 0 && foldersIn(text).some((folder) => gone.has(checkoutAround(folder, checkouts.all) ?? '')))
}

const FOLDER = /"(?:cwd|directory)"\s{0,8}:\s{0,8}("(?:[^"\\]|\\.){1,4096}")/g

/** The folders that a payload names. The payload may be incomplete. */
const foldersIn = (text: string): readonly string[] =>
  [...text.matchAll(FOLDER)].flatMap(([, quoted = '""']) => {
    try {
      return [String(JSON.parse(quoted))]
    } catch {
      return [] // an invalid escape
    }
  })

/** The innermost checkout that contains the folder, because checkouts can be nested. */
const checkoutAround = (folder: string, checkouts: readonly string[]): string | undefined =>
  checkouts
    .filter((one) => folder === one || folder.startsWith(`${one.replace(/[/\\]$/, '')}/`))
    .reduce<string | undefined>((best = '', one) => (one.length > best.length ? one : best), undefined)

async function clientIdOf(world: World, session: SessionId): Promise<readonly string[]> {
  const id = (await world.log.view(session))?.view.identity.agentSession
  return id === undefined ? [] : [id]
}

async function textsOf(
  world: World,
  session: SessionId,
  seqs: readonly number[] | undefined,
): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const { seq, data } of world.log.read({ session, onDamage: () => {} }))
    if (data && (seqs?.includes(seq) ?? true)) texts.push(...textsIn(data))
  return texts
}

/** Shorter text could occur anywhere, so it is not searched for. */
const MIN_TEXT = 8
const TEXT_START = 60
const CONTENT = new Set(['text', 'choice', 'rule', 'output', 'after', 'summary', 'note'])

/** Returns prose and the values of content fields. Names and paths would also match copies of other sessions. */
function textsIn(value: JsonValue | undefined, name = ''): readonly string[] {
  if (typeof value === 'string') {
    const isContent = value.length >= MIN_TEXT && (CONTENT.has(name) || /\s/.test(value))
    return isContent ? [JSON.stringify(value.slice(0, TEXT_START)).slice(1, -1)] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, key))
}
