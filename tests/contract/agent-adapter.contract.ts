import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AgentAdapter } from '../../src/agent/adapter.ts'
import { canonicalJson, type JsonObject } from '../../src/event/canonical-json.ts'
import { eventsFromHook } from '../support/payloads.ts'

interface AdapterFixtures {
  readonly agent: AgentAdapter
  /** Recorded payloads of every kind. */
  readonly payloads: Readonly<Record<string, JsonObject>>
  /** The id of the first event of some payloads. Such ids are stored on disk, so they must never change. */
  readonly ids?: Readonly<Record<string, string>>
  /** Command lines, and whether each belongs to the client. */
  readonly processes?: readonly (readonly [command: readonly string[], isClient: boolean])[]
  /** The events whose reply may contain text. */
  readonly answerable: readonly string[]
}

const CANARY = 'canary-4711'
const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '__proto__', 'constructor', '\ud800', 'x'.repeat(5000), '../../etc/passwd', 'a\0b'),
  fc.constantFrom(-1, 1e300, 0.5, [], {}, [null], { __proto__: 1 }),
)

/** The contract of every adapter. To add a client, implement the port and call this. */
export function agentAdapterContract({
  agent,
  payloads: named,
  ids = {},
  processes = [],
  answerable,
}: AdapterFixtures): void {
  const payloads = Object.values(named)
  const payload = fc.constantFrom(...payloads)
  const hears = (text: string): void => {
    const hook = agent.parse(text)
    if (hook.kind !== 'parsed') return
    const byId = new Map<string, string>()
    for (const fact of eventsFromHook(agent, hook)) {
      const content = canonicalJson({ type: fact.type, data: fact.data })
      expect(byId.get(fact.id) ?? content, 'different events of one payload share an id').toBe(content)
      byId.set(fact.id, content)
      expect(Number.isSafeInteger(fact.at)).toBe(true)
    }
  }

  test.each(processes)(`the process %j is recognized as ${agent.name}: %s`, (command, isClient) => {
    expect(agent.isProcess(command)).toBe(isClient)
  })

  describe(`${agent.name}: parsing`, () => {
    test.each(Object.entries(ids))('the id of %s is pinned', (name, id) => {
      const hook = agent.parse(JSON.stringify(named[name]))
      expect(hook.kind === 'parsed' && eventsFromHook(agent, hook)[0]?.id).toBe(id)
    })
    test('no real payload is malformed, and most are parsed', () => {
      const kinds = payloads.map((known) => agent.parse(JSON.stringify(known)).kind)
      expect(kinds).not.toContain('malformed')
      expect(kinds.filter((kind) => kind === 'parsed').length).toBeGreaterThan(kinds.length / 2)
    })
    test('any text is parsed without throwing', () => {
      fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), hears))
    })
    test('a payload with any value in any field is parsed without throwing', () => {
      const spoiled = fc.tuple(payload, fc.nat(), HOSTILE).map(([known, index, value]) => {
        const keys = Object.keys(known)
        return { ...known, [keys[index % keys.length] ?? '']: value }
      })
      fc.assert(
        fc.property(spoiled, (one) => hears(JSON.stringify(one))),
        { numRuns: 1500 },
      )
    })
    test('a truncated payload is always malformed', () => {
      fc.assert(
        fc.property(payload, fc.nat(), (known, at) => {
          const text = JSON.stringify(known)
          expect(agent.parse(text.slice(0, at % text.length)).kind).toBe('malformed')
        }),
      )
    })
    test('a payload of 10 MB or 10,000 brackets is parsed without throwing', () => {
      const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
      for (const known of payloads) {
        for (const key of Object.keys(known)) {
          const rest = JSON.stringify({ ...known, [key]: undefined })
          hears(`${rest.slice(0, -1)},${JSON.stringify(key)}:${deep}}`)
        }
      }
      for (const known of payloads.slice(0, 6)) {
        const long = Object.fromEntries(
          Object.entries(known).map(([key, value]) =>
            typeof value === 'string' && value.includes(' ')
              ? [key, 'long text\n'.repeat(1 << 20)]
              : [key, value],
          ),
        )
        hears(JSON.stringify(long))
      }
    })
    test('the reason for a malformed payload never quotes it', () => {
      let refused = 0
      fc.assert(
        fc.property(payload, fc.nat(), (known, index) => {
          const keys = Object.keys(known)
          const key = keys[index % keys.length] ?? ''
          for (const wrong of [{ [CANARY]: CANARY }, [CANARY], CANARY.repeat(1000), `${CANARY}\0`]) {
            const hook = agent.parse(JSON.stringify({ ...known, [key]: wrong }))
            if (hook.kind !== 'malformed') continue
            refused += 1
            expect(hook.reason).not.toContain(CANARY)
          }
          const cut = agent.parse(JSON.stringify({ ...known, [CANARY]: CANARY }).slice(0, -1))
          expect(cut).toMatchObject({ kind: 'malformed', reason: expect.not.stringContaining(CANARY) })
        }),
      )
      expect(refused).toBeGreaterThan(0)
    })
    test('parsing a payload twice gives the same events', () => {
      for (const known of payloads) {
        const [first, again] = [agent.parse(JSON.stringify(known)), agent.parse(JSON.stringify(known))]
        if (first.kind !== 'parsed' || again.kind !== 'parsed') continue
        const plain = (facts: ReturnType<typeof eventsFromHook>) =>
          facts.map(({ id, data }) => ({ id, data }))
        expect(plain(eventsFromHook(agent, again, 9))).toEqual(plain(eventsFromHook(agent, first, 5)))
      }
    })
    test('unknown fields are ignored', () => {
      for (const known of payloads) {
        const plain = agent.parse(JSON.stringify(known))
        const more = agent.parse(JSON.stringify({ ...known, of_tomorrow: { field: [1] } }))
        expect(more.kind).toBe(plain.kind)
        if (more.kind === 'parsed' && plain.kind === 'parsed')
          expect(eventsFromHook(agent, more)).toEqual(eventsFromHook(agent, plain))
      }
    })
  })

  describe(`${agent.name}: replying`, () => {
    const event = fc.oneof(fc.constantFrom(...answerable), fc.string())
    test('text is sent completely or not at all', () => {
      fc.assert(
        fc.property(event, fc.string({ unit: 'binary', maxLength: 12_000, size: 'max' }), (name, text) => {
          const answer = agent.reply({ event: name, text })
          if (answer === '' || answer === '{}' || answer === text) return
          expect(JSON.stringify(JSON.parse(answer))).toContain(JSON.stringify(text))
        }),
        { numRuns: 300 },
      )
    })
    test.each(answerable)('%s accepts exactly the texts that fit', (name) => {
      for (const letter of ['a', 'ä', '€', '\u{1f469}'.slice(0, 1), '"', '\0'])
        for (const length of [1, 3_000, 9_500, 10_000, 10_001, 40_000]) {
          const text = letter.repeat(length)
          const isTaken =
            agent.reply({ event: name, text }).length > 2 || text === agent.reply({ event: name, text })
          expect(isTaken, `${length} of ${JSON.stringify(letter)}`).toBe(agent.fits(text))
        }
    })
    test('without text, the reply adds no context', () => {
      fc.assert(
        fc.property(event, (name) => {
          expect(['', '{}']).toContain(agent.reply({ event: name }))
        }),
      )
    })
  })
}
