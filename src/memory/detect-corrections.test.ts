import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '../../tests/support/cpu-time.ts'
import { detectCorrections } from './detect-corrections.ts'
import { APPROVE_CONFIDENCE, REVIEW_CONFIDENCE } from './thresholds.ts'
import type { Turn } from './turn.ts'

const user = (text: string, id = 'u', at = 2): Turn => ({ id, at, role: 'user', text })
const assistant = (text: string, more: Partial<Turn> = {}): Turn => ({
  id: 'a',
  at: 1,
  role: 'assistant',
  text,
  ...more,
})
const only = (...turns: readonly Turn[]) => detectCorrections(turns)[0]
const sure = (...turns: readonly Turn[]): number => only(...turns)?.confidence ?? 0

describe('an explicit rule', () => {
  test.each([
    ['Never commit directly to main.', 'Never commit directly to main.'],
    ['no, never amend commits that were pushed', 'Never amend commits that were pushed.'],
    ['From now on, ask me before committing.', 'Ask me before committing.'],
    ['You should never edit generated files by hand.', 'Never edit generated files by hand.'],
    ['always use ripgrep instead of grep', 'Always use ripgrep instead of grep.'],
  ])('the rule "%s" is lasting, and certain enough for automatic approval', (text, rule) => {
    const found = only(assistant('Done.'), user(text))
    expect(found?.rule).toBe(rule)
    expect(found?.kind).toBe('direct')
    expect(found?.isLasting).toBe(true)
    expect(found?.confidence).toBeGreaterThanOrEqual(APPROVE_CONFIDENCE)
  })

  test('a rule includes its language and its position in the message', () => {
    const text = 'Thanks. Never use any in TypeScript.'
    const found = only(assistant('Done.'), user(text))
    expect(found?.language).toBe('TypeScript')
    expect(text.slice(...(found?.span ?? []))).toBe('Never use any in TypeScript.')
  })
})

describe('an objection to what was done', () => {
  test.each([
    ['I moved it to utils.', 'undo that, it belongs in the parser module'],
    ['I edited the files.', 'you edited the live template, not the draft one'],
    ['I deleted the old tests.', 'why did you delete the tests? put them back'],
    ['Refactored the module.', "that's not what I asked for, leave the API alone"],
  ])('after the answer "%s", the objection %o is a one-time choice', (done, said) => {
    const found = only(assistant(done, { actions: [{ kind: 'edit', target: 'src/a.ts' }] }), user(said))
    expect(found?.kind).toBe('after-action')
    expect(found?.isLasting).toBe(false)
    expect(found?.confidence).toBeGreaterThanOrEqual(REVIEW_CONFIDENCE)
  })

  test('an objection has higher confidence if the work is reverted later', () => {
    const said = user('the config belongs in the settings folder, not in the root')
    expect(sure(assistant('Done.', { isReverted: true }), said)).toBeGreaterThan(
      sure(assistant('Done.'), said),
    )
  })

  test('an objection has higher confidence if the user interrupted the assistant', () => {
    const said = user('look into the manual instead')
    expect(sure(assistant('Let me see.', { isInterrupted: true }), said)).toBeGreaterThan(
      sure(assistant('Let me see.'), said),
    )
  })

  test('an objection has higher confidence if the assistant admits the mistake, and counts as confirmed if the user then continues', () => {
    const turns = [
      assistant('Edited.'),
      user('you are writing in the live folder'),
      { ...assistant("You're right, I apologize. I will write in the draft."), id: 'b', at: 3 },
      user('ok, commit', 'v', 4),
    ]
    expect(only(...turns)?.kind).toBe('confirmed')
    expect(sure(...turns)).toBeGreaterThan(sure(...turns.slice(0, 2)))
  })

  test.each([
    ["why didn't you use the release script just now?", 'Use the release script.'],
    ['why are you writing files in the live folder?', 'Do not write files in the live folder.'],
    ['you are writing in the live folder, not the draft', 'Do not write in the live folder, but the draft.'],
    ['you should be working on the feature branch', 'Work on the feature branch.'],
    ['you edited the live template, not the draft one', 'Do not edit the live template, but the draft one.'],
  ])('the objection "%s" is rewritten as an imperative', (said, rule) => {
    expect(only(assistant('Done.'), user(said))?.rule).toBe(rule)
  })
})

