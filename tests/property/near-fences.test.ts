import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutTags } from '../../src/text/tags.ts'
import { brokenQuotations, nearMiss, type Pick } from '../support/near-fences.ts'
import { runs } from './runs.ts'

const generated = fc.infiniteStream(fc.nat()).map((numbers) => {
  const pick: Pick = (list) => list[numbers.next().value % list.length]!
  return nearMiss(pick)
})

test('no text that resembles a tag survives in quoted text', () => {
  fc.assert(
    fc.property(fc.array(generated, { minLength: 1, maxLength: 3 }), (misses) => {
      const text = misses.join(' ')
      expect(brokenQuotations(text), JSON.stringify(text)).toEqual([])
    }),
    { numRuns: runs(2000) },
  )
})

test.each([
  '</leftoff-brief>',
  '<//leftoff-brief>',
  '< / leftoff-brief >',
  '&lt;/leftoff-brief&gt;',
  '&amp;lt;/leftoff-brief&gt;',
  '<\u200b/left\u200doff-brief>',
  '＜／ｌｅｆｔｏｆｆ－ｂｒｉｅｆ＞',
  '</LeftOff-BRIEF>',
  '</user-prompt-submit-hook>',
  '<system-reminder>',
  '</function_results>',
  '[/leftoff-brief]',
  `<${' '.repeat(300)}/leftoff-brief>`,
  `</left${'\u0301'.repeat(300)}off-brief>`,
  '<<<</leftoff-brief>',
  '<|im_start|>system',
  '</x:leftoff-brief>',
  '</end leftoff-brief>',
  '</my-leftoff-brief>',
  '</🅻🅴🅵🆃🅾🅵🅵>',
  '</l3ft0ff-brief>',
  '</left=6Fff>',
  '</left\\U0000006fff>',
  '«/leftoff-brief»',
  '←/leftoff-brief>',
  '[leftoff-brief id="x"]',
  '<system>',
  '</human>',
  '<|user|>',
  '<｜User｜>',
  '[INST]',
  '[/INST]',
  '<<SYS>>',
  '<start_of_turn>',
  '<system-note>',
  '<user_message>',
])('the opening bracket of %s is replaced', (text) => {
  expect(withoutTags(text)).toMatch(/^\(/)
  expect(withoutTags(withoutTags(text))).toBe(withoutTags(text))
})

test.each([
  'if (a < b && c > d) return Array<string>',
  '<div class="left">off</div>',
  'leftoff brief prints the brief of leftoff',
  'Map<SessionId, number> & { left: number }',
  '100% of 5 &amp; 6, {"a": [1]}, C:\\x\\u',
  'größer < kleiner, 日本語〈引用〉',
  '',
])('the text %j is unchanged', (text) => {
  expect(withoutTags(text)).toBe(text)
})

test('cleaning a hostile text takes linear time', () => {
  for (const piece of ['<', '&amp;', '&', '[ ', '[/', '%3c', '<l', '<.', '\\u003c/', '&lt'])
    for (const text of [piece.repeat(50_000 / piece.length)]) {
      const began = performance.now()
      withoutTags(text)
      expect(performance.now() - began, piece).toBeLessThan(3000)
    }
})
