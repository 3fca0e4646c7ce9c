import { isSecretField } from './assignment.ts'
import type { SecretSpan } from './detector.ts'
import { classifyName } from './secret-name.ts'
import { hasSymbols, isOrdinaryValue, isPlaceholder, isWordWithNumber, looksSecret } from './secret-value.ts'

/** Values in columns whose name suggests a secret: SQL `INSERT`, CSV, and tables that programs print. */
export const COLUMN_KEYWORDS: readonly string[] = [
  'insert into ',
  'replace into ',
  'password',
  'passwd',
  'passwort',
  'secret',
  'token',
  'api_key',
  'apikey',
]
const COLUMN_RULE = 'secret-column'

/** Returns a function that finds the secrets below the names around `at`. */
export function detectColumns(
  text: string,
): (at: number, keyword: string) => readonly SecretSpan[] | undefined {
  const until = { insert: 0, table: 0 }
  return (at, keyword) => {
    const kind = keyword.endsWith(' ') ? 'insert' : 'table'
    if (at < until[kind]) return undefined
    const found = kind === 'insert' ? readInsert(text, at) : readTable(text, at)
    until[kind] = found.until
    return found.spans
  }
}

interface Columns {
  readonly spans: readonly SecretSpan[]
  /** The end of the text that has been read. Names before it are not read again. */
  readonly until: number
}

const INSERT =
  /(?:insert|replace) into[ \t]{1,4}[\w."`[\]]{1,120}\s{0,8}\(([^()]{1,600})\)\s{0,8}values\s{0,8}/iy
const CELL =
  /\(?\s{0,8}(?:N?'((?:[^'\\\n]|''|\\.){0,300})'|"((?:[^"\\\n]|\\.){0,300})"|[^,()'"]{0,200})\s{0,8}(,|\)(?:\s{0,8},\s{0,8}(?=\())?)/y
const MAX_CELLS = 400

function readInsert(text: string, at: number): Columns {
  INSERT.lastIndex = at
  const [whole, list = ''] = INSERT.exec(text) ?? []
  if (whole === undefined) return { spans: [], until: at }
  const names = list.split(',').map((name) => name.replace(/[\s"'`[\]]/g, ''))
  if (!names.some(isSecretName)) return { spans: [], until: at + whole.length }
  const spans: SecretSpan[] = []
  let from = at + whole.length
  for (let cell = 0, column = 0; cell < MAX_CELLS; cell += 1) {
    CELL.lastIndex = from
    const [part, single, double, mark = ''] = CELL.exec(text) ?? []
    if (part === undefined) break
    const value = single ?? double ?? ''
    const name = names[column] ?? ''
    if (isInserted(name, value)) {
      const start = from + part.indexOf(value)
      spans.push({ start, end: start + value.length, rule: COLUMN_RULE })
    }
    from += part.length
    column = mark === ',' ? column + 1 : 0
    if (mark === ')') break
  }
  return { spans, until: from }
}

const isSecretName = (name: string): boolean => classifyName(name) === 'secret'

const isInserted = (name: string, value: string): boolean =>
  value.length >= 6 &&
  isSecretName(name) &&
  isFree(value) &&
  (isSecretField(name, value) || (/pass|pwd/i.test(name) && /\d/.test(value) && !isOrdinaryValue(value)))

const isFree = (value: string): boolean => !isPlaceholder(value) && !value.includes('[redacted:')

const MAX_LINE = 600
const MAX_ROWS = 200
const SEPARATORS: readonly RegExp[] = [/\|/g, /\t/g, /;/g, /,/g, / {2,80}/g]

interface Cell {
  readonly text: string
  readonly start: number
}

/** Reads a line of names, and the lines below it that have the same number of values. */
function readTable(text: string, at: number): Columns {
  const start = text.lastIndexOf('\n', at) + 1
  const end = endOfLine(text, at)
  if (end - start > MAX_LINE || end >= text.length) return { spans: [], until: end }
  const line = text.slice(start, end)
  const separator = SEPARATORS.find((one) => line.search(one) >= 0)
  const names = separator ? cellsOf(line, start, separator) : []
  const isHeader =
    names.filter(({ text: name }) => name !== '').length >= 2 &&
    names.every(({ text: name }) => /^[\w .-]{0,40}$/.test(name)) &&
    !line.trimEnd().endsWith(';')
  const columns = isHeader ? names.flatMap(({ text: name }, at) => (isColumnName(name) ? [at] : [])) : []
  return separator && columns.length > 0
    ? readRows(text, end + 1, { separator, columns, count: names.length })
    : { spans: [], until: end }
}

interface Header {
  readonly separator: RegExp
  /** Indexes of the columns that contain secrets. */
  readonly columns: readonly number[]
  readonly count: number
}

function readRows(text: string, start: number, { separator, columns, count }: Header): Columns {
  const spans: SecretSpan[] = []
  let from = start
  for (let row = 0; row < MAX_ROWS && from < text.length; row += 1) {
    const until = endOfLine(text, from)
    const line = text.slice(from, Math.min(until, from + MAX_LINE))
    const cells = cellsOf(line, from, separator)
    if (IS_RULE.test(line)) cells.length = 0
    else if (cells.length !== count) break
    for (const [column, cell] of cells.entries())
      if (columns.includes(column) && isPrinted(cell.text))
        spans.push({ start: cell.start, end: cell.start + cell.text.length, rule: COLUMN_RULE })
    from = until + 1
  }
  return { spans, until: from - 1 }
}

/** The horizontal line below the column names. */
const IS_RULE = /^[-+|=: \t]{3,600}$/

const isColumnName = (name: string): boolean => isSecretName(name.trim().replace(/ /g, '_'))

const isPrinted = (value: string): boolean =>
  value.length >= 8 &&
  isFree(value) &&
  !isOrdinaryValue(value) &&
  !/[(){}]/.test(value) &&
  (isWordWithNumber(value) || looksSecret(value) || (hasSymbols(value) && /\d/.test(value)))

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** The cells of a line, without the blanks and quotes around them. */
function cellsOf(line: string, start: number, separator: RegExp): Cell[] {
  let from = 0
  const cells: Cell[] = []
  for (const part of [...line.matchAll(separator), undefined]) {
    const raw = line.slice(from, part?.index ?? line.length)
    const trimmed = raw.replace(/^[\s"']{1,80}|[\s"']{1,80}$/g, '')
    cells.push({ text: trimmed, start: start + from + raw.indexOf(trimmed) })
    from = part ? part.index + part[0].length : from
  }
  return cells
}
