import { derivedId } from '../event/identity.ts'
import type { TaskStatus } from '../event/work.ts'
import {
  announcesWork,
  approvesPlan,
  planInPrompt,
  proposedPlanIn,
  readPlan,
  saysPartIsDone,
  saysPlanIsDone,
} from '../extract/plan.ts'
import { commitSubject } from '../shell/command-line.ts'
import { shareOf, topicWords } from '../text/words.ts'
import { addItems, OUT_OF_SCOPE, PLAN_LIST, type Work, type WorkItem } from './work-items.ts'

/** When something changed, and the event that changed it. */
interface Happening {
  readonly id: string
  readonly at: number
}

/** Longer plans are truncated while they wait for approval. */
const MOST_DRAFT = 24_000

/** A prompt may hand over a plan, or approve the plan that the agent proposed. */
export function afterPrompt(
  s: Work,
  e: Happening & { readonly text: string; readonly isHuman: boolean },
): Work {
  if (!e.isHuman) return s
  const pasted = planInPrompt(e.text)
  if (pasted !== undefined) return adoptPlan(s, e, pasted)
  if (s.draft === undefined || s.draft.path !== undefined || !approvesPlan(e.text)) return s
  return adoptPlan(s, { id: s.draft.source, at: e.at }, s.draft.text)
}

/**
 * An answer may propose a plan, or say that the plan is done. If the agent has worked on the plan, an answer
 * that names no individual step also ends the plan: agents rarely list finished steps, and a finished step
 * that still appears open would mislead the reader.
 */
export function afterAnswer(s: Work, e: Happening & { readonly text: string }): Work {
  const proposed = proposedPlanIn(e.text)
  if (proposed !== undefined) return { ...s, draft: { source: e.id, text: proposed.slice(0, MOST_DRAFT) } }
  if (!hasOpenSteps(s)) return s
  const isOver =
    saysPlanIsDone(e.text) ||
    (s.plan?.isStarted === true && !saysPartIsDone(e.text) && !announcesWork(e.text))
  return isOver ? closeSteps(s, e.at) : s
}

/** Clients keep plans in files, which the agent writes before it asks for approval. */
const PLAN_FILE = /[/\\]plans?[/\\][^/\\]{1,200}\.md$/i
const CLIENT_FOLDER = /[/\\]\.(?:claude|gemini|opencode|codex)[/\\]|[/\\]opencode[/\\]/i

export function afterFileChange(
  s: Work,
  e: Happening & {
    readonly path: string
    readonly before?: string | undefined
    readonly after?: string | undefined
  },
): Work {
  const isPlanFile = PLAN_FILE.test(e.path) && CLIENT_FOLDER.test(e.path)
  if (!isPlanFile)
    return s.plan && !s.plan.isStarted && e.at >= s.plan.at
      ? { ...s, plan: { ...s.plan, isStarted: true } }
      : s
  if (e.after === undefined) return s
  const known = s.draft?.path === e.path ? s.draft.text : undefined
  const text = e.before === undefined ? e.after : known?.replace(e.before, () => e.after ?? '')
  return text === undefined
    ? s
    : { ...s, draft: { source: e.id, path: e.path, text: text.slice(0, MOST_DRAFT) } }
}

/** A commit whose subject matches the title of the plan ends the plan. */
export function afterCommand(s: Work, e: { readonly at: number; readonly command: string }): Work {
  const title = s.plan?.title
  if (title === undefined || !hasOpenSteps(s)) return s
  const subject = commitSubject(e.command) ?? ''
  if (subject === '' || PARTIAL.test(subject)) return s
  const words = topicWords(title)
  return words.size >= 3 && shareOf(words, topicWords(subject)) >= SAME_SUBJECT ? closeSteps(s, e.at) : s
}
const PARTIAL = /\b(?:wip|part|phase|step|stage|partial|partially|first|start|begin|prepare|\d+\/\d+)\b/i
const SAME_SUBJECT = 0.75

/** If the approval contains no text, the plan is the draft that the agent wrote last. */
export function afterApproval(
  s: Work,
  e: Happening & { readonly text?: string | undefined; readonly file?: string | undefined },
): Work {
  const isDraft = s.draft !== undefined && (e.file === undefined || s.draft.path === e.file)
  const text = e.text ?? (isDraft ? s.draft?.text : undefined)
  return text === undefined ? s : adoptPlan(s, e, text)
}

/** The new plan replaces the open steps of an older one. */
function adoptPlan(s: Work, { id, at }: Happening, text: string): Work {
  const { draft: _, ...rest } = s
  const { title, decisions, steps, checks, deferred, excluded, questions } = readPlan(text)
  const isLate = s.plan !== undefined && at < s.plan.at
  if (isLate || (steps.length === 0 && title === undefined)) return rest
  const isSame = title !== undefined && title === s.plan?.title
  const made = (kind: string, said: string): WorkItem => ({
    id: derivedId('evt', id, kind, said),
    text: said,
    at,
    origin: 'assistant',
    list: PLAN_LIST,
    source: id,
  })
  const goal = title === undefined ? undefined : made('goal', title)
  const check =
    checks.length === 0
      ? []
      : [{ ...made('check', `Verify: ${checks.slice(0, MOST_CHECKS).join('; ')}`), kind: CHECK }]
  const isLeft = (item: WorkItem): boolean => item.list !== PLAN_LIST || item.closedAt !== undefined
  return {
    ...rest,
    plan: { id, at, ...(title !== undefined && { title }) },
    ...(goal && (!s.goal || s.goal.list === PLAN_LIST) && { goal, originalGoal: s.originalGoal ?? goal }),
    decisions: addItems(s.decisions, [
      ...decisions.map((said) => made('decision', said)),
      ...excluded.map((said) => made('excluded', `${OUT_OF_SCOPE}${said}`)),
    ]),
    tasks: addItems(s.tasks.filter(isLeft), [
      ...steps.map(({ text: said, isDone }) => ({ ...made('step', said), ...(isDone && { closedAt: at }) })),
      ...check,
    ]),
    actions: addItems(isSame ? s.actions.filter(isLeft) : s.actions, [
      ...deferred.map((said) => ({ ...made('deferred', said), kind: 'deferred' })),
      ...questions.map((said) => ({ ...made('question', said), kind: 'open question' })),
    ]),
  }
}

