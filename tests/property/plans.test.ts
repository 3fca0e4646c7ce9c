import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { titleInPrompt } from '../../src/extract/goal.ts'
import { planInPrompt, readPlan, saysPlanIsDone } from '../../src/extract/plan.ts'
import { cpuTimeMs } from '../support/cpu-time.ts'
import { runs } from './runs.ts'

const RUNS = { numRuns: runs(300) }
const piece = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...' \n\t`*_#-[](){}<>|.?!:;,"\'é漢🙂1'), maxLength: 40 }),
  fc.constantFrom(
    '\n# Plan: Move it\n',
    '\n## Changes\n',
    '\n### 1. First\n',
    '\n## Verification\n- ',
    '\n## Out of scope\n- ',
    '\n**Decisions**\n- ',
    '\n- [ ] ',
    '\n- [x] ',
    '\n1. ',
    '\n```\n',
    '\n| a | b |\n',
  ),
)
const plan = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
const word = fc.constantFrom('read', 'cache', 'parser', 'write', 'index', 'login', 'export', 'rows')
const step = fc.array(word, { minLength: 2, maxLength: 5 }).map((words) => words.join(' '))
const steps = fc.uniqueArray(step, { minLength: 2, maxLength: 12 })

describe('a plan', () => {
  test('a plan from any text has at most 40 steps, and all its lines are short', () => {
    let lines = 0
    fc.assert(
      fc.property(plan, (text) => {
        const outline = readPlan(text)
        const { title = '', decisions, checks, deferred, excluded, questions } = outline
        const all = [
          ...outline.steps.map((one) => one.text),
          ...decisions,
          ...checks,
          ...deferred,
          ...excluded,
        ]
        for (const line of [...all, ...questions, title]) {
          lines += 1
          expect(line.length).toBeLessThanOrEqual(201)
          expect(line).not.toContain('\n')
        }
        expect(outline.steps.length).toBeLessThanOrEqual(40)
      }),
      RUNS,
    )
    expect(lines).toBeGreaterThan(0)
  })

  test('a plan in any format has its steps in order, each marked as open or done', () => {
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 0, max: 2 }),
        fc.infiniteStream(fc.boolean()),
        (texts, form, marks) => {
          const done = texts.map(() => marks.next().value)
          const lines = texts.map((text, at) => {
            if (form === 0) return `- [${done[at] ? 'x' : ' '}] ${text}`
            return `${form === 1 ? '### ' : ''}${at + 1}. ${text}${done[at] ? ' ✅' : ''}`
          })
          const found = readPlan(
            `# Title of it\n\n## Changes\n\n${lines.join('\n\n')}\n\n## Verification\n1. x y`,
          )
          expect(found.steps).toEqual(texts.map((text, at) => ({ text, isDone: done[at] })))
        },
      ),
      RUNS,
    )
  })

  test('a plan is parsed in linear time, even if the text is hostile', () => {
    for (const part of ['# a\n', '- [ ] ', '|', '1. ', '**a**\n', 'all steps are ', 'continue ', '`', ' ']) {
      const text = `# T\n${part.repeat(60_000)}`
      const begun = cpuTimeMs()
      readPlan(text)
      planInPrompt(text)
      saysPlanIsDone(text)
      titleInPrompt(text.slice(4))
      expect(cpuTimeMs() - begun, part).toBeLessThan(2000)
    }
  })
})
