import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ruleLinesIn, withRules } from './rule-files.ts'

describe('rules in a file that an agent loads', () => {
  test('rules are written to a separate block, and every other byte is unchanged', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.constantFrom('Use pnpm', 'Never push')), (before, rules) => {
        fc.pre(!before.includes('leftoff: rules'))
        const written = withRules(before, rules)
        expect(written.startsWith(before)).toBe(true)
        expect(withRules(written, rules)).toBe(written)
        expect(withRules(withRules(before, ['Something else']), rules)).toBe(written)
      }),
    )
  })

  test('rules are read without headings, code fences and quotations', () => {
    const text = [
      '# Rules',
      '',
      '- Always use pnpm here',
      '```',
      '> quoted by somebody',
      '2. Never force-push',
    ].join('\n')
    expect(ruleLinesIn(withRules(text, ['Write tests first']))).toEqual([
      'Always use pnpm here',
      'Never force-push',
      'Write tests first',
    ])
  })

  test('rules are not removed if the end of the block is missing', () => {
    const torn = withRules('before', ['Use pnpm']).replace('<!-- leftoff: rules end -->', '')
    expect(withRules(torn, ['Use npm']).startsWith(torn)).toBe(true)
  })
})