const CHECK = 'check'
const MOST_CHECKS = 3

const isOpenStep = ({ list, closedAt }: WorkItem): boolean => list === PLAN_LIST && closedAt === undefined
const hasOpenSteps = (s: Work): boolean => s.tasks.some(isOpenStep)

const closeSteps = (s: Work, at: number): Work => ({
  ...s,
  tasks: s.tasks.map((item) => (isOpenStep(item) ? { ...item, closedAt: at } : item)),
})

/** Replaces the whole list. Tasks that are not in the new list are removed, unless they were done. */
export function afterListing(
  s: Work,
  e: Happening & {
    readonly session: string
    readonly list: string
    readonly tasks: readonly { readonly text: string; readonly status: TaskStatus }[]
  },
): Work {
  // An event filled in from a transcript may be older than the current list.
  if (e.at < (s.listedAt ?? 0)) return s
  const before = s.tasks.filter(({ list }) => list === e.list)
  const texts = new Set(e.tasks.map(({ text }) => text))
  const listed = [...texts].map((text): WorkItem => {
    const status = e.tasks.findLast((task) => task.text === text)?.status ?? 'pending'
    const known = before.find((item) => item.text === text)
    const item: WorkItem = known ?? {
      id: derivedId('evt', e.session, 'task', e.list, text),
      text,
      at: e.at,
      origin: 'assistant',
      list: e.list,
      source: e.id,
    }
    return withStatus(item, status, e.at)
  })
  const finished = before.filter(({ text, closedAt }) => closedAt !== undefined && !texts.has(text))
  const others = s.tasks.filter(({ list }) => list !== e.list)
  return withPlanProgress({ ...s, listedAt: e.at, tasks: [...others, ...finished, ...listed] }, e.at)
}

function withStatus(item: WorkItem, status: TaskStatus, at: number): WorkItem {
  const { closedAt, isActive: _, ...open } = item
  if (status === 'done' || status === 'dropped') return { ...open, closedAt: closedAt ?? at }
  return status === 'active' ? { ...open, isActive: true } : open
}

/** Applies a change to one task: renamed, started, finished, reopened, deleted, or waiting for another task. */
export function afterTaskChange(
  s: Work,
  e: {
    readonly at: number
    readonly task: string
    readonly text?: string | undefined
    readonly why?: string | undefined
    readonly status?: TaskStatus | undefined
    readonly blockedBy?: readonly string[] | undefined
    readonly blocks?: readonly string[] | undefined
  },
): Work {
  if (e.status === 'dropped') return { ...s, tasks: s.tasks.filter(({ id }) => id !== e.task) }
  const waiting = new Set(e.blocks)
  const tasks = s.tasks.map((item) => {
    if (waiting.has(item.id)) return withBlockers(item, [e.task])
    if (item.id !== e.task) return item
    const renamed = {
      ...item,
      ...(e.text !== undefined && { text: e.text }),
      ...(e.why !== undefined && { why: e.why }),
    }
    const isLate = item.closedAt !== undefined && e.at < item.closedAt
    const moved = e.status === undefined || isLate ? renamed : withStatus(renamed, e.status, e.at)
    return e.blockedBy ? withBlockers(moved, e.blockedBy) : moved
  })
  return withPlanProgress({ ...s, tasks }, e.at)
}

const withBlockers = (item: WorkItem, blockers: readonly string[]): WorkItem => ({
  ...item,
  blockedBy: [...new Set([...(item.blockedBy ?? []), ...blockers])],
})

/**
 * A task list created after the plan tracks the plan: the list replaces the steps, and the plan is done when
 * all tasks are done. A much shorter list closes only the steps that it names.
 */
export function withPlanProgress(s: Work, at: number): Work {
  const { plan } = s
  if (!plan || !hasOpenSteps(s)) return s
  const tracked = s.tasks.filter((item) => item.list !== PLAN_LIST && item.at >= plan.at)
  if (tracked.length === 0) return s
  const steps = s.tasks.filter((item) => isOpenStep(item) && item.kind !== CHECK)
  const isTracked = tracked.length >= LEAST_TRACKED || tracked.length * 2 >= steps.length
  const done = tracked.filter(({ closedAt }) => closedAt !== undefined)
  if (isTracked && done.length === tracked.length) return closeSteps(s, at)
  const doneWords = done.map(({ text }) => topicWords(text))
  const isDone = ({ text }: WorkItem): boolean =>
    doneWords.some((words) => shareOf(topicWords(text), words) >= SAME_STEP)
  return {
    ...s,
    tasks: s.tasks.flatMap((item) => {
      if (!isOpenStep(item) || item.kind === CHECK) return [item]
      if (isDone(item)) return [{ ...item, closedAt: at }]
      return isTracked ? [] : [item]
    }),
  }
}
const LEAST_TRACKED = 3
const SAME_STEP = 0.6
