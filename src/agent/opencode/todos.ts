import { derivedId } from '../../event/identity.ts'
import { TaskClosed, TaskOpened } from '../../event/work.ts'
import { type EventDraft, eventDraft } from '../event-draft.ts'
import { shortened } from '../long-text.ts'
import { hash16 } from '../text-hash.ts'
import type { Todo } from './wire.ts'

/** Each time the whole list is told; a todo has no id but its words. */
export function todoDrafts(session: string, todos: readonly Todo[]): readonly EventDraft[] {
  const byText = new Map(todos.filter(({ content }) => content !== '').map((todo) => [todo.content, todo]))
  return [...byText.values()].flatMap((todo) => [opened(todo), ...closed(session, todo)])
}

const opened = ({ content }: Todo): EventDraft =>
  eventDraft(TaskOpened, [hash16(content)], { text: shortened(content), origin: 'assistant' })

function closed(session: string, { content, status }: Todo): readonly EventDraft[] {
  if (status !== 'completed' && status !== 'cancelled') return []
  const how = status === 'cancelled' ? { how: 'cancelled' } : {}
  return [eventDraft(TaskClosed, [hash16(content), status], { task: taskOf(session, content), ...how })]
}

/** The id that the opening of this task has: `eventFromDraft` derives it from the same parts. */
const taskOf = (session: string, content: string): string =>
  derivedId('evt', 'opencode', session, TaskOpened.type, hash16(content))
