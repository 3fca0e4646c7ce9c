/** The operator between two commands. */
type CommandOperator = '' | '&&' | '||' | ';' | '|' | '&'

/** One command of a command line. */
export interface ShellCommand {
  /** The words, without quotes, redirections and group openers. */
  readonly words: readonly string[]
  /** The operator before the command. */
  readonly operator: CommandOperator
}

/** The length limit. Only the beginning of a longer line is parsed. */
const MAX_LENGTH = 4000

/**
 * Splits a command line into commands. Expands nothing, unlike a shell. Words in quotes, command substitutions and
 * here-documents are not taken for commands.
 */
export function parseCommandLine(line: string): readonly ShellCommand[] {
  const parser = new CommandLineParser(line.slice(0, MAX_LENGTH))
  parser.run()
  return parser.commands
}

class CommandLineParser {
  readonly commands: ShellCommand[] = []
  readonly #text: string
  #at = 0
  #words: string[] = []
  #word: string | undefined
  #operator: CommandOperator = ''
  /** Whether the next word is the target of a redirection. */
  #isTarget = false
  #documents: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  run(): void {
    while (this.#at < this.#text.length) this.#next()
    this.#endCommand('')
  }

  #next(): void {
    const rest = this.#text.slice(this.#at, this.#at + 40)
    const [operator] = OPERATOR.exec(rest) ?? []
    const [redirection, mark] = REDIRECTION.exec(rest) ?? []
    const isRedirection = redirection && (this.#word === undefined || /^[<>&]/.test(redirection))
    if (isRedirection) this.#redirect(redirection, mark)
    else if (operator) this.#join(operator)
    else this.#character(rest)
  }

  #character(rest: string): void {
    const character = rest[0] ?? ''
    if (character === '\n') this.#endLine()
    else if (QUOTES.has(character)) this.#quoted(character)
    else if (BLANKS.has(character)) this.#endWord(1)
    else if (rest.startsWith('$(')) this.#nested()
    else if (character === '\\') this.#escaped(rest[1] ?? '')
    else if (character === '#' && this.#word === undefined) this.#at = endOfLine(this.#text, this.#at)
    else this.#take(character, 1)
  }

