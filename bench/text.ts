import { type Chance, chance } from './chance.ts'

const WORDS =
  `the a to of and in is that for it with as on be this are not from by an or we when which can if at one
  event log session view fold brief spool process file folder test branch commit change error timeout retry table index
  page transaction lock reader writer chain hash payload order number time clock machine user agent prompt answer tool
  call result failure success before after first last next previous open closed wrong right slow fast small large`.split(
    /\s+/,
  )
const CODE =
  `const let function return await import export from if else for of new class readonly string number boolean
  => ( ) { } [ ] = === + . , : ; 'utf8' 0 1 42 null undefined error result value path name index length push map filter
  throw try catch // TODO at src/app/ingest/record.ts:12:5 0x7f3a passed failed ok 12ms`.split(/\s+/)

const prose = pool(WORDS, ' ', 1)
const code = pool(CODE, ' ', 2)

/** Slices of one long text: making every text word by word would take longer than storing it. */
export const proseLike = (from: Chance, length: number): string => slice(prose, from, length)
export const codeLike = (from: Chance, length: number): string => slice(code, from, length)

function slice(text: string, from: Chance, length: number): string {
  const at = from.below(text.length - length)
  return text.slice(at, at + length).trim() || 'nothing'
}

function pool(words: readonly string[], between: string, seed: number): string {
  const from = chance(seed)
  const made: string[] = []
  for (let i = 0; i < 120_000; i += 1) made.push(from.one(words), i % 11 === 10 ? '\n' : between)
  return made.join('')
}
