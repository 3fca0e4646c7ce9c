import { statementsIn } from '../../src/extract/statements.ts'
import { callsIn, isText, type Message, outputText } from '../../src/message/message.ts'
import { errorLine } from '../../src/session/failures.ts'
import { isFile, nameOf, pathsIn } from '../../src/text/paths.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { termsIn } from '../../src/text/terms.ts'
import { commandsIn, countMentionedCommands } from '../continuity/session-activity.ts'
import type { Point } from './points.ts'

export const KINDS = ['files', 'identifiers', 'commands', 'quantities', 'errors', 'decisions'] as const
/** The columns of the report. Plain words are not part of the mean. */
export const COLUMNS = [...KINDS, 'words'] as const
export type FactKind = (typeof COLUMNS)[number]
/** Facts from before the compaction that are used afterwards and are missing from the kept tail. */
type KeyFacts = Readonly<Record<FactKind, ReadonlySet<string>>>

const MAX_OUTPUT = 20_000

export function keyFactsOf({ parts, tail, rest }: Point): KeyFacts {
  const dropped = parts.flat()
  const before = [...dropped.map(withToolInput)].join('\n')
  const after = rest.map(withToolInput).join('\n')
  const kept = tail.map(withToolOutput).join('\n')
  const shared = (find: (text: string) => ReadonlySet<string>): ReadonlySet<string> => {
    const [later, still] = [find(after), find(kept)]
    return new Set([...find(before)].filter((one) => later.has(one) && !still.has(one)))
  }
  const [ran, again, still] = [commandsOf(dropped), commandsOf(rest), commandsOf(tail)]
  return {
    files: shared(filesIn),
    identifiers: shared(identifiersIn),
    quantities: shared(quantitiesIn),
    commands: new Set([...ran].filter((one) => again.has(one) && !still.has(one))),
    errors: recurring(errorsOf(dropped), rest.map(withToolOutput).join('\n'), kept),
    decisions: recurring(decisionsOf(dropped), rest.map(conversationText).join('\n'), kept),
    words: recurringWords(dropped, rest, kept),
  }
}

/** Counts the facts of each kind in the text. */
export function countHeld(text: string, facts: KeyFacts): Readonly<Record<FactKind, number>> {
  const count = (all: ReadonlySet<string>, there: ReadonlySet<string>): number =>
    [...all].filter((one) => there.has(one)).length
  return {
    files: count(facts.files, filesIn(text)),
    identifiers: count(facts.identifiers, identifiersIn(text)),
    quantities: count(facts.quantities, quantitiesIn(text)),
    commands: countMentionedCommands(text, facts.commands),
    errors: mentionedIn(facts.errors, text).size,
    decisions: mentionedIn(facts.decisions, text).size,
    words: count(facts.words, wordsIn(text)),
  }
}

/** Messages of the user and the assistant. */
const conversationText = (message: Message): string => {
  if (message.role !== 'user' && message.role !== 'assistant') return ''
  if (typeof message.content === 'string') return message.content
  return message.content.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n')
}
/** Messages of the user and the assistant, with the input of tool calls. */
const withToolInput = (message: Message): string =>
  [conversationText(message), ...callsIn(message).map(({ input }) => stringsIn(input).join('\n'))].join('\n')
/** All messages, with the input and output of tools. */
const withToolOutput = (message: Message): string =>
  message.role === 'tool'
    ? message.content.map(({ output }) => outputText(output).slice(0, MAX_OUTPUT)).join('\n')
    : withToolInput(message)

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

const filesIn = (text: string): ReadonlySet<string> =>
  new Set(
    pathsIn(text)
      .filter(isFile)
      .map((path) => nameOf(path).toLowerCase())
      .filter((name) => FILE.test(name) && /^[\w.-]{2,}\./.test(name) && !name.startsWith('_')),
  )
/** Matches only known extensions, because a call such as `log.info` looks like a file. */
const FILE =
  /\.(?:[cm]?[jt]sx?|go|rs|py|rb|java|kts?|c|h|cpp|cs|php|swift|sql|sh|mdx?|jsonl?|ya?ml|toml|s?css|html|txt|xml|lock|mod|sum|csv|svg|png|db)$/

const identifiersIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/[A-Za-z_$][\w$]{4,60}/g) ?? [])
      .filter((word) => CODE.test(word))
      .map((word) => word.toLowerCase()),
  )
const CODE = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|[A-Z]{2}[a-z]{2}/

const quantitiesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(QUANTITY)].map(
      ([, number = '', unit = '']) => `${number} ${unit.toLowerCase().replace(/s$/, '')}`,
    ),
  )
const QUANTITY =
  /(?<![\w.])(\d{1,9}(?:\.\d{1,4})?) ?(%|ms|s|seconds?|minutes?|hours?|days?|[kmg]i?b|bytes?|tokens?|lines?|files?|tests?|rows?|items?|times?|errors?|commits?|sessions?|px)(?!\w)/gi

const commandsOf = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(
    messages.flatMap(callsIn).flatMap(({ input }) => {
      const line =
        typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined
      return typeof line === 'string' ? commandsIn(line) : []
    }),
  )

const errorsOf = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap(({ output, toolName }) =>
          output.type === 'error-text' || COMMAND_TOOL.test(toolName)
            ? (errorLine(outputText(output), { sureOnly: true }) ?? [])
            : [],
        )
      : [],
  )
/** Matches only tools that run commands, because the output of other tools is file content. */
const COMMAND_TOOL = /bash|shell|exec|command|terminal/i

const decisionsOf = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => {
    if (message.role !== 'user' && message.role !== 'assistant') return []
    const speaker = message.role
    const text = conversationText(message).slice(0, MAX_OUTPUT)
    return statementsIn({ speaker, text }).flatMap((one) => (one.kind === 'decision' ? [one.text] : []))
  })

/** Texts that occur again in the rest of the session but not in the kept tail. */
function recurring(texts: readonly string[], rest: string, kept: string): ReadonlySet<string> {
  const again = mentionedIn(new Set(texts.slice(-MAX_TEXTS)), rest)
  const still = mentionedIn(again, kept)
  return new Set([...again].filter((one) => !still.has(one)))
}
const MAX_TEXTS = 80
const MIN_WORDS = 3
const ENOUGH = 0.5

/**
 * The mentioned texts. A text counts as mentioned if one sentence or line contains at least half of its
 * terms, and at least three.
 */
function mentionedIn(texts: ReadonlySet<string>, text: string): ReadonlySet<string> {
  if (texts.size === 0) return new Set()
  const places = placesIn(text)
  return new Set(
    [...texts].filter((one) => {
      const words = [...termsIn(one).keys()]
      const least = Math.max(MIN_WORDS, words.length * ENOUGH)
      const times = new Map<number, number>()
      for (const word of words)
        for (const at of places.get(word) ?? []) times.set(at, (times.get(at) ?? 0) + 1)
      return [...times.values()].some((count) => count >= least)
    }),
  )
}

/** The indexes of the lines and sentences that contain each term. */
function placesIn(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  const parts = [
    ...text.split('\n').filter((line) => line.length < 600),
    ...unitsIn(text).map((unit) => unit.text),
  ]
  for (const [at, part] of parts.entries())
    for (const word of termsIn(part).keys()) {
      const known = places.get(word)
      if (known) known.push(at)
      else places.set(word, [at])
    }
  return places
}

/** Words outside code that occur in at least two messages before and in at least two after. */
function recurringWords(
  dropped: readonly Message[],
  rest: readonly Message[],
  kept: string,
): ReadonlySet<string> {
  const [later, still] = [repeatedWords(rest), wordsIn(kept)]
  return new Set([...repeatedWords(dropped)].filter((word) => later.has(word) && !still.has(word)))
}

const repeatedWords = (messages: readonly Message[]): ReadonlySet<string> => {
  const seen = new Map<string, number>()
  for (const message of messages)
    for (const word of wordsIn(conversationText(message))) seen.set(word, (seen.get(word) ?? 0) + 1)
  return new Set([...seen].flatMap(([word, times]) => (times > 1 ? [word] : [])))
}

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/(?<![\w./$-])[A-Za-z][a-z]{3,30}(?![\w./$-])/g) ?? []).flatMap((word) => [
      ...termsIn(word).keys(),
    ]),
  )