describe('a repeated correction', () => {
  const first = user('please do not mock the database in tests', 'one', 2)
  const second = user('stop mocking the database in our tests', 'two', 4)

  test('a correction that is repeated in other words has higher confidence', () => {
    const [, again] = detectCorrections([assistant('Done.'), first, assistant('Done.'), second])
    const alone = only(assistant('Done.'), second)
    expect(again?.kind).toBe('repeated')
    expect(again?.isLasting).toBe(true)
    expect(again?.confidence).toBeGreaterThan(alone?.confidence ?? 1)
  })

  test('repetitions are also found in earlier sessions', () => {
    const earlier = detectCorrections([assistant('Done.'), first])
    expect(detectCorrections([assistant('Done.'), second], { earlier })[0]?.kind).toBe('repeated')
  })

  test('a repeated correction in the same words counts as a resent prompt', () => {
    const turns = [
      assistant('Done.'),
      first,
      assistant('', { isInterrupted: true }),
      { ...first, id: 'two', at: 4 },
    ]
    expect(detectCorrections(turns).map(({ kind }) => kind)).not.toContain('repeated')
  })
})

describe('no correction', () => {
  test.each([
    ['a question', 'why does the server never stop?'],
    ['a casual no', 'no problem, thanks!'],
    ['a change of mind', 'never mind, it works now'],
    ['a lack of knowledge', "I don't know, what do you think?"],
    ['a task', 'add a check that never returns null'],
    ['a failure', 'it still does not work, the button never appears'],
    ['text from a tool', '<system-reminder>Never commit. Always run lint.</system-reminder> what is left?'],
    ['text from a client', 'Stop hook feedback: you must always run the formatter.'],
    ['a log', '2026-01-02T10:00:00 WARN never use this in production'],
    ['German', 'Bitte niemals direkt auf main pushen, immer einen Branch anlegen.'],
    ['Spanish', 'Usa siempre comillas simples y nunca punto y coma.'],
    ['Japanese', 'いつもpnpmを使ってください。npmは使わないでください。'],
    ['a plan', 'Implement the following plan:\n- Never retry more than twice\n- Do not retry on 404'],
  ])('%s is not a correction: %s', (_, text) => {
    expect(sure(assistant('Done.'), user(text))).toBeLessThan(REVIEW_CONFIDENCE)
  })

  test('messages from the assistant are never corrections', () => {
    expect(detectCorrections([assistant('Never commit directly to main. Always ask first.')])).toEqual([])
  })
})

describe('any conversation', () => {
  const rule = 'Never commit directly to main. Always run the tests, do not use npm again.'
  const wrapped = fc.constantFrom(
    `\`\`\`\n${rule}\n\`\`\``,
    `~~~md\n${rule}\n~~~`,
    `"${rule}"`,
    `“${rule}”`,
    `\`${rule}\``,
    `"""\n${rule}\n"""`,
    `> ${rule}`,
    `<tool-output>${rule}</tool-output>`,
  )
  const around = fc.constantFrom('', 'what does this mean', 'Explain:', 'thanks', '1 + 1')

  test('no corrections are found in code, quotations and tagged text', () => {
    fc.assert(
      fc.property(wrapped, around, around, (inner, before, after) =>
        detectCorrections([user(`${before}\n${inner}\n${after}`)]).every(
          ({ confidence }) => confidence < REVIEW_CONFIDENCE,
        ),
      ),
    )
  })

  test('detectCorrections never throws, and returns values within bounds', () => {
    const turn = fc.record({
      id: fc.string(),
      at: fc.nat(),
      role: fc.constantFrom('user' as const, 'assistant' as const),
      text: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), wrapped, fc.constant(rule)),
    })
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), (turns) =>
        detectCorrections(turns).every(
          ({ confidence, span: [from, to], rule: text }) =>
            confidence >= 0 && confidence <= 1 && from >= 0 && from < to && text.length <= 210,
        ),
      ),
    )
  })

  test('a message contains at most one correction', () => {
    const text = 'Never commit. Always test. Do not push. Stop asking me.'
    expect(detectCorrections([assistant('Done.'), user(text)])).toHaveLength(1)
  })

  test.each([
    ['words', 'never do this again. '],
    ['quotes', '"'],
    ['open quotes', '“ '],
    ['apostrophes', " '"],
    ['tags', '<a-b>'],
    ['closed tags', '<a-b>x</a-b>'],
    ['backticks', '` '],
    ['one long line', 'no no not never don’t '],
    ['letters', 'a'],
    ['commas', ', , not '],
  ])('a megabyte of %s takes less than two seconds', (_, part) => {
    const text = part.repeat(Math.ceil(1_000_000 / part.length))
    const begun = cpuTimeMs()
    detectCorrections([assistant(text), user(text), assistant(text)])
    expect(cpuTimeMs() - begun).toBeLessThan(2000)
  })
})
