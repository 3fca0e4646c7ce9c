import { once } from '../once.ts'

/** What the name of a variable, field, header or option says about its value. */
export type NameSays = 'secret' | 'key' | 'nothing'

/** `key`: only a value that looks like chance is a secret. */
export function nameSays(name: string): NameSays {
  const known = REMEMBERED.get(name)
  if (known) return known
  const says = judged(name)
  if (REMEMBERED.size < 1000) REMEMBERED.set(name, says)
  return says
}

/** Texts repeat their names, and to take one apart costs more than all else that is done about it. */
const REMEMBERED = new Map<string, NameSays>()

function judged(name: string): NameSays {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (ASPECT().has(last) || words.some((word) => OPEN().has(word))) return 'nothing'
  if (words.some((word) => SECRET().has(word) || SECRET_END.test(word))) return 'secret'
  const key = words.findIndex((word) => word === 'key' || word === 'keys')
  if (key > 0 && KEY_OF().has(words[key - 1] ?? '')) return 'secret'
  return key > 0 || WEAK().has(last) ? 'key' : 'nothing'
}

/** `dbPassword`, `DB_PASSWORD`, `db-password2` and `db.password` are the same two words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]/)
    .filter(Boolean)

/** Most processes meet no name that has to be taken apart. */
const listed = (words: string): (() => ReadonlySet<string>) => once(() => new Set(words.split(' ')))

const SECRET = listed(
  'password passwd passwort pwd passphrase passcode pass secret token apikey credential credentials creds jwt pat',
)
const SECRET_END = /(?:password|passwd|passphrase|secret|token|apikey|secretkey|privatekey|accesskey)$/
const WEAK = listed('auth authorization bearer cookie dsn')

/** A key of these opens something; a primary key or a cache key does not. */
const KEY_OF = listed(
  'api access secret private encryption encrypt signing sign master account auth service app application admin license licence shared storage client ssh deploy webhook hmac aes rsa jwt token server write ingest integration subscription functions host session',
)

/** A name that ends so speaks about a secret, and does not hold it. */
const ASPECT = listed(
  'id ids name names type types count counts length len size limit limits url uri urls endpoint host path paths file files filename dir directory folder expiry expires expiration ttl timeout at date time age max min header headers prefix suffix pattern regex regexp format field fields label labels placeholder hint prompt message messages error errors description title help policy rule rules enabled disabled required valid invalid status state kind mode method algorithm alg version source provider store manager class index usage budget cost price per ratio sock socket agent column table input output form strength generator validator reset page screen button link form view handler callback fn func function helper service parser test tests spec schema model map list set array cache ref arn fingerprint algorithm digest position line start end offset span used left total window rate',
)

/** Meant to be seen, or not about secrets at all. */
const OPEN = listed(
  'public pub page pagination continuation cursor cancellation cancel csrf xsrf design syntax lexer max num number special eos bos pad unk mask stop primary foreign partition sort cache',
)
