import { SessionTitled } from '../event/session.ts'
import { AgentSummarized } from '../event/turn.ts'
import { PlanApproved, QuestionAnswered, type TaskStatus, TasksListed } from '../event/work.ts'
import { type EventDraft, eventDraft, hash16 } from './event-draft.ts'
import { fieldOf, textField } from './field.ts'
import { shorten, toLabel } from './stored-text.ts'

/** The source of a draft: the call and its time. */
interface DraftOrigin {
  readonly source: readonly string[]
  readonly at?: number | undefined
}

interface AskedQuestion {
  readonly question: string
  /** The client's id of the question, if it has one. */
  readonly id?: string | undefined
  readonly labels: readonly string[]
  /** What the client says about the options, by label. */
  readonly details: ReadonlyMap<string, string>
}

/** The questions in the input of a question tool. All clients use the same field names. */
export function questionsIn(input: unknown): readonly AskedQuestion[] {
  const list = fieldOf(input, 'questions')
  if (!Array.isArray(list)) return []
  return list.slice(0, MOST_QUESTIONS).flatMap((one: unknown) => {
    const question = textField(one, 'question')?.trim()
    const options = fieldOf(one, 'options')
    const offered = (Array.isArray(options) ? options : []).map(
      (option: unknown) =>
        [textField(option, 'label') ?? '', textField(option, 'description') ?? ''] as const,
    )
    const labels = offered.map(([label]) => label).filter(Boolean)
    return question ? [{ question, id: textField(one, 'id'), labels, details: new Map(offered) }] : []
  })
}
const MOST_QUESTIONS = 20

/** A draft for each answered question. `answerTo` returns undefined for unanswered questions. */
export function answerDrafts(
  { source, at }: DraftOrigin,
  questions: readonly AskedQuestion[],
  answerTo: (question: AskedQuestion, index: number) => string | undefined,
): readonly EventDraft[] {
  return questions.flatMap((asked, index) => {
    const answer = answerTo(asked, index)?.trim()
    if (!answer || NO_ANSWER.test(answer)) return []
    const typed = !isChosen(answer, asked.labels)
    const call = source[0] && { call: toLabel(source[0]) }
    const detail = answer.length <= LONGEST_BARE ? asked.details.get(answer)?.trim() : undefined
    const data = {
      question: shorten(asked.question),
      answer: shorten(answer),
      ...(detail && { detail: shorten(detail) }),
      ...(typed && { typed }),
      ...call,
    }
    return [eventDraft(QuestionAnswered, [...source, hash16(asked.question)], data, at)]
  })
}

/** A longer option needs no explanation. */
const LONGEST_BARE = 40

const NO_ANSWER = /^\(?(?:unanswered|no (?:answer|option)s?(?: \w{1,12})?)\)?$/i

/** Whether the answer is one option, or several joined with commas. */
function isChosen(answer: string, labels: readonly string[]): boolean {
  const rest = [...labels]
    .sort((a, b) => b.length - a.length)
    .reduce((left, label) => left.replace(label, () => ''), answer)
  return labels.length > 0 && rest.replaceAll(/[\s,]/g, '') === ''
}

/** Reads one answer from `"question"="answer"` pairs, the format in which clients report answers to the model. */
export function answerInText(
  text: string,
  questions: readonly AskedQuestion[],
  index: number,
): string | undefined {
  const opening = `"${questions[index]?.question}"="`
  const from = text.indexOf(opening)
  if (from < 0) return undefined
  const rest = text.slice(from + opening.length)
  const ends = [
    ...questions.map(({ question }) => `", "${question}"="`),
    '". You can now',
    '" user notes:',
    '" notes:',
    '" selected preview',
  ].map((end) => rest.indexOf(end))
  const end = Math.min(...ends.filter((at) => at >= 0), rest.length)
  return rest.slice(0, end)
}

export const planDraft = (
  { source, at }: DraftOrigin,
  { text, file }: { readonly text?: string | undefined; readonly file?: string | undefined },
): EventDraft =>
  eventDraft(
    PlanApproved,
    source,
    { ...(text && { text: shorten(text) }), ...(file && { file: toLabel(file) }) },
    at,
  )

const STATUS: Readonly<Record<string, TaskStatus>> = {
  pending: 'pending',
  blocked: 'pending',
  in_progress: 'active',
  completed: 'done',
  cancelled: 'dropped',
  deleted: 'dropped',
}

export const taskStatusOf = (status: string | undefined): TaskStatus => STATUS[status ?? ''] ?? 'pending'

/** The task list as the agent wrote it. `named` is the field that contains a task's text. */
export function taskListDrafts(
  { source, at }: DraftOrigin,
  tasks: unknown,
  named: 'content' | 'step' | 'description',
): readonly EventDraft[] {
  if (!Array.isArray(tasks)) return []
  const listed = tasks.slice(0, MOST_TASKS).flatMap((task: unknown) => {
    const text = textField(task, named)?.trim()
    return text ? [{ text: shorten(text), status: taskStatusOf(textField(task, 'status')) }] : []
  })
  return [eventDraft(TasksListed, source, { list: 'todos', tasks: listed }, at)]
}
const MOST_TASKS = 200

export function titleDrafts(
  by: 'client' | 'model',
  title: string | undefined,
  at?: number,
): readonly EventDraft[] {
  const text = title?.trim()
  return text ? [eventDraft(SessionTitled, [by, hash16(text)], { title: shorten(text), by }, at)] : []
}

export function summaryDrafts(kind: string, summary: string | undefined, at?: number): readonly EventDraft[] {
  const text = summary?.trim()
  return text ? [eventDraft(AgentSummarized, [kind, hash16(text)], { kind, text: shorten(text) }, at)] : []
}
