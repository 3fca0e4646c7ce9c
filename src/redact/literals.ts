import { classifyName } from './secret-name.ts'

/**
 * Many shorter values are common words in any text (`admin`, `secret`, `test123`). Eight is the usual minimum
 * password length.
 */
const MIN_LENGTH = 8

/**
 * Collects the values of variables with secret names, and all values in .env files. Pure: callers read the
 * environment and the files.
 */
export function collectSecretLiterals(
  env: Readonly<Record<string, string | undefined>>,
  dotenvTexts: readonly string[],
): readonly string[] {
  const named = Object.entries(env).filter(([name]) => isSecretName(name))
  const all = [...named, ...firstEntries(dotenvTexts)].flatMap(([, value]) => literalValues(value ?? ''))
  return [...new Set(all)].filter((value) => !isTrivial(value))
}

/** An environment has few names, all chosen by people, so any kind of key counts here. */
function isSecretName(name: string): boolean {
  // Converts to lower case first, because a case-insensitive pattern takes a quarter of a millisecond to
  // compile.
  const lower = name.toLowerCase()
  if (!CANDIDATE.test(lower) || HARMLESS.test(lower)) return false
  return classifyName(name) !== 'nothing' || ADDRESS.test(lower)
}

/** A cheap filter: splitting a name into words costs more. */
const CANDIDATE = /pass|pwd|secret|token|key|cred|jwt|pat(?!h)|auth|bearer|cookie|dsn|_ur[il]|connection/
const HARMLESS =
  /^(?:pwd|oldpwd|ssh_auth_sock|xauthority|gpg_agent_info|dbus_session_bus_address|.*_(?:path|file|dir|sock|askpass))$/
const ADDRESS = /(?:database|redis|mongo\w*|amqp|postgres\w*|mysql)_ur[il]$|_dsn$|connection_string$/

/** Redaction searches all stored text for each of these values. A longer list is data, not settings. */
const MAX_ENTRIES = 1000

/** The entries of the first texts, up to the limit. */
function firstEntries(texts: readonly string[]): readonly DotenvEntry[] {
  const found: DotenvEntry[] = []
  for (const text of texts) {
    if (found.length < MAX_ENTRIES) found.push(...dotenvEntries(text, MAX_ENTRIES - found.length))
  }
  return found
}

type DotenvEntry = readonly [name: string, value: string]

/** `NAME=value`, with or without `export`, quotes and a trailing comment. */
function dotenvEntries(text: string, limit: number): readonly DotenvEntry[] {
  const found: DotenvEntry[] = []
  for (const line of text.split('\n')) {
    if (found.length >= limit) break
    const entry = dotenvEntry(line)
    if (entry) found.push(entry)
  }
  return found
}

function dotenvEntry(line: string): DotenvEntry | undefined {
  const [, name, rest] =
    /^\s{0,20}(?:export\s{1,8})?([A-Za-z_][\w.-]{0,100})\s{0,8}[=:](.{0,8192})$/s.exec(line) ?? []
  if (name === undefined || rest === undefined) return undefined
  const trimmed = rest.trim()
  const quote = trimmed.charAt(0)
  if (!`"'\``.includes(quote || ' ')) return [name, trimmed.replace(/\s#.*$/s, '').trim()]
  const end = trimmed.indexOf(quote, 1)
  return [name, trimmed.slice(1, end < 0 ? undefined : end)]
}

/** The value itself, its lines if it has several, and the password if it is a URL. */
function literalValues(value: string): readonly string[] {
  const unescaped = value.replaceAll('\\n', '\n').trim()
  const lines = unescaped.includes('\n') ? unescaped.split('\n').map((line) => line.trim()) : []
  const password = /:\/\/[^:/@\s]{0,100}:([^@/\s]{1,200})@/.exec(value)?.[1]
  return [value.trim(), ...lines, ...(password ? [password] : [])]
}

/** Values that often occur in ordinary text. */
const isTrivial = (value: string): boolean =>
  value.length < MIN_LENGTH ||
  /^[\d.,:_-]+$/.test(value) ||
  /^[a-z]{1,12}$/i.test(value) ||
  /^(?:true|false|null|undefined|localhost(?::\d+)?|127\.0\.0\.1(?::\d+)?|development|production|changeme\d*)$/i.test(
    value,
  ) ||
  /^(?:~|\.{0,2}|[A-Za-z]:)?[/\\][\w./\\ @+-]*$/.test(value) ||
  /^[a-z][a-z0-9+.-]{1,15}:\/\/[^@]*$/i.test(value) ||
  /^[a-z][\w-]*(?:\.[a-z][\w-]*)+$/i.test(value) ||
  /^[A-Z][A-Z_]+$/.test(value) ||
  /^-----/.test(value) ||
  new Set(value).size < 4
