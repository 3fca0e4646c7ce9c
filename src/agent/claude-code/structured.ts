import { derivedId } from '../../event/identity.ts'
import { TaskChanged, TaskOpened } from '../../event/work.ts'
import { type EventDraft, eventDraft, type ToolCall } from '../event-draft.ts'
import { fieldOf, textField, textOf } from '../field.ts'
import { shorten } from '../stored-text.ts'
import {
  answerDrafts,
  answerInText,
  planDraft,
  questionsIn,
  taskListDrafts,
  taskStatusOf,
} from '../structured.ts'

/** The facts in a successful tool call: the user's answers, an approved plan, tasks. */
export function structuredDrafts(session: string, call: ToolCall, response: unknown): readonly EventDraft[] {
  // The plans and tasks of sub-agents do not belong to the session.
  if (call.subagent || !Object.hasOwn(READERS, call.tool)) return []
  return READERS[call.tool]?.({ session, call, response }) ?? []
}

interface Result {
  readonly session: string
  readonly call: ToolCall
  /** A tool-specific object, or text in older transcripts. */
  readonly response: unknown
}

const READERS: Readonly<Record<string, (result: Result) => readonly EventDraft[]>> = {
  AskUserQuestion: answered,
  ExitPlanMode: planApproved,
  TodoWrite: ({ call }) => taskListDrafts(originOf(call), fieldOf(call.input, 'todos'), 'content'),
  TaskCreate: taskCreated,
  TaskUpdate: taskUpdated,
}

const originOf = ({ id, at }: ToolCall) => ({ source: [id], at })

function answered({ call, response }: Result): readonly EventDraft[] {
  const questions = questionsIn(call.input)
  const answers = fieldOf(response, 'answers')
  const text = textOf(response) ?? ''
  return answerDrafts(originOf(call), questions, ({ question }, index) => {
    if (answers === undefined) return answerInText(text, questions, index)
    const answer = textField(answers, question)
    const note = textField(fieldOf(fieldOf(response, 'annotations'), question), 'notes')?.trim()
    return answer && note && note !== answer ? `${answer} (${note})` : answer
  })
}

/** A rejected plan is a failed call, except in old transcripts. The plans of a team are approved by its lead. */
function planApproved({ call, response }: Result): readonly EventDraft[] {
  if (fieldOf(response, 'isAgent') === true) return []
  const said = typeof response === 'string' ? response : ''
  if (said !== '' && !/^User has approved/.test(said)) return []
  const text = textField(response, 'plan') ?? textField(call.input, 'plan')
  const file = textField(response, 'filePath') ?? textField(call.input, 'planFilePath')
  return [planDraft(originOf(call), { text, file })]
}

/** The client's TaskCreated hook also reports the task and produces the same event. */
function taskCreated({ call, response }: Result): readonly EventDraft[] {
  const id = textField(fieldOf(response, 'task'), 'id') ?? CREATED.exec(textOf(response) ?? '')?.[1]
  const text = textField(call.input, 'subject')
  return id && text ? [taskOpenedDraft(id, text, textField(call.input, 'description'), call.at)] : []
}
const CREATED = /^Task #(\d{1,9}) created/

/** The name of Claude Code's task list. */
const TASK_LIST = 'tasks'

export const taskOpenedDraft = (
  id: string,
  text: string,
  why: string | null | undefined,
  at?: number,
): EventDraft =>
  eventDraft(
    TaskOpened,
    [id],
    { text: shorten(text), ...(why && { why: shorten(why) }), origin: 'assistant', list: TASK_LIST },
    at,
  )

function taskUpdated({ session, call }: Result): readonly EventDraft[] {
  const { input } = call
  const id = textField(input, 'taskId')
  if (!id) return []
  const status = textField(input, 'status')
  const [text, why] = [textField(input, 'subject'), textField(input, 'description')]
  const [blockedBy, blocks] = [tasksIn(session, input, 'addBlockedBy'), tasksIn(session, input, 'addBlocks')]
  const change = {
    ...(status && { status: taskStatusOf(status) }),
    ...(text && { text: shorten(text) }),
    ...(why && { why: shorten(why) }),
    ...(blockedBy.length > 0 && { blockedBy }),
    ...(blocks.length > 0 && { blocks }),
  }
  if (Object.keys(change).length === 0) return []
  return [eventDraft(TaskChanged, [call.id], { task: taskEvent(session, id), ...change }, call.at)]
}

const tasksIn = (session: string, input: unknown, field: string): string[] => {
  const ids = fieldOf(input, field)
  return Array.isArray(ids) ? ids.map((id) => taskEvent(session, String(id))) : []
}

/** The id of the event that opened the task. Must use the same parts as `eventFromDraft`. */
export const taskEvent = (session: string, task: string): string =>
  derivedId('evt', 'claude-code', session, TaskOpened.type, task)
