import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goalIn } from '../../src/extract/goal.ts'
import { statementsIn } from '../../src/extract/statements.ts'
import { withoutMarkdown } from '../../src/text/prose.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { cpuTimeMs } from '../support/cpu-time.ts'
import { runs } from './runs.ts'

const RUNS = { numRuns: runs(300) }
const piece = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...' \n\t`*_#-[](){}<>|.?!:;,"\'xA1é漢🙂'), maxLength: 40 }),
  fc.constantFrom(
    '\n## Next steps\n- ',
    '\n**Known issues:**\n1. ',
    '- [ ] ',
    '```\n',
    "Let's use ",
    ' rather than ',
    ' because ',
    'Two tests still fail. ',
    'You need to run it. ',
    'Should I? ',
    'option 2',
    'Fixed. ',
  ),
)
const message = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
const flag = fc.boolean()
const normalize = (text: string): string => withoutMarkdown(text).replaceAll(/\s+/g, ' ').toLowerCase()

describe('extraction', () => {
  test('units are parts of the message, in order and without overlap', () => {
    let units = 0
    fc.assert(
      fc.property(message, (text) => {
        let end = 0
        for (const unit of unitsIn(text)) {
          units += 1
          expect(unit.at).toBeGreaterThanOrEqual(end)
          expect(text.slice(unit.at, unit.at + unit.text.length)).toBe(unit.text)
          end = unit.at + unit.text.length
        }
      }),
      RUNS,
    )
    expect(units).toBeGreaterThan(0)
  })

  test('every statement is short and quotes the message', () => {
    let statements = 0
    fc.assert(
      fc.property(
        message,
        fc.constantFrom('user', 'assistant'),
        flag,
        flag,
        (text, speaker, isFirst, isFinal) => {
          const found = statementsIn({ speaker, text, isFirst, isFinal })
          expect(found.length).toBeLessThanOrEqual(unitsIn(text).length)
          statements += found.length
          for (const { text: statement, why = '', at, kind } of found) {
            expect(statement.length).toBeLessThanOrEqual(241)
            expect(why.length).toBeLessThanOrEqual(201)
            if (kind === 'goal') continue
            expect(normalize(text.slice(at))).toContain(normalize(statement.replace(/…$/, '')))
          }
        },
      ),
      RUNS,
    )
    expect(statements).toBeGreaterThan(0)
  })

  test('extraction never throws for any prompt and previous message', () => {
    fc.assert(
      fc.property(message, message, (text, before) => {
        statementsIn({ speaker: 'user', text, before })
        goalIn(text)
      }),
      RUNS,
    )
  })
})

const MEGABYTE = 1 << 20
const hostile: readonly (readonly [string, string])[] = [
  ['dots', '.'],
  ['code marks', '`'],
  ['stars', '*'],
  ['underscores', '_'],
  ['brackets', '['],
  ['links', '[a]('],
  ['spaces', ' '],
  ['empty lines', ' \n'],
  ['items', '- a.\n'],
  ['nested items', ' - a\n'],
  ['one long sentence', 'it still needs to be fixed because '],
  ['announcements', "i'll a "],
  ['questions', '? '],
  ['wrapped lines', `${'a'.repeat(300)} b\nc`],
  ['options', '1. a\n'],
]

test.each(hostile)('a megabyte of %s is processed in bounded time', (_, unit) => {
  const text = unit.repeat(Math.ceil(MEGABYTE / unit.length))
  const seconds = (run: () => unknown): number => {
    const begun = cpuTimeMs()
    run()
    return (cpuTimeMs() - begun) / 1000
  }
  expect(seconds(() => statementsIn({ speaker: 'assistant', text }))).toBeLessThan(2)
  expect(seconds(() => statementsIn({ speaker: 'user', text, before: text, isFirst: true }))).toBeLessThan(2)
})
