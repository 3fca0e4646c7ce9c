import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseOf, ruleOf } from './rule-text.ts'

describe('gerunds', () => {
  test.each(
    `using use, making make, writing write, creating create, removing remove, changing change, updating update, moving move,
editing edit, committing commit, running run, adding add, putting put, doing do, going go, asking ask, testing test,
pushing push, deleting delete, deploying deploy, merging merge, rebasing rebase, mocking mock, working work,
reading read, calling call, building build, following follow, ignoring ignore, skipping skip, hardcoding hardcode,
storing store, saving save, breaking break, setting set, getting get, trying try, linking link, talking talk,
opening open, wrapping wrap, naming name, renaming rename, importing import, generating generate, refactoring refactor,
logging log, printing print, formatting format, installing install, closing close, typing type, handling handle,
duplicating duplicate, introducing introduce, replacing replace, copying copy, guessing guess, passing pass,
checking check, staging stage, modifying modify, keeping keep, posting post, leaving leave, giving give`
      .split(/,\s/)
      .map((pair) => pair.split(' ', 2) as [string, string]),
  )('the gerund "%s" becomes "%s"', (gerund, base) => {
    expect(baseOf(gerund)).toBe(base)
  })
})

describe('a rule', () => {
  test.each([
    ['no, please always squash before merging!!', 'Always squash before merging.'],
    ['ok but also, you must not be using sudo', 'Do not use sudo.'],
    ["let's not add a cache here", 'Do not add a cache here.'],
    ['we never log tokens', 'Never log tokens.'],
    ['make sure to close the file', 'Close the file.'],
    ['add a rule that says to never force push', 'Never force push.'],
    ["don't ever touch the lock file again", 'Never touch the lock file.'],
    ['No emojis in titles', 'No emojis in titles.'],
    ['use tabs. then go on with the parser', 'Use tabs.'],
    ['', ''],
  ])('the rule from %o is %o', (said, rule) => {
    expect(ruleOf(said)).toBe(rule)
  })

  test('a rule is one line of at most about 200 characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (said) => {
        const rule = ruleOf(said)
        expect(rule.length).toBeLessThanOrEqual(210)
        expect(rule).not.toContain('\n')
      }),
    )
  })
})
