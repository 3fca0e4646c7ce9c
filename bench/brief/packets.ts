import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import { oneLine, truncateLine } from '../../src/text/truncate.ts'
import { chance } from '../random.ts'

/** One transition, with the texts to compare and the method that wrote each of them. */
export interface BriefCase {
  readonly series: string
  /** The events of the previous session, so that readers can tell what is true. */
  readonly last: readonly KnownEvent[]
  /** The events of the session that followed. */
  readonly next: readonly KnownEvent[]
  readonly texts: Readonly<Record<string, string>>
}

const FORM = `# How to grade

Each packet has one or more briefs, in random order. Below them it shows how the previous session ended and what the
next session did. A brief is the note that the next coding session reads when it starts. It is written before that
session begins, so it cannot know what the user will ask. Grade every brief separately, with up to ten points:

- true (3): everything it states holds, as far as the rest of the packet shows
- complete (2): it names what was open when the previous session ended
- nothing useless (2): every line helps the reader
- reads well (2): a person could have written it
- files and commands help (1): they are the ones that the next session needs

Any false or misleading statement caps the grade at 5. Then label every line under decisions, next steps, blockers and
questions as good, weak or junk. Answer as JSON, one object per brief:

{"packet": "01", "brief": "A", "grade": 6.5, "false": ["..."], "labels": {"decisions": ["good", "junk"], "next": [], "blockers": [], "questions": []}, "why": "one sentence"}
`

/** Writes packets that hide which method wrote which text, and a key that reveals it. */
export function writePackets(
  folder: string,
  cases: readonly BriefCase[],
  { count, seed }: { readonly count: number; readonly seed: number },
): number {
  const random = chance(seed)
  const chosen = shuffle(cases, () => random.next()).slice(0, count)
  mkdirSync(folder, { recursive: true })
  const key: Record<string, { readonly series: string; readonly briefs: Readonly<Record<string, string>> }> =
    {}
  for (const [index, { series, last, next, texts }] of chosen.entries()) {
    const number = String(index + 1).padStart(2, '0')
    const order = shuffle(Object.entries(texts), () => random.next())
    const letters = order.map(([method, text], at) => ({
      letter: String.fromCharCode(65 + at),
      method,
      text,
    }))
    key[number] = {
      series,
      briefs: Object.fromEntries(letters.map(({ letter, method }) => [letter, method])),
    }
    const briefs = letters.map(({ letter, text }) => `## Brief ${letter}\n\n${text}`)
    const text = [
      `# Packet ${number}`,
      ...briefs,
      '## How the previous session ended',
      endText(last),
      '## What the next session did',
      beginText(next),
    ].join('\n\n')
    writeFileSync(join(folder, `${number}.md`), `${text}\n`)
  }
  writeFileSync(join(folder, 'FORM.md'), FORM)
  writeFileSync(join(folder, 'key.json'), `${JSON.stringify(key, null, 2)}\n`)
  return chosen.length
}

function shuffle<T>(list: readonly T[], random: () => number): readonly T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

const MOST_LINES = 40
const MOST_ANSWER = 2500

/** Prompts, edits and commands, one line each. */
function beginText(events: readonly KnownEvent[]): string {
  const lines = distinctLines(events)
  const left = lines.length - MOST_LINES
  return [...lines.slice(0, MOST_LINES), ...(left > 0 ? [`(${left} more)`] : [])].join('\n')
}

/** All prompts, the last edits and commands, and the last answer. */
function endText(events: readonly KnownEvent[]): string {
  const lines = distinctLines(events)
  const earlier = lines.slice(0, -MOST_LINES).filter((line) => line.startsWith('- user'))
  const answer = events.findLast(({ type }) => type === 'response.completed')
  const text = answer?.type === 'response.completed' ? (answer.text ?? '') : ''
  const quoted = text.length > MOST_ANSWER ? `(...) ${text.slice(-MOST_ANSWER)}` : text
  return [...earlier, ...lines.slice(-MOST_LINES), `- its last answer: ${quoted}`].join('\n')
}

function distinctLines(events: readonly KnownEvent[]): readonly string[] {
  const lines = events.flatMap((event) => lineOf(event) ?? [])
  return lines.filter((line, at) => lines.indexOf(line) === at)
}

function lineOf(event: KnownEvent): string | undefined {
  const short = (text: string): string => truncateLine(oneLine(text), 300)
  switch (event.type) {
    case 'prompt.submitted':
      return `- user: ${short(event.text)}`
    case 'file.changed':
      return `- ${event.change} ${event.path}`
    case 'tool.returned':
      return event.command
        ? `- ran (${event.outcome}): ${truncateLine(oneLine(event.command), 120)}`
        : undefined
    default:
      return undefined
  }
}
