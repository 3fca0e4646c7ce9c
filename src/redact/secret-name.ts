import { once } from '../once.ts'

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
  return key > 0 || WEAK_WORDS().has(last) ? 'key' : 'nothing'
}

/** `dbPassword`, `DB_PASSWORD`, `db-password2` and `db.password` all become the same two words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]/)
    .filter(Boolean)

/** Built on first use: most processes need none of the sets. */
const wordSet = (words: string): (() => ReadonlySet<string>) => once(() => new Set(words.split(' ')))

const SECRET_WORDS = wordSet(
  'password passwd passwort pwd passphrase passcode pass secret token apikey credential credentials creds jwt pat',
)
const SECRET_END = /(?:password|passwd|passphrase|secret|token|apikey|secretkey|privatekey|accesskey)$/
const WEAK_WORDS = wordSet('auth authorization bearer cookie dsn')

/** Words before `key` that make it a secret, unlike primary key or cache key. */
const KEY_QUALIFIERS = wordSet(
  'api access secret private encryption encrypt signing sign master account auth service app application admin license licence shared storage client ssh deploy webhook hmac aes rsa jwt token server write ingest integration subscription functions host session',
)

/** Last words of names that describe a secret without containing it. */
const ATTRIBUTE_WORDS = wordSet(
  'id ids name names type types count counts length len size limit limits url uri urls endpoint host path paths file files filename dir directory folder expiry expires expiration ttl timeout at date time age max min header headers prefix suffix pattern regex regexp format field fields label labels placeholder hint prompt message messages error errors description title help policy rule rules enabled disabled required valid invalid status state kind mode method algorithm alg version source provider store manager class index usage budget cost price per ratio sock socket agent column table input output form strength generator validator reset page screen button link form view handler callback fn func function helper service parser test tests spec schema model map list set array cache ref arn fingerprint algorithm digest position line start end offset span used left total window rate',
)

/** Words of names that are public or unrelated to secrets. */
const PUBLIC_WORDS = wordSet(
  'public pub page pagination continuation cursor cancellation cancel csrf xsrf design syntax lexer max num number special eos bos pad unk mask stop primary foreign partition sort cache',
)
