import { once } from '../once.ts'

/** Every name that suggests a secret contains one of these. */
export const NAME_KEYWORDS: readonly string[] = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'cred',
  'auth',
  'jwt',
  'cookie',
  'dsn',
  'salt',
  'otp',
  '_pat',
  'skey',
  'mnemonic',
  'kennwort',
  'senha',
  'pepper',
  'hmac',
  'seed',
  'verifier',
  'device_code',
  'license',
  'licence',
  'wachtwoord',
  'contrase',
  'haslo',
  'parola',
  'pw:',
  'pw=',
  'pw"',
  "pw'",
  'pw ',
]

/** Classifies the name of a variable, field, header or option by the value it suggests. */
type NameClass = 'secret' | 'key' | 'nothing'

/** `key` means that only a random-looking value is a secret. */
export function classifyName(name: string): NameClass {
  const cached = CACHE.get(name)
  if (cached) return cached
  const result = classify(name)
  if (CACHE.size < 1000) CACHE.set(name, result)
  return result
}

/** Names recur, and splitting a name is the most expensive step. */
const CACHE = new Map<string, NameClass>()

function classify(name: string): NameClass {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (ATTRIBUTE_WORDS().has(last) || words.some((word) => PUBLIC_WORDS().has(word))) return 'nothing'
  if (words.some((word) => SECRET_WORDS().has(word) || SECRET_END.test(word))) return 'secret'
  const key = words.findIndex((word) => word === 'key' || word === 'keys')
  if (key > 0 && KEY_QUALIFIERS().has(words[key - 1] ?? '')) return 'secret'
  return key > 0 || WEAK_WORDS().has(last) || (last === 'code' && CODE_QUALIFIERS().has(words.at(-2) ?? ''))
    ? 'key'
    : 'nothing'
}

/** `dbPassword`, `DB_PASSWORD`, `db-password2` and `db.password` all become the same two words. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]/)
    .filter(Boolean)

/** Built on first use, because most processes need none of the sets. */
const wordSet = (words: string): (() => ReadonlySet<string>) => once(() => new Set(words.split(' ')))

const SECRET_WORDS = wordSet(
  'password passwords passwd passwort pwd passphrase passcode pass passe pw kennwort senha wachtwoord contrase contrasena haslo parola secret secrets token apikey credential credentials creds jwt pat mnemonic skey',
)
const SECRET_END =
  /(?:password|passwd|passphrase|secret|token|apikey|secretkey|privatekey|accesskey|instrumentationkey|(?<!^(?:com|by|sur|over|under|tres|encom|multi|single|one|two|first|second|re))pass|(?:ssh|db|store|key|user|root|my|pg|smtp|mail|ftp|admin|login|bind|http|proxy|vnc|become|vault)(?:pwd|pw))$/
const WEAK_WORDS = wordSet(
  'auth authorization bearer cookie dsn salt otp totp pepper hmac seed verifier psk license licence',
)

const CODE_QUALIFIERS = wordSet('device auth authorization access activation')

/** Words before `key` that make it a secret, unlike primary key or cache key. */
const KEY_QUALIFIERS = wordSet(
  'api instrumentation access secret private encryption encrypt signing sign master account auth service app application admin license licence shared storage client ssh deploy webhook hmac aes rsa jwt token server write ingest integration subscription functions host session',
)

/** Last words of names that describe a secret without containing it. */
const ATTRIBUTE_WORDS = wordSet(
  'option options id ids name names type types count counts length len size limit limits url uri urls endpoint host path paths file files filename dir directory folder expiry expires expiration ttl timeout at date time age max min header headers prefix suffix pattern regex regexp format field fields label labels placeholder hint prompt message messages error errors description title help policy rule rules enabled disabled required valid invalid status state kind mode method algorithm alg version source provider store manager class index usage budget cost price per ratio sock socket agent column table input output form strength generator validator reset page screen button link form view handler callback fn func function helper service parser test tests spec schema model map list set array cache ref arn fingerprint algorithm digest position line start end offset span used left total window rate',
)

/** Words in names that are public or unrelated to secrets. */
const PUBLIC_WORDS = wordSet(
  'public pub page pagination continuation cursor cancellation cancel design syntax lexer max num number special eos bos pad unk mask stop primary foreign partition sort cache',
)

