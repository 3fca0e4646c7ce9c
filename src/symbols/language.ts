import { csharp } from './queries/c-sharp.ts'
import { cpp } from './queries/cpp.ts'
import { go } from './queries/go.ts'
import { java } from './queries/java.ts'
import { javascript, javascriptClasses } from './queries/javascript.ts'
import { php } from './queries/php.ts'
import { python } from './queries/python.ts'
import { ruby } from './queries/ruby.ts'
import { rust } from './queries/rust.ts'
import { typescript } from './queries/typescript.ts'

/** How definitions of one language are found. */
export interface Language {
  /** The grammar, as its file is called. */
  readonly grammar: string
  readonly query: string
  /** What makes a piece of a class, or of a file, one that can be read. */
  readonly frame?: readonly [string, string]
}

const IN_CLASS = ['class Piece {\n', '\n}'] as const

const LANGUAGES = {
  typescript: { grammar: 'typescript', query: javascript + typescript, frame: IN_CLASS },
  tsx: { grammar: 'tsx', query: javascript + typescript, frame: IN_CLASS },
  javascript: { grammar: 'javascript', query: javascript + javascriptClasses, frame: IN_CLASS },
  python: { grammar: 'python', query: python },
  go: { grammar: 'go', query: go },
  rust: { grammar: 'rust', query: rust },
  java: { grammar: 'java', query: java, frame: IN_CLASS },
  cpp: { grammar: 'cpp', query: cpp },
  csharp: { grammar: 'c-sharp', query: csharp, frame: IN_CLASS },
  ruby: { grammar: 'ruby', query: ruby },
  php: { grammar: 'php', query: php, frame: ['<?php class Piece {\n', '\n}'] },
} as const satisfies Readonly<Record<string, Language>>

const BY_ENDING: Readonly<Record<string, keyof typeof LANGUAGES>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  cs: 'csharp',
  rb: 'ruby',
  rake: 'ruby',
  php: 'php',
}

/** Of what people do not write themselves nothing is worth telling. */
const NOT_WRITTEN = /(?:^|[/\\])(?:node_modules|vendor|dist)[/\\]|\.min\.[cm]?js$|\.d\.[cm]?ts$/

export function languageOf(path: string): Language | undefined {
  const ending = /\.([a-z]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  if (NOT_WRITTEN.test(path) || !Object.hasOwn(BY_ENDING, ending)) return undefined
  const name = BY_ENDING[ending]
  return name && LANGUAGES[name]
}

const MOST_UNITS = 1024 * 1024
/** On average: nobody writes such lines. */
const MOST_A_LINE = 300

/** Not what a machine made, and not longer than anybody would wait for. */
export const isReadable = (text: string): boolean =>
  text.length <= MOST_UNITS &&
  !text.includes('\0') &&
  text.length <= MOST_A_LINE * (1 + (text.match(/\n/g)?.length ?? 0)) + 2000
