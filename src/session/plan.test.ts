import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { openItems, type Work, work } from './noted-work.ts'

const folded = (...events: readonly KnownEvent[]): Work => events.reduce(work.apply, work.initial)
const open = (items: Work['tasks']) => openItems(items).map(({ text }) => text)

const TEXT = `# Plan: Move the cache

## Decisions
- One file

## Steps
1. Read the old cache
2. Write the new file
3. Remove the flag

## Verification
- npm test

## Follow-ups
- Windows

## Open questions
- How large?

## Out of scope
- Compression
`
const approved = (text = TEXT, at = 10) => knownEvent('plan.approved', { text }, at)
const prompt = (text: string, at: number) => knownEvent('prompt.submitted', { text, origin: 'user' }, at)
const answer = (text: string, at: number) => knownEvent('response.completed', { text }, at)
const listed = (at: number, ...tasks: readonly (readonly [string, string])[]) =>
  knownEvent('tasks.listed', { list: 'todos', tasks: tasks.map(([text, status]) => ({ text, status })) }, at)

describe('an approved plan', () => {
  test('an approved plan sets the goal, decisions, ordered steps and open questions', () => {
    const { goal, decisions, tasks, actions, plan } = folded(approved())
    expect(plan).toMatchObject({ title: 'Move the cache' })
    expect(goal?.text).toBe('Move the cache')
    expect(decisions.map(({ text }) => text)).toEqual(['One file', 'Out of scope: Compression'])
    expect(open(tasks)).toEqual([
      'Read the old cache',
      'Write the new file',
      'Remove the flag',
      'Verify: npm test',
    ])
    expect(actions.map(({ kind, text }) => [kind, text])).toEqual([
      ['deferred', 'Windows'],
      ['open question', 'How large?'],
    ])
    expect(new Set([...tasks, ...actions].map(({ id }) => id)).size).toBe(6)
  })

  test('a plan in a prompt has the same effect as an approved plan', () => {
    const { goal, tasks } = folded(prompt(`Implement the following plan:\n\n${TEXT}`, 1))
    expect(goal?.text).toBe('Move the cache')
    expect(open(tasks)).toHaveLength(4)
  })

  test('a proposed plan takes effect when the user approves it', () => {
    const proposal = answer(`Here:\n<proposed_plan>\n${TEXT}</proposed_plan>`, 1)
    expect(folded(proposal).tasks).toEqual([])
    expect(folded(proposal, prompt('make step 2 smaller', 2)).tasks).toEqual([])
    expect(open(folded(proposal, prompt('Implement the plan.', 2)).tasks)).toHaveLength(4)
  })

  test('if an approval contains no text, the plan is the plan file that the agent wrote last', () => {
    const path = '/home/dev/.claude/plans/quiet-fox.md'
    const file = (data: object, at: number) =>
      knownEvent('file.changed', { path, change: 'edited', ...data }, at)
    const wrote = file({ after: TEXT }, 1)
    const edited = file({ before: 'Remove the flag', after: 'Remove the old flag' }, 2)
    const exit = knownEvent('plan.approved', { file: path }, 3)
    expect(open(folded(wrote, edited, exit).tasks)).toContain('Remove the old flag')
    expect(folded(wrote, edited).tasks).toEqual([])
    expect(
      folded(knownEvent('file.changed', { path: '/w/plans/a.md', change: 'created', after: TEXT }), exit)
        .tasks,
    ).toEqual([])
  })

  test('an approved plan does not replace a goal that was set explicitly', () => {
    const set = knownEvent('goal.set', { text: 'a fast start' }, 1)
    expect(folded(set, approved()).goal?.text).toBe('a fast start')
    expect(folded(approved(), set).goal?.text).toBe('a fast start')
  })

  test('an approved plan replaces the open steps of an older plan and keeps the finished ones', () => {
    const first = folded(approved())
    const close = knownEvent('task.closed', { task: first.tasks[0]?.id ?? '' }, 11)
    const { tasks, goal, actions } = folded(approved(), close, approved('# Other\n\n1. Eat\n2. Sleep', 12))
    expect(goal?.text).toBe('Other')
    expect(open(tasks)).toEqual(['Eat', 'Sleep'])
    expect(tasks.map(({ text }) => text)).toContain('Read the old cache')
    expect(open(actions)).toEqual(['Windows', 'How large?'])
  })

  test('a plan approval that arrives late does not replace a newer plan', () => {
    const newer = approved('# Other\n\n1. Eat\n2. Sleep', 12)
    expect(open(folded(newer, approved()).tasks)).toEqual(['Eat', 'Sleep'])
  })

  test('an approved plan is done when an answer says that the whole plan is done', () => {
    expect(open(folded(approved(), answer('Step 1 is done.', 11)).tasks)).toHaveLength(4)
    expect(open(folded(approved(), answer('All steps of the plan are complete.', 11)).tasks)).toEqual([])
  })

  test('a plan that was worked on is done once an answer concludes the work, unless the answer names individual steps', () => {
    const edit = knownEvent('file.changed', { path: '/w/cache.ts', change: 'edited' }, 11)
    expect(open(folded(approved(), edit).tasks)).toHaveLength(4)
    expect(open(folded(approved(), answer('I will begin now.', 11)).tasks)).toHaveLength(4)
    expect(open(folded(approved(), edit, answer('The cache moved to one file.', 12)).tasks)).toEqual([])
    expect(
      open(folded(approved(), edit, answer('Step 1 is done. Next step: the file.', 12)).tasks),
    ).toHaveLength(4)
    for (const interim of ["Now I'll write the new file.", 'Let me run the tests:', 'It reads. Then: '])
      expect(open(folded(approved(), edit, answer(interim, 12)).tasks), interim).toHaveLength(4)
    expect(open(folded(approved(), edit, answer('Moved.', 12)).actions)).toEqual(['Windows', 'How large?'])
  })

  test('an approved plan is done after a commit with its title', () => {
    const ran = (command: string, outcome = 'ok') =>
      knownEvent('tool.returned', { call: 'c', tool: 'Bash', outcome, command }, 11)
    const plan = approved('# Stream the invoice export\n\n1. Read\n2. Write')
    expect(open(folded(plan, ran('git commit -m "feat: stream the invoice export"')).tasks)).toEqual([])
    expect(
      open(folded(plan, ran('git commit -m "feat: stream the invoice export"', 'failed')).tasks),
    ).toHaveLength(2)
    expect(
      open(folded(plan, ran('git commit -m "feat: stream the invoice export, part 1"')).tasks),
    ).toHaveLength(2)
    expect(open(folded(plan, ran('git commit -m "fix: typo"')).tasks)).toHaveLength(2)
    expect(open(folded(plan, ran('git log --grep "stream the invoice export"')).tasks)).toHaveLength(2)
  })
})

