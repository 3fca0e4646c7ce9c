import type { KnownEvent } from '../../src/event/catalogue.ts'
import { commandKeys } from '../../src/shell/command-key.ts'

/** The symbols and commands of a session, by searchable name. */
export interface SessionActivity {
  readonly symbols: ReadonlySet<string>
  readonly commands: ReadonlySet<string>
}

export function activityOf(events: readonly KnownEvent[]): SessionActivity {
  const symbols = new Set<string>()
  const commands = new Set<string>()
  for (const event of events) {
    if (event.type === 'symbol.touched' && isDistinct(event.name)) symbols.add(event.name)
    if (event.type === 'tool.returned' && event.command)
      for (const key of commandsIn(event.command)) commands.add(key)
  }
  return { symbols, commands }
}

/** Excludes names like `main` and `load` that are also ordinary words. */
const isDistinct = (name: string): boolean => /[a-z][A-Z]|[A-Z]{2}|[_.\d]/.test(name)

/** Matches the full name, or its last part if that part is distinctive. */
export function mentionsSymbol(text: string, name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1)
  return hasWord(text, name) || (isDistinct(last) && hasWord(text, last))
}

export function commandsIn(line: string): readonly string[] {
  const { blamed, proven } = commandKeys(line)
  return [...blamed, ...proven].filter((key) => !COMMON_TOOLS.has(key.split(' ', 1)[0] ?? ''))
}

/** Shell tools and git, which every session runs anyway. */
const COMMON_TOOLS: ReadonlySet<string> = new Set(
  `[ awk basename bash cat cd chmod comm cp cut date diff dirname do done du echo egrep env export false fgrep file
  find for git grep head if jq kill less ln ls mkdir more mv open paste pgrep pkill printf ps pwd read readlink
  realpath rg rm rmdir sed seq set sh sleep sort source stat tail tee test then time timeout touch tr tree true type
  uniq unset wait wc which while xargs xxd zsh`.split(/\s+/),
)

/** Counts commands at the start of a line or in backticks, and commands of several words anywhere. */
export function countMentionedCommands(text: string, wanted: ReadonlySet<string>): number {
  const found = new Set<string>()
  for (const line of text.split('\n')) {
    for (const key of commandsIn(line.replace(/^\s*(?:[-*$>]\s+)?/, ''))) found.add(key)
    for (const [, code = ''] of line.matchAll(/`([^`\n]{2,300})`/g))
      for (const key of commandsIn(code)) found.add(key)
  }
  return [...wanted].filter((key) => found.has(key) || (key.includes(' ') && hasWord(text, key))).length
}

/** Matches whole words only. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + word.length] ?? '')) return true
  return false
}
const LETTER = /[\w-]/
