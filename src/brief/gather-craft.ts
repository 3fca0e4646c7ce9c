import type { Answer } from '../fold/gist.ts'
import { keysOf } from '../shell/command-key.ts'
import { since } from './age.ts'
import type { Claim } from './claim.ts'
import type { Relevant } from './relevance.ts'
import { claim } from './said.ts'

/** What the session that matters most had in its hands. */
export function craftOf(main: Relevant): readonly Claim[] {
  const { craft } = main.view
  const claims: Claim[] = []
  const at = main.view.life.lastActivityAt
  if (craft.symbols.length > 0)
    claims.push(
      claim(main, { section: 'symbols', text: craft.symbols.slice(-12).join(', '), at, score: 0.6 }),
    )
  for (const { name, outcome, at: ran } of craft.tests.slice(-3))
    claims.push(
      claim(main, {
        section: 'tests',
        text: `${name}: ${outcome} ${since(ran)}`,
        at: ran,
        score: outcome === 'failed' ? 0.9 : 0.5,
        about: { test: name },
      }),
    )
  return claims
}

const MOST_COMMANDS = 12
const A_LINE = 6
const LONG_COMMAND = 80

/** The commands that worked of late, each kind once: whoever goes on runs them again. */
export function commandsOf(sessions: readonly Relevant[]): readonly Claim[] {
  const [main] = sessions
  if (!main) return []
  const kinds = new Map<string, string>()
  for (const { view } of sessions)
    for (const { command } of [...view.craft.successes].reverse()) {
      const key = kindOf(command)
      if (key !== undefined && !kinds.has(key)) kinds.set(key, command)
    }
  const commands = [...kinds.values()].slice(0, MOST_COMMANDS)
  const lines = [commands.slice(0, A_LINE), commands.slice(A_LINE)].filter(({ length }) => length > 0)
  return lines.map((line, index) =>
    claim(main, {
      section: 'commands',
      text: line.join(' · '),
      at: main.view.life.lastActivityAt,
      score: 0.5 - 0.2 * index,
    }),
  )
}

/** Program and subcommand; nothing where it only looks, or goes from place to place. */
function kindOf(command: string): string | undefined {
  if (command.length > LONG_COMMAND || command.includes('\n')) return undefined
  const key = keysOf(command).proven.find((one) => !EVERYWHERE.test(one))
  return key?.split(' ').slice(0, 2).join(' ')
}

/** What every session runs tells nothing of this project. */
const EVERYWHERE =
  /^(?:cd|ls|cat|head|tail|echo|printf|pwd|find|e?grep|rg|sed|awk|wc|sort|uniq|xargs|mkdir|touch|cp|mv|rm|chmod|which|test|true|sleep|date|ps|kill|tree|diff|git|export|source|sudo|env|for|while|if)\b/

const MOST_LINES = 30
const A_SENTENCE = 240

/** What the last answers said besides the first words of the last, where there is room: much that is open stands there. */
export function lastWords(main: Relevant): readonly Claim[] {
  const { lastAnswer, earlierAnswers = [] } = main.gist ?? {}
  if (!lastAnswer) return []
  return [
    ...linesFrom(main, lastAnswer, { lines: linesOf(lastAnswer.text).slice(1), base: 0.25 }),
    ...earlierAnswers.flatMap((answer, index) =>
      linesFrom(main, answer, { lines: linesOf(answer.text), base: 0.2 - 0.03 * index }),
    ),
  ]
}

function linesFrom(
  main: Relevant,
  answer: Answer,
  { lines, base }: { readonly lines: readonly string[]; readonly base: number },
): readonly Claim[] {
  const kept = lines.slice(-MOST_LINES)
  return kept.map((text, index) =>
    claim(main, {
      section: 'answer',
      text: text.length > A_SENTENCE ? `${text.slice(0, A_SENTENCE - 1)}…` : text,
      at: answer.at,
      event: answer.event as NonNullable<Claim['event']>,
      // What remains to be done mostly stands at the end.
      score: base + (0.02 * (index + 1)) / kept.length,
    }),
  )
}

function linesOf(markdown: string): readonly string[] {
  return markdown
    .replaceAll(/```[\s\S]{0,4000}?(?:```|$)/g, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/^[\s>#*+-]{0,12}(?:\d{1,3}[.)] )?/, '')
        .replaceAll('**', '')
        .trim(),
    )
    .filter((line) => line.length >= 20 && !line.startsWith('|'))
}