/** The maximum length of a name before and after a keyword. */
const MAX_NAME_LENGTH = 64

export function endOfName(text: string, from: number): number {
  let at = from
  while (at - from < MAX_NAME_LENGTH && isNameCharacter(text.charCodeAt(at))) at += 1
  return at
}

/** Where the name around `from` starts, including its qualifier. */
export const startOfName = (text: string, from: number, end: number): number =>
  startOfTwoWords(text, startOfWord(text, from), end)

function startOfWord(text: string, from: number): number {
  let at = from
  while (from - at < MAX_NAME_LENGTH && isNameCharacter(text.charCodeAt(at - 1))) at -= 1
  // In `\npassword=` the n is not part of the name.
  return text.charAt(at - 1) === '\\' && at < from ? at + 1 : at
}

/** In prose, `key` follows its qualifier as a separate word: `API key`. */
function startOfTwoWords(text: string, start: number, end: number): number {
  if (end - start > 6 || !/^keys?$/i.test(text.slice(start, end))) return start
  const qualifier = QUALIFIED.exec(text.slice(Math.max(0, start - 20), start))?.[1]
  return qualifier === undefined ? start : start - qualifier.length
}
const QUALIFIED =
  /(?<![\w-])((?:api|access|secret|private|license|licence|encryption|signing|master|account|admin|unseal|recovery|auth|service|product|activation|instrumentation|openai|anthropic|claude|gemini|google|aws|azure|stripe|github|deploy|server)[ -])$/i

/** Letters, digits, `_`, `-` and `.`. */
const isNameCharacter = (code: number): boolean =>
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  code === 0x2d ||
  code === 0x2e

/** The text between name and value, up to the opening quote of the value. */
const OPERATOR =
  /[\\"'`\]*]{0,6}[ \t]{0,8}(?:\)[ \t]{0,3}(?:\?\?|\?:|\|\||or(?=[ \t]))|\?\?=?|\?:|(?<=[ \t])[-–—](?=[ \t])|<-|→|:\*\*|\|\|=?|(?<=[ \t])\|(?=[ \t])|[:+?]=|={1,3}>?|%3D|%3A|:(?:[ \t]{0,4}(?:string|str|String|&str|&'static str|char\*|SecretStr|Optional\[str\])(?: \| (?:undefined|null|None))?[ \t]{0,4}=)?|>|\(|,|[ \t](?:is|was|to|as|lautet|ist|est|es|for (?:[\w.@-]{1,20} ){0,4}(?:is|[\w.@-]{1,30}(?=:))|(?:has been |was |is )(?:reset|changed|set) to)(?=[ \t:]):?|[ \t]{1,40}(?=[\\"'`A-Za-z0-9+/_]))[ \t]{0,24}(?:\\?\r?\n[ \t]{0,40}(?:string\(\d{1,5}\)[ ])?(?=\\?["']))?/y

/**
 * `"name": "DB_PASSWORD", "value": "…"`, `name: DB_PASSWORD` and `value: …` on the next line, `key="…" value="…"`.
 */
const PAIR_OPERATOR =
  /[\\"'`]{0,6},?(?:[ \t]{1,40}|[ \t]{0,4}(?:\r?\n|\\{1,4}n)(?:[^\n\\]|\\{1,4}t){0,80}?)?[\\"'`]{0,6}(?<![A-Za-z0-9_])(?:Parameter|Option|Setting|Secret|Property)?[Vv]alue[\\"'`]{0,6}[ \t]{0,3}[:=][ \t]{0,4}/y

export function operatorAt(text: string, at: number): string | undefined {
  const code = text.charCodeAt(at)
  // The fast path, because most names are followed by a letter.
  if (!(code <= 0x3f || code === 0x5c || code === 0x5d || code === 0x60 || code === 0x7c || code === 0x2192))
    return undefined
  PAIR_OPERATOR.lastIndex = at
  const pair = PAIR_OPERATOR.exec(text)?.[0]
  if (pair !== undefined) return pair
  OPERATOR.lastIndex = at
  return OPERATOR.exec(text)?.[0]
}

/** The operator of a pair. */
export const IS_PAIR = /value[\\"'`]{0,6}[ \t]{0,3}[:=][ \t]{0,4}$/i