  /** A backslash at the end of a line continues the line. */
  #escaped(character: string): void {
    if (character === '\n') this.#at += 2
    else this.#take(character, 2)
  }

  #take(text: string, length: number): void {
    this.#word = (this.#word ?? '') + text
    this.#at += length
  }

  #quoted(mark: string): void {
    let end = this.#at + 1
    while (end < this.#text.length && this.#text[end] !== mark)
      end += this.#text[end] === '\\' && mark !== "'" ? 2 : 1
    this.#take(this.#text.slice(this.#at + 1, end), end + 1 - this.#at)
  }

  /** Command substitution, `$(...)`. */
  #nested(): void {
    let depth = 1
    let end = this.#at + 2
    for (; end < this.#text.length && depth > 0; end += 1) {
      if (this.#text[end] === '(') depth += 1
      if (this.#text[end] === ')') depth -= 1
    }
    this.#take(this.#text.slice(this.#at, end), end - this.#at)
  }

  #redirect(text: string, mark: string | undefined): void {
    this.#endWord(text.length)
    if (mark === undefined) this.#isTarget = !/&[\d-]$/.test(text)
    else this.#documents.push(mark)
  }

  #join(operator: string): void {
    this.#endCommand(operator === '|&' ? '|' : (operator as CommandOperator))
    this.#at += operator.length
  }

  #endLine(): void {
    this.#endCommand(';')
    this.#at += 1
    for (const mark of this.#documents) this.#at = endOfDocument(this.#text, this.#at, mark)
    this.#documents = []
  }

  #endWord(length: number): void {
    if (this.#word !== undefined && !this.#isTarget) this.#words.push(this.#word)
    if (this.#word !== undefined) this.#isTarget = false
    this.#word = undefined
    this.#at += length
  }

  #endCommand(next: CommandOperator): void {
    this.#endWord(0)
    const words = this.#words.filter((word, index) => index > 0 || !OPENING.has(word))
    this.#words = []
    this.#isTarget = false
    if (words.length === 0) return
    this.commands.push({ words, operator: this.#operator })
    this.#operator = next
  }
}

const OPERATOR = /^(?:&&|\|\||\|&|;|\||&(?!>))/
/** Captures the end mark of a here-document. */
const REDIRECTION = /^(?:<<-?\s{0,4}['"]?([A-Za-z_]\w{0,30})['"]?|&>{1,2}|\d?>&[\d-]|\d?>{1,2}\|?|\d?<(?!<))/
const QUOTES: ReadonlySet<string> = new Set(["'", '"', '`'])
/** Parentheses count as blanks, because commands in groups are treated like other commands. */
const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\r', '(', ')'])
const OPENING: ReadonlySet<string> = new Set(['{', '}', '!', 'do', 'then', 'else', 'if', 'while'])

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function endOfDocument(text: string, from: number, mark: string): number {
  for (let start = from; start < text.length; ) {
    const end = endOfLine(text, start)
    if (text.slice(start, end).trim() === mark) return end
    start = end + 1
  }
  return text.length
}

/** Removes variable assignments and wrappers such as sudo, env and npx. */
export function unwrapCommand(words: readonly string[]): readonly string[] {
  let rest = words
  for (let round = 0; round < MAX_WRAPPERS; round += 1) {
    const next = unwrapOnce(rest)
    if (next === rest) break
    rest = next
  }
  return rest
}

/** The program without folder and extension. */
export const programName = ([first = '']: readonly string[]): string =>
  first
    .slice(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1)
    .replace(/\.(?:cmd|exe|bat|sh)$/, '')

const MAX_WRAPPERS = 10
const VARIABLE = /^[A-Za-z_]\w{0,80}=/
/** Programs that start another command, with patterns for the arguments that must come before the command. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  sudo: [],
  time: [],
  env: [],
  nice: [],
  nohup: [],
  exec: [],
  command: [],
  stdbuf: [],
  'xvfb-run': [],
  npx: [],
  bunx: [],
  pnpx: [],
  timeout: ['\\d+[smhd]?'],
  npm: ['exec|x'],
  pnpm: ['exec|dlx'],
  yarn: ['exec|dlx'],
  bundle: ['exec'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  rye: ['run'],
  hatch: ['run'],
  mise: ['exec|x'],
  dotenv: [],
}
/** Wrapper flags that take a value. */
const WITH_VALUE = /^(?:-[nkspu]|--with|--group|--extra|--python|--package)$/

function unwrapOnce(words: readonly string[]): readonly string[] {
  const [first = ''] = words
  if (VARIABLE.test(first)) return words.slice(1)
  const program = programName(words)
  if (/^(?:ba|z|da)?sh$/.test(program) && /^-\w{0,3}c$/.test(words[1] ?? ''))
    return lastInnerCommand(words.slice(2))
  const starter = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined
  if (!starter) return words
  let at = 1
  for (const expected of starter) {
    if (!new RegExp(`^(?:${expected})$`).test(words[at] ?? '')) return words
    at += 1
  }
  while (words[at]?.startsWith('-')) at += WITH_VALUE.test(words[at] ?? '') ? 2 : 1
  return at < words.length ? words.slice(at) : words
}

/** `bash -lc 'cd app && npm test'`: the last command is the relevant one. */
const lastInnerCommand = (words: readonly string[]): readonly string[] =>
  parseCommandLine(words.join(' ')).at(-1)?.words ?? []

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]{0,20}[A-Za-z]`, 'g')

/** Removes ANSI escape sequences. */
export const stripColours = (text: string): string => text.replaceAll(COLOURS, '')

/** The first line of the message of `git commit`, from a flag or a here-document. */
export function commitSubject(line: string): string | undefined {
  const text = line.slice(0, MAX_COMMIT)
  if (!COMMIT.test(text)) return undefined
  const [, double, single] = MESSAGE.exec(text) ?? []
  const message = double ?? single ?? ''
  const said = message === '' || message.startsWith('$(') ? DOCUMENT.exec(text)?.[2] : message
  return said?.trim().split('\n', 1)[0]
}

const MAX_COMMIT = 4000
const COMMIT = /\bgit (?:-C \S{1,200} )?commit\b/
const MESSAGE = /\s(?:-[a-z]{0,3}m|--message)(?:=|\s{1,4})(?:"((?:[^"\\]|\\.){1,2000})"|'([^']{1,2000})')/
const DOCUMENT = /<<-?\s?(['"]?)EOF\1[^\n]{0,200}\n\s{0,8}([^\n]{1,400})/

/** Whether a command line certainly changes no files. */
export function isReadOnly(line: string): boolean {
  if (line.length > MAX_READ_ONLY || MAY_WRITE.test(line)) return false
  return parseCommandLine(line).every(({ words }) => {
    const [program = '', subcommand = ''] = words
    return READERS.has(program === 'git' ? `git ${subcommand}` : program)
  })
}

const MAX_READ_ONLY = 400
/** Redirections to files, nested commands, and options that make a reading program run or write something. */
const MAY_WRITE = />(?!&\d|\s?\/dev\/null)|`|\$\(|\s-(?:exec|execdir|delete|ok|fprint\w*|o|-output)\b/
const READERS: ReadonlySet<string> = new Set([
  ...'cat cd cut date diff du echo file find grep head ls printf pwd rg stat tail tree true uniq wc which'.split(
    ' ',
  ),
  ...'blame diff log ls-files rev-parse show status'.split(' ').map((name) => `git ${name}`),
])
