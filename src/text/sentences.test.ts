import { describe, expect, test } from 'vitest'
import { unitsIn } from './sentences.ts'

const texts = (message: string): readonly string[] => unitsIn(message).map(({ text }) => text)

describe('the units of a message', () => {
  test('units are sentences, and abbreviations do not end a sentence', () => {
    expect(texts('It works, e.g. on Linux. The rest fails! Why? No idea')).toEqual([
      'It works, e.g. on Linux.',
      'The rest fails!',
      'Why?',
      'No idea',
    ])
  })

  test('a sentence may begin in lower case', () => {
    expect(texts('the build is broken. please have a look at main.ts first')).toEqual([
      'the build is broken.',
      'please have a look at main.ts first',
    ])
  })

  test('code spans are not split', () => {
    expect(texts('Call `a.b. C` first. Then stop.')).toEqual(['Call `a.b. C` first.', 'Then stop.'])
  })

  test('code, tables, quotes, logs and stack traces are left out', () => {
    const message = [
      'Look at this:',
      '```ts',
      'throw new Error("never reached.")',
      '```',
      '| file | state |',
      '> somebody said so.',
      '2026-01-01T10:00:00 ERROR it broke.',
      '    at run (/app/main.js:1:2)',
      'That is all.',
    ].join('\n')
    expect(texts(message)).toEqual(['Look at this:', 'That is all.'])
  })

  test('each unit has its heading, introductory line, depth and checkbox', () => {
    const message = [
      '## Next steps',
      'In this order:',
      '- [ ] ship it',
      '  - with notes',
      '- [x] test it',
      '- ✅ build it',
    ].join('\n')
    const units = unitsIn(message).map(({ text, heading, lead, depth, box }) => ({
      text,
      heading,
      lead,
      depth,
      box,
    }))
    expect(units).toEqual([
      { text: 'In this order:', heading: 'Next steps', lead: undefined, depth: 0, box: undefined },
      { text: 'ship it', heading: 'Next steps', lead: 'In this order:', depth: 0, box: 'open' },
      { text: 'with notes', heading: 'Next steps', lead: 'ship it', depth: 1, box: undefined },
      { text: 'test it', heading: 'Next steps', lead: 'In this order:', depth: 0, box: 'done' },
      { text: 'build it', heading: 'Next steps', lead: 'In this order:', depth: 0, box: 'done' },
    ])
  })

  test('a bold heading applies until the end of its list', () => {
    const [first, second] = unitsIn('**Known issues:**\n- It leaks.\n\nThat was it.')
    expect(first?.heading).toBe('Known issues:')
    expect(second).toMatchObject({ text: 'That was it.' })
    expect(second?.heading).toBeUndefined()
  })

  test('each unit has its position in the message', () => {
    const message = 'First one.\n\n- **Second** one. Third\n  one goes on.\n'
    const units = unitsIn(message)
    expect(units).toHaveLength(3)
    for (const { text, at } of units) expect(message.slice(at, at + text.length)).toBe(text)
  })
})