describe('a task list', () => {
  test('a task list is replaced by the list of the last call, including order and deletions', () => {
    const { tasks } = folded(
      listed(1, ['a', 'done'], ['b', 'active'], ['c', 'pending']),
      listed(2, ['d', 'pending'], ['a', 'done'], ['b', 'pending']),
    )
    expect(open(tasks)).toEqual(['d', 'b'])
    expect(tasks.find(({ text }) => text === 'a')?.closedAt).toBe(1)
    expect(tasks.map(({ text }) => text)).not.toContain('c')
  })

  test('a task list can reopen a task and mark it as in progress', () => {
    const { tasks } = folded(listed(1, ['a', 'done']), listed(2, ['a', 'active']))
    expect(tasks).toMatchObject([{ text: 'a', isActive: true }])
    expect(open(tasks)).toEqual(['a'])
  })

  test('a task list that arrives late changes nothing', () => {
    expect(open(folded(listed(5, ['new', 'pending']), listed(4, ['old', 'pending'])).tasks)).toEqual(['new'])
  })

  test('a task list does not change tasks that were noted in other ways', () => {
    const noted = knownEvent('task.opened', { text: 'call the bank', origin: 'user' }, 1)
    expect(open(folded(noted, listed(2, ['a', 'pending']), listed(3)).tasks)).toEqual(['call the bank'])
  })

  test('a task list made after a plan replaces the steps of the plan, which is done when all tasks are done', () => {
    const tracking = listed(11, ['Read cache', 'done'], ['Write file', 'active'], ['Drop flag', 'pending'])
    expect(open(folded(approved(), tracking).tasks)).toEqual(['Verify: npm test', 'Write file', 'Drop flag'])
    const all = listed(12, ['Read cache', 'done'], ['Write file', 'done'], ['Drop flag', 'done'])
    expect(open(folded(approved(), tracking, all).tasks)).toEqual([])
  })

  test('a task list that is much shorter than the plan only closes the steps that it names', () => {
    const { tasks } = folded(approved(), listed(11, ['Read the old cache', 'done']))
    expect(open(tasks)).toEqual(['Write the new file', 'Remove the flag', 'Verify: npm test'])
  })
})

describe('a single task', () => {
  const task = knownEvent('task.opened', { text: 'parse dates' }, 1)
  const other = knownEvent('task.opened', { text: 'parse rows' }, 1)
  const changed = (data: object, at = 5) => knownEvent('task.changed', { task: task.id, ...data }, at)

  test('a task can be renamed, started, finished, reopened and deleted', () => {
    expect(folded(task, changed({ text: 'parse times' })).tasks).toMatchObject([{ text: 'parse times' }])
    expect(folded(task, changed({ status: 'active' })).tasks).toMatchObject([{ isActive: true }])
    expect(open(folded(task, changed({ status: 'done' })).tasks)).toEqual([])
    expect(open(folded(task, changed({ status: 'done' }), changed({ status: 'pending' }, 6)).tasks)).toEqual([
      'parse dates',
    ])
    expect(folded(task, changed({ status: 'dropped' })).tasks).toEqual([])
  })

  test('a task records the tasks that it depends on', () => {
    expect(folded(task, other, changed({ blockedBy: [other.id] })).tasks[0]?.blockedBy).toEqual([other.id])
    expect(folded(task, other, changed({ blocks: [other.id] })).tasks[1]?.blockedBy).toEqual([task.id])
  })
})

describe('an answered question', () => {
  const answered = (question: string, said: string) =>
    knownEvent('question.answered', { question, answer: said, call: 'c' }, 5)

  test("an answered question is recorded as the user's decision", () => {
    expect(
      folded(answered('This concerns the page. Which colour does the button have?', 'Blue')).decisions,
    ).toMatchObject([
      { text: 'This concerns the page. Which colour does the button have: Blue', origin: 'user' },
    ])
  })

  test('an answered question is stored as one line, without the marker of the recommended option', () => {
    expect(folded(answered('Which one?', 'Inline\nstrings (Recommended)')).decisions[0]?.text).toBe(
      'Which one: Inline strings',
    )
  })

  test('an answered question about how to proceed is not a decision', () => {
    expect(folded(answered('How would you like to proceed?', 'Just go')).decisions).toEqual([])
  })
})
