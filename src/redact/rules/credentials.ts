import type { RedactionRule } from '../rule-match.ts'
import { isPlaceholder, looksRandom } from '../secret-value.ts'

export const vaults: readonly RedactionRule[] = [
  {
    id: 'vault-token',
    keywords: ['hvs.', 'hvb.', 'hvr.'],
    pattern: /hv[sbr]\.[A-Za-z0-9_.-]{20,500}/y,
    examples: ['hvs.<url:95>', 'hvb.<url:140>', 'hvr.<url:95>', 'hvs.<24>'],
    counterExamples: ['hvs.', 'hvs.example'],
  },
  {
    id: 'terraform-token',
    keywords: ['.atlasv1.'],
    back: 14,
    pattern: /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}/iy,
    examples: ['<14>.atlasv1.<url:67>'],
    counterExamples: ['.atlasv1.', 'the .atlasv1. format'],
  },
  {
    id: 'pulumi-token',
    keywords: ['pul-'],
    pattern: /pul-[0-9a-f]{40}/y,
    examples: ['pul-<hex:40>'],
    counterExamples: ['pul-request', 'pul-'],
  },
  {
    id: 'doppler-token',
    keywords: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    pattern: /dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,100}/y,
    examples: ['dp.pt.<43>', 'dp.st.dev.<43>'],
    counterExamples: ['dp.pt.', 'dp.st.length'],
  },
  {
    id: '1password-service-token',
    keywords: ['ops_ey'],
    pattern: /ops_ey[A-Za-z0-9+/]{100,2000}={0,3}/y,
    examples: ['ops_eyJ<b64:300>'],
    counterExamples: ['ops_eye'],
  },
  {
    id: '1password-secret-key',
    keywords: ['a3-'],
    pattern:
      /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}(?![A-Z0-9])/y,
    examples: ['A3-<base32:6>-<base32:6>-<base32:5>-<base32:5>-<base32:5>-<base32:5>'],
    counterExamples: ['A3-paper', 'sha3-256'],
  },
  {
    id: 'age-secret-key',
    keywords: ['age-secret-key-1', 'age-plugin-'],
    pattern: /AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20})-1[0-9A-Z]{20,200}/y,
    examples: ['AGE-SECRET-KEY-1<base32:58>'],
    counterExamples: ['AGE-SECRET-KEY-1', 'age-plugin-yubikey'],
  },
  {
    id: 'infisical-token',
    keywords: ['st.'],
    pattern: /st\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}/y,
    examples: ['st.<hex:24>.<hex:32>.<hex:32>'],
    counterExamples: ['list.length', 'test.each', 'st.abc'],
  },
  {
    id: 'ethereum-private-key',
    keywords: ['private key', 'private_key', 'privatekey'],
    pattern: /(private[ _]?key[\\"'`]{0,4}[ \t]{0,3}[:=][\\"'`\s]{0,5})(?:0x)?[0-9a-f]{64}(?![0-9a-zA-Z])/iy,
    examples: ['private_key: 0x<hex:64>', 'PRIVATE_KEY=<hex:64>'],
    counterExamples: ['private_key: path/to/key', 'the private key: see below'],
  },
]

/** Containers of any kind of secret: headers, URLs, configuration files of command-line programs. */
export const transport: readonly RedactionRule[] = [
  {
    id: 'jwt',
    keywords: ['eyj', 'ewog'],
    pattern: /e(?:yJ|wog)[A-Za-z0-9_-]{10,8000}(?:\.[A-Za-z0-9_-]{4,8000}){0,4}/y,
    accepts: (secret) => secret.includes('.'),
    examples: ['eyJhbGciOiJIUzI1NiJ9.eyJ<url:60>.<url:43>', 'eyJ<url:30>.<url:200>.<url:86>'],
    counterExamples: [
      'eyJ',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...',
      'data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0=',
    ],
  },
  {
    id: 'authorization-header',
    keywords: ['authorization'],
    pattern:
      /(authorization[\\"'`]{0,6}[ \t]{0,4}(?::|=|,|%3A)[ \t]{0,4}[\\"'`]{0,6}(?:[A-Za-z][\w-]{1,30}(?:[ \t]|%20|\\t){1,4})?)(?![$<{[])[A-Za-z0-9+/=_.~:%-]{8,4000}/iy,
    accepts: (secret) => looksRandom(secret) || /^[A-Za-z0-9+/]{8,}={1,2}$/.test(secret),
    examples: [
      'Authorization: Bearer <40>',
      'Authorization: Basic <b64:30>==',
      '"authorization": "token <hex:40>"',
      'authorization=<40>',
    ],
    counterExamples: [
      'Authorization: Bearer $TOKEN',
      `Authorization: Bearer \${token}`,
      'Authorization: Bearer <token>',
      'authorization: required for everybody',
      'Authorization: Bearer YOUR_ACCESS_TOKEN',
    ],
  },
  {
    id: 'bearer-token',
    keywords: ['bearer ', 'bearer%20'],
    pattern: /(bearer(?: |%20)["'`]?)[A-Za-z0-9+/=_.~-]{16,4000}/iy,
    accepts: looksRandom,
    examples: ['Bearer <40>', "-H 'X-Auth: bearer <url:32>'"],
    counterExamples: ['bearer of this letter', 'Bearer authentication-is-required-for-this'],
  },
  {
    id: 'url-password',
    keywords: ['://', ':\\/', ':\\\\'],
    pattern:
      /(:(?:\\{0,4}\/){2}[^\s/:@"'`<>\\(){}[\],]{0,100}:)(?!\[redacted:|\$|<|\{|%[sv])[^\s/@"'`<>\\(){}]{1,200}(?:(?:\/[^\s/@"'`<>\\(){}]{1,60}){1,3})?(?=@[A-Za-z0-9.[_$-])/y,
    accepts: (secret) => !/^\d{1,5}\//.test(secret) && !isPlaceholder(secret),
    examples: [
      'postgres://app:<16>@db.example.com:5432/app',
      'https://user:<20>@git.example.com/r.git',
      'mongodb+srv://u:<24>@c.mongodb.net',
      'redis://:<20>@cache:6379',
      'amqp://svc:<12>@rabbit/vhost',
      'mysql:\\/\\/root:<14>@db\\/x',
    ],
    counterExamples: [
      'https://example.com:8080/path',
      'postgres://user:password@localhost/db',
      'https://user:$PASS@host',
      'ssh://git@github.com:22/a.git',
      'http://localhost:3000/@scope/name',
      `https://\${user}:\${password}@host`,
    ],
  },
  {
    id: 'url-password-encoded',
    keywords: ['%3a%2f%2f'],
    pattern: /(%3A%2F%2F[A-Za-z0-9_.-]{0,100}%3A)(?:[A-Za-z0-9_.~-]|%(?!40)[0-9A-F]{2}){1,200}(?=%40)/iy,
    examples: ['postgres%3A%2F%2Fapp%3A<16>%40db.example.com'],
    counterExamples: ['https%3A%2F%2Fexample.com%3A8080%2Fpath'],
  },
  {
    id: 'cookie',
    keywords: ['cookie'],
    pattern:
      /(cookie[\\"'`]{0,6}[ \t]{0,3}[:=,][ \t]{0,4}[\\"'`]{0,6})[A-Za-z0-9_.-]{1,64}=[^\s"'`;,\\<>(){}$]{1,4000}(?:; ?[A-Za-z0-9_.-]{1,64}=[^\s"'`;,\\<>(){}$]{0,4000}){0,50}/iy,
    accepts: (secret) => secret.split(';').some((pair) => looksRandom(pair.slice(pair.indexOf('=') + 1))),
    examples: [
      'Cookie: session=<40>; theme=dark',
      'Set-Cookie: sid=<url:32>; Path=/; HttpOnly',
      '"cookie": "connect.sid=s%3A<32>.<40>"',
    ],
    counterExamples: ['Cookie: theme=dark', 'Set-Cookie: name=value; Path=/', 'cookie: string'],
  },
  {
    id: 'netrc-password',
    keywords: ['machine ', 'default login'],
    pattern:
      /((?:machine[ \t]{1,8}[^\s\\]{1,100}|default)(?:\s|\\n){1,8}login[ \t]{1,8}[^\s\\]{1,100}(?:\s|\\n){1,8}password[ \t]{1,8})(?!\[redacted:)[^\s"'\\]{3,200}/y,
    accepts: (secret) => !isPlaceholder(secret),
    examples: ['machine api.example.com login me password <20>', 'machine h\n  login me\n  password <16>'],
    counterExamples: ['machine learning', 'default login page password is empty'],
  },
  {
    id: 'pgpass-password',
    keywords: [':5432:', ':5433:', ':6543:', ':3306:'],
    pattern:
      /(:(?:543[23]|6543|3306):[A-Za-z0-9_*.-]{1,64}:[A-Za-z0-9_*.-]{1,64}:)(?!\[redacted:)[^\s:"'\\]{4,200}/y,
    examples: ['db.example.com:5432:app:me:<16>'],
    counterExamples: ['ports: 5432:5432', '127.0.0.1:5432:5432'],
  },
  {
    id: 'kube-key-data',
    keywords: ['client-key-data'],
    pattern: /(client-key-data[\\"']{0,4}:[ \t]{0,4}[\\"']{0,4})[A-Za-z0-9+/]{16,8000}={0,2}/y,
    examples: ['client-key-data: <b64:400>=='],
    counterExamples: ['client-key-data: DATA+OMITTED'],
  },
]
