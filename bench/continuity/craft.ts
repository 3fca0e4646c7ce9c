import type { KnownEvent } from '../../src/event/catalogue.ts'
import { commandKeys } from '../../src/shell/command-key.ts'

/** What a session did besides editing files, by names that can be found again in a text. */
export interface Craft {
  readonly symbols: ReadonlySet<string>
  readonly commands: ReadonlySet<string>
}

export function craftOf(events: readonly KnownEvent[]): Craft {
  const symbols = new Set<string>()
  const commands = new Set<string>()
  for (const event of events) {
    if (event.type === 'symbol.touched' && isDistinct(event.name)) symbols.add(event.name)
    if (event.type === 'tool.returned' && event.command)
      for (const key of commandsIn(event.command)) commands.add(key)
  }
  return { symbols, commands }
}

/** Names that cannot be mistaken for a word: `main` and `load` stand in many texts that do not speak of them. */
const isDistinct = (name: string): boolean => /[a-z][A-Z]|[A-Z]{2}|[_.\d]/.test(name)

/** The whole name, or the last part of it where that part is distinct as well. */
export function namesSymbol(text: string, name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1)
  return hasWord(text, name) || (isDistinct(last) && hasWord(text, last))
}

export function commandsIn(line: string): readonly string[] {
  const { blamed, proven } = commandKeys(line)
  return [...blamed, ...proven].filter((key) => !EVERYWHERE.has(key.split(' ', 1)[0] ?? ''))
}

/** The tools of the shell, and git: every session runs them, and none needs to be told. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  `[ awk basename bash cat cd chmod comm cp cut date diff dirname do done du echo egrep env export false fgrep file
  find for git grep head if jq kill less ln ls mkdir more mv open paste pgrep pkill printf ps pwd read readlink
  realpath rg rm rmdir sed seq set sh sleep sort source stat tail tee test then time timeout touch tr tree true type
  uniq unset wait wc which while xargs xxd zsh`.split(/\s+/),
)

/** The commands that a text names: as a line, as a part in code marks, or, of two words and more, anywhere. */
export function namedCommands(text: string, wanted: ReadonlySet<string>): number {
  const found = new Set<string>()
  for (const line of text.split('\n')) {
    for (const key of commandsIn(line.replace(/^\s*(?:[-*$>]\s+)?/, ''))) found.add(key)
    for (const [, code = ''] of line.matchAll(/`([^`\n]{2,300})`/g))
      for (const key of commandsIn(code)) found.add(key)
  }
  return [...wanted].filter((key) => found.has(key) || (key.includes(' ') && hasWord(text, key))).length
}

/** Not a part of a longer name. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + word.length] ?? '')) return true
  return false
}
const LETTER = /[\w-]/
