import { pick, type RandomNumber } from '../chance.ts'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'

const random = (alphabet: string, length: number, chance: RandomNumber): string =>
  Array.from({ length }, () => pick(alphabet, chance)).join('')
const bytes = (count: number, chance: RandomNumber): Buffer =>
  Buffer.from(Array.from({ length: count }, () => Math.floor(chance() * 256)))
const between = (least: number, most: number, chance: RandomNumber): number =>
  least + Math.floor(chance() * (most - least + 1))

/** Letters and digits, at least one of each. */
function mixed(alphabet: string, length: number, chance: RandomNumber): string {
  for (;;) {
    const value = random(alphabet, length, chance)
    if (/\d/.test(value) && /[A-Za-z]/.test(value)) return value
  }
}

/** Values that are recognized only by the name next to them. */
export const valueKinds: Readonly<Record<string, (chance: RandomNumber) => string>> = {
  'base64 with two equals signs': (c) => bytes(16, c).toString('base64'),
  'base64 with one equals sign': (c) => bytes(32, c).toString('base64'),
  'long base64 with equals signs': (c) => bytes(64, c).toString('base64'),
  'base64 of a password': (c) => Buffer.from(mixed(LOWER + DIGITS, between(7, 10, c), c)).toString('base64'),
  'base64 of letters': (c) => Buffer.from(random(LOWER, 10, c)).toString('base64'),
  base64url: (c) => bytes(32, c).toString('base64url'),
  'mixed letters': (c) => random(LOWER + UPPER, between(12, 24, c), c),
  'small letters': (c) => random(LOWER, between(12, 24, c), c),
  'capital letters': (c) => random(UPPER, between(16, 24, c), c),
  'short mixed letters': (c) => random(LOWER + UPPER, between(9, 11, c), c),
  'short letters and digits': (c) => mixed(LOWER + UPPER + DIGITS, between(8, 10, c), c),
  'short small letters and digits': (c) => mixed(LOWER + DIGITS, between(8, 10, c), c),
  'letters and digits': (c) => mixed(LOWER + UPPER + DIGITS, between(12, 20, c), c),
  'letters, digits and signs': (c) =>
    `${mixed(LOWER + UPPER + DIGITS, 9, c)}${pick('!#%+^~', c)}${random(LOWER, 2, c)}`,
  'hexadecimal, 16 digits': (c) => bytes(8, c).toString('hex'),
  'hexadecimal, 32 digits': (c) => bytes(16, c).toString('hex'),
  'hexadecimal, 64 digits': (c) => bytes(32, c).toString('hex'),
  base32: (c) => random('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32, c),
  uuid: (c) => {
    const hex = bytes(16, c).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  },
  'word and year': (c) =>
    `${pick(['Summer', 'Winter', 'Dragon', 'Monkey', 'Orange'], c)}${between(1980, 2026, c)}!`,
  'word with digits for letters': (c) =>
    `${pick(['Tr0ub4d', 'P4ssp0rt', 'Gr3enT', 'S3cur3B'], c)}${random(LOWER, 3, c)}${between(10, 99, c)}`,
  'groups with dashes': (c) => Array.from({ length: 4 }, () => mixed(LOWER + DIGITS, 4, c)).join('-'),
}

/** Names of passwords, secrets, tokens and keys, in snake case. */
export const secretNames = [
  'password',
  'db_password',
  'passphrase',
  'secret',
  'client_secret',
  'jwt_secret',
  'token',
  'access_token',
  'auth_token',
  'api_key',
  'secret_key',
  'encryption_key',
] as const
