/** The words by which the topic of a text is known again, in order of appearance, each once. */
export function keywordsOf(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [word] of text.slice(0, FAR).toLowerCase().matchAll(WORD)) {
    if (!STOP.has(word)) found.add(word)
    if (found.size >= MOST) break
  }
  return [...found]
}

/** The names that a text speaks of: files, what stands in code marks, issues, names in camel case. */
export function entitiesIn(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [name] of text.slice(0, FAR).matchAll(NAME)) {
    found.add(name.replaceAll('`', '').trim())
    if (found.size >= MOST) break
  }
  return [...found]
}

const FAR = 16_384
const MOST = 24
const WORD = /[\p{L}_][\p{L}\p{N}_-]{2,40}/gu
const NAME =
  /`[^`\n]{2,80}`|(?<![\w/])(?:[\w.-]{1,60}\/){1,12}[\w.-]{1,60}\.\w{1,8}\b|\b[\w-]{1,60}\.(?:ts|tsx|js|mjs|cjs|go|rs|py|rb|java|kt|c|h|cpp|cs|php|swift|sql|sh|md|json|ya?ml|toml|css|html|vue)\b|(?<!\w)#\d{1,6}\b|\b[A-Z]{2,8}-\d{1,6}\b|\b[a-z]{1,30}[A-Z]\w{1,40}\b|\b[A-Z][a-z]{1,30}[A-Z]\w{1,40}\b/g
const STOP: ReadonlySet<string> = new Set(
  `the and for with that this these those from into onto over under about after before when where which who whom
whose what why how can could would should shall will may might must need needs want wants please let lets get got
make makes made use uses used using add adds added adding also just now then than not but are was were been being
have has had does did doing done all any some more most other another such only own same too very each few both
its it's our your their his her they them you she him out off per via you're i'm i'd don't doesn't isn't there here
new one two like look see sure following implement fix file files code change changes`.split(/\s+/),
)
