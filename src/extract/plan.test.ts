import { describe, expect, test } from 'vitest'
import { approvesPlan, planInPrompt, proposedPlanIn, readPlan, saysPlanIsDone } from './plan.ts'

const PLAN = `# Plan: Move the cache to disk

## Context
The cache is lost with each restart.

## Design decisions
- **One file**: readers need no index
- Keep the memory cache as a front

| Question | Choice |
|---|---|
| Format | CBOR |

## Changes

### 1. Add \`DiskCache\` in \`src/cache/disk.ts\`
\`\`\`ts
1. not a step
\`\`\`
### 2. Use it in \`src/cache/index.ts\` ✅ DONE
- a detail

## Verification
1. \`npm test\` passes
2. Start twice, and look at the hit rate

## Out of scope
- Compression

## Follow-ups
- Measure it on Windows

## Open questions
- How large may it get?


If you need specific details from before exiting plan mode (like code), read the full transcript at: /x.jsonl`

describe('a plan', () => {
  test('a plan has a title, decisions, steps, checks and open questions', () => {
    expect(readPlan(PLAN)).toEqual({
      title: 'Move the cache to disk',
      decisions: ['One file: readers need no index', 'Keep the memory cache as a front'],
      steps: [
        { text: 'Add DiskCache in src/cache/disk.ts', isDone: false },
        { text: 'Use it in src/cache/index.ts', isDone: true },
      ],
      checks: ['npm test passes', 'Start twice, and look at the hit rate'],
      deferred: ['Measure it on Windows'],
      excluded: ['Compression'],
      questions: ['How large may it get?'],
    })
  })

  test('the steps of a plan may be checkboxes, a numbered list, or items under a heading for changes', () => {
    const stepsOf = (plan: string) => readPlan(plan).steps.map(({ text }) => text)
    expect(stepsOf('# Login\n\n- [x] Form\n- [ ] Session\n\n1. Other\n2. List')).toEqual(['Form', 'Session'])
    expect(stepsOf('# Login\n\n1. Form\n   1. detail\n2. Session')).toEqual(['Form', 'Session'])
    expect(stepsOf('# Login\n\n## Changes\n\n### `form.ts`\n\nx\n\n### `session.ts`')).toEqual([
      'form.ts',
      'session.ts',
    ])
    expect(stepsOf('# Login\n\n## Implementation\n- Form\n- Session')).toEqual(['Form', 'Session'])
    expect(stepsOf('# Big\n\n## Phase 1: Read\n### 1. a\n### 2. b\n\n## Phase 2: Write')).toEqual([
      'Read',
      'Write',
    ])
  })

  test('the numbered sections of a plan are not its steps', () => {
    const plan =
      '# Login\n\n## 1. Context\nx\n\n## 2. Implementation\n1. Form\n2. Session\n\n## 3. Verification\n- run it'
    expect(readPlan(plan).steps.map(({ text }) => text)).toEqual(['Form', 'Session'])
    expect(readPlan(plan).checks).toEqual(['run it'])
  })

  test('a plan that only states its approach has no decisions', () => {
    expect(readPlan('# X\n\n## Approach\nShim git with the CLI. It is faster.\n').decisions).toEqual([])
    expect(readPlan('# X\n\n## Approach\n- one\n- two\n').decisions).toEqual([])
  })

  test('the steps of a plan about deferred work are not deferred', () => {
    expect(readPlan('# X\n\n## Fix deferred condensation\n- a\n').deferred).toEqual([])
  })

  test('a plan without headings and lists has no content', () => {
    expect(readPlan('Just do it well.')).toEqual({
      decisions: [],
      steps: [],
      checks: [],
      deferred: [],
      excluded: [],
      questions: [],
    })
  })
})

describe('a plan in a message', () => {
  test('a plan in a prompt is recognized by the text that the client adds', () => {
    expect(planInPrompt(`Implement the following plan:\n\n${PLAN}`)?.startsWith('# Plan: Move')).toBe(true)
    expect(planInPrompt(`Implement the following plan:\n\n${PLAN}`)).not.toContain('full transcript')
    expect(planInPrompt('Implement the following plan soon, please.')).toBeUndefined()
    expect(planInPrompt(PLAN)).toBeUndefined()
  })

  test('a proposed plan is recognized by its tags', () => {
    expect(proposedPlanIn('Here:\n<proposed_plan>\n# Move it\n\n1. a\n</proposed_plan>')).toBe(
      '# Move it\n\n1. a',
    )
    expect(proposedPlanIn('<proposed_plan> is a tag')).toBeUndefined()
  })

  test.each([
    'Implement the plan.',
    'yes',
    'Go ahead and implement it',
    'LGTM, implement this plan',
    'proceed',
  ])('%j approves the plan', (prompt) => {
    expect(approvesPlan(prompt)).toBe(true)
  })

  test.each(['Implement the plan, but without step 3', 'yes, why not?', 'Change step 2', 'no'])(
    '%j does not approve the plan',
    (prompt) => {
      expect(approvesPlan(prompt)).toBe(false)
    },
  )

  test.each([
    'All steps of the plan are complete.',
    'The implementation is complete. All 52 tests pass.',
    'All 5 tasks have been completed.\n\n## Summary\n...',
    "I've fully implemented the plan.",
    'The plan has been implemented.',
  ])('%j says that the plan is done', (answer) => {
    expect(saysPlanIsDone(answer)).toBe(true)
  })

  test.each([
    'Once all steps are complete, run the tests.',
    'All tasks are done except the last one.',
    'The plan is not implemented yet.',
    'Are all changes in place?',
    'Step 2 is done.',
    'The first phase of the plan is complete.',
  ])('%j does not say that the plan is done', (answer) => {
    expect(saysPlanIsDone(answer)).toBe(false)
  })
})

test('"Change" is added to a step that only names a file', () => {
  const plan =
    '# Log\n\n## Changes\n\n### `src/log/logger.ts`\nOne file.\n\n### src/hooks.ts (line 63)\nStart it.\n'
  expect(readPlan(plan).steps.map(({ text }) => text)).toEqual([
    'Change src/log/logger.ts',
    'Change src/hooks.ts (line 63)',
  ])
})
