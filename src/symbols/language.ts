import { type DeclarationPatterns, kotlin, swift } from './patterns.ts'
import {
  cpp,
  csharp,
  go,
  java,
  javascript,
  javascriptClasses,
  php,
  python,
  ruby,
  rust,
  shell,
  typescript,
} from './queries.ts'

/** How to find the definitions of one language. */
export type Language = ParsedLanguage | { readonly patterns: DeclarationPatterns }

interface ParsedLanguage {
  /** The file name of the grammar. */
  readonly grammar: string
  readonly query: string
  /** Code to put around a part of a class body, so that the part can be parsed. */
  readonly frame?: readonly [string, string]
  readonly patterns?: never
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
  shell: { grammar: 'bash', query: shell },
  // The parser package has no grammars for these languages.
  kotlin: { patterns: kotlin },
  swift: { patterns: swift },
} as const satisfies Readonly<Record<string, Language>>

const BY_EXTENSION: Readonly<Record<string, keyof typeof LANGUAGES>> = {
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
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  ksh: 'shell',
  bats: 'shell',
  kt: 'kotlin',
  kts: 'kotlin',
  swift: 'swift',
}

/** Generated and third-party files are not indexed. */
const GENERATED = /(?:^|[/\\])(?:node_modules|vendor|dist)[/\\]|\.min\.[cm]?js$|\.d\.[cm]?ts$/

export function detectLanguage(path: string): Language | undefined {
  const ending = /\.([a-z]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  if (GENERATED.test(path) || !Object.hasOwn(BY_EXTENSION, ending)) return undefined
  const name = BY_EXTENSION[ending]
  return name && LANGUAGES[name]
}

const MAX_LENGTH = 1024 * 1024
/** A longer average means minified or generated code. */
const MAX_AVERAGE_LINE = 300

/** Whether the text is worth parsing. Excludes binary, minified and very large files. */
export const isReadable = (text: string): boolean =>
  text.length <= MAX_LENGTH &&
  !text.includes('\0') &&
  text.length <= MAX_AVERAGE_LINE * (1 + (text.match(/\n/g)?.length ?? 0)) + 2000
