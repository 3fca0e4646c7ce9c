const BY_ENDING: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  mts: 'TypeScript',
  cts: 'TypeScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  py: 'Python',
  go: 'Go',
  rs: 'Rust',
  java: 'Java',
  kt: 'Kotlin',
  swift: 'Swift',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  cs: 'C#',
  rb: 'Ruby',
  php: 'PHP',
  ex: 'Elixir',
  exs: 'Elixir',
  scala: 'Scala',
  sh: 'Shell',
  sql: 'SQL',
  vue: 'Vue',
  svelte: 'Svelte',
  css: 'CSS',
  html: 'HTML',
  zig: 'Zig',
  lua: 'Lua',
  dart: 'Dart',
}

export function languageOfFile(path: string): string | undefined {
  const dot = path.lastIndexOf('.')
  if (dot < 0) return undefined
  const ending = path.slice(dot + 1).toLowerCase()
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined
}

/** The language with the most changes, or the folder's language if nothing has been changed. */
export function mainLanguage(
  changed: Readonly<Record<string, number>>,
  hint: string | undefined,
): string | undefined {
  const [first] = Object.entries(changed).sort(([a, times], [b, more]) => more - times || (a < b ? -1 : 1))
  return first?.[0] ?? hint
}
