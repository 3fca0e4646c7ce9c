import { commandKeys } from '../shell/command-key.ts'
import { since } from './age.ts'
import type { Claim } from './claim.ts'
import { claim } from './make-claim.ts'
import type { Relevant } from './relevance.ts'

/** What the session that matters most had in its hands. */
export function craftOf(main: Relevant): readonly Claim[] {
  const { craft } = main.view
  const claims: Claim[] = []
  const at = main.view.life.lastActivityAt
  if (craft.symbols.length > 0)
    claims.push(
      claim(main, { section: 'symbols', text: byOwner(craft.symbols.slice(-MOST_SYMBOLS)), at, score: 0.6 }),
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

const MOST_SYMBOLS = 16

/** What belongs to one class names it once: `Shop.open, .close`. */
function byOwner(names: readonly string[]): string {
  const owners = new Map<string, string[]>()
  for (const name of names) {
    const cut = name.lastIndexOf('.')
    const owner = name.slice(0, Math.max(0, cut))
    owners.set(owner, [...(owners.get(owner) ?? []), name.slice(cut + 1)])
  }
  return [...owners]
    .map(([owner, own]) => (owner === '' ? own.join(', ') : `${owner}.${own.join(', .')}`))
    .join(', ')
}

const MOST_COMMANDS = 12
const A_LINE = 4
const LONG_COMMAND = 80

/** The commands that worked of late, each kind once: whoever goes on runs them again. */
export function commandsOf(sessions: readonly Relevant[]): readonly Claim[] {
  const [main] = sessions
  if (!main) return []
  const kinds = new Map<string, string>()
  for (const { view } of sessions)
    for (const { command } of [...view.craft.successes].reverse()) {
      const key = kindOf(command)
      if (key !== undefined && !kinds.has(key)) kinds.set(key, bare(command))
    }
  const commands = [...kinds.values()].slice(0, MOST_COMMANDS)
  const lines = Array.from({ length: Math.ceil(commands.length / A_LINE) }, (_, n) =>
    commands.slice(n * A_LINE, (n + 1) * A_LINE),
  )
  return lines.map((line, index) =>
    claim(main, {
      section: 'commands',
      text: line.join(' · '),
      at: main.view.life.lastActivityAt,
      score: 0.6 - 0.1 * index,
    }),
  )
}

/** Program and subcommand; nothing where it only looks, or goes from place to place. */
function kindOf(command: string): string | undefined {
  if (command.length > LONG_COMMAND || command.includes('\n')) return undefined
  const key = commandKeys(command).proven.find((one) => !EVERYWHERE.test(one))
  return key?.split(' ').slice(0, 2).join(' ')
}

/** Without what only cuts or joins the output. */
export const bare = (command: string): string => command.replace(CUTS, '').trim() || command
const CUTS = /(?: 2>&1| \| ?(?:head|tail|grep|wc|sort|cat|less)\b[^|&;]{0,80})+$/

/** What every session runs tells nothing of this project. */
const EVERYWHERE =
  /^(?:cd|ls|cat|head|tail|echo|printf|pwd|find|e?grep|rg|sed|awk|wc|sort|uniq|xargs|mkdir|touch|cp|mv|rm|chmod|which|test|true|sleep|date|ps|kill|tree|diff|git|export|source|sudo|env|for|while|if)\b/
