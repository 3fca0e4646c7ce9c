import type { RedactionRule } from '../rule-match.ts'
import { isMadeOfWords, isPlaceholder, looksRandom, looksSecret } from '../secret-value.ts'

const isValue = (secret: string): boolean => !isPlaceholder(secret) && !secret.includes('[redacted:')

/** Secrets in the input and output of programs, recognized by the words around them. */
export const programOutput: readonly RedactionRule[] = [
  {
    id: 'sql-password',
    keywords: ['identified '],
    pattern:
      /(identified(?:[ \t]{1,4}with[ \t]{1,4}[\\"'`]{0,4}\w{1,40}[\\"'`]{0,4})?[ \t]{1,4}(?:by|(?<=["'`][ \t]{1,4})as)[ \t]{1,4}(?:password[ \t]{1,4})?(?:[\\"'`]{1,4}|(?=[^\s;,]{0,100}\d)))[^\s"'`\\;,]{3,200}/iy,
    accepts: isValue,
    examples: ["CREATE USER 'a'@'%' IDENTIFIED BY '<12>'", "identified with mysql_native_password by '<12>'"],
    counterExamples: [
      'a user is identified by the id',
      'identified by password',
      "IDENTIFIED BY '$PASSWORD'",
    ],
  },
  {
    id: 'piped-password',
    keywords: ['echo ', 'printf ', 'echo\t'],
    pattern:
      /((?:echo|printf)(?:[ \t]{1,4}-[neE]{1,3})?[ \t]{1,4}(?:\\{0,3}["'](?:%s(?:\\{1,4}n)?\\{0,3}["'][ \t]\\{0,3}["'])?)?(?:[\w.@-]{1,60}:(?=[^|\n]{1,120}chpasswd))?)[^\s"'|\\]{4,200}(?=\\{0,3}["']?[ \t]{0,4}\|[^|\n]{0,160}(?:--password-stdin|chpasswd|sudo -S|sudo --stdin|secrets (?:create|versions add)|secret (?:put|set|create|add)|env add|passwd --stdin|passphrase-fd|--with-token|kinit|--token-stdin|cryptsetup|auth login|[a-z]{2,12}(?: [a-z]{2,12})? login|htpasswd -i|openssl pkeyutl))/y,
    accepts: isValue,
    examples: [
      'echo <20> | docker login -u me --password-stdin registry',
      "echo 'deploy:<12>' | sudo chpasswd",
      'printf "%s" "<20>" | gh auth login --with-token',
    ],
    counterExamples: ['echo done | tee log', 'echo $TOKEN | docker login --password-stdin'],
  },
  {
    id: 'here-string-password',
    keywords: ['--password-stdin', '--with-token'],
    pattern: /(--(?:password-stdin|with-token)[^\n<|]{0,80}<<<[ \t]{0,4}\\{0,3}["']?)[^\s"'\\|]{4,200}/y,
    accepts: isValue,
    examples: ['docker login -u me --password-stdin <<< "<20>"'],
    counterExamples: ['docker login --password-stdin < token.txt'],
  },
  {
    id: 'server-password',
    keywords: [
      'requirepass',
      'masterauth',
      'primaryauth',
      'identitypassphrase',
      'sa_password',
      'wpa_passphrase',
      'psk=',
    ],
    pattern:
      /((?:requirepass|masterauth|primaryauth|identitypassphrase|psk=|wpa_passphrase=)[ \t]{0,4}[\\"']{0,4})[^\s"'\\<>${}]{6,200}/iy,
    accepts: (secret) => isValue(secret) && (looksSecret(secret) || !isMadeOfWords(secret)),
    examples: ['requirepass <20>', 'psk="<14>"', 'IdentityPassphrase <14>'],
    counterExamples: ['requirepass foobared', 'psk=$PSK', 'the requirepass setting'],
  },
  {
    id: 'sensitive-output',
    keywords: ['value"', 'value\\'],
    pattern:
      /(value\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}")[^"\\\n]{4,4000}(?=\\{0,3}",?(?:[^"{}]|\\{0,3}"type\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}"\w{1,20}\\{0,3}"){0,160}"sensitive\\{0,3}"[ \t]{0,4}:[ \t]{0,4}true)/y,
    accepts: isValue,
    examples: ['"value": "<14>",\n  "type": "string",\n  "sensitive": true'],
    counterExamples: ['"value": "plain", "sensitive": false'],
  },
  {
    id: 'sensitive-output-first',
    keywords: ['sensitive"', 'sensitive\\'],
    pattern:
      /(sensitive\\{0,3}"[ \t]{0,4}:[ \t]{0,4}true(?:[^"{}]|\\{0,3}"type\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}"\w{1,20}\\{0,3}"){0,160}"value\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}")[^"\\\n]{4,4000}/y,
    accepts: isValue,
    examples: ['"sensitive": true,\n  "type": "string",\n  "value": "<14>"'],
    counterExamples: ['"sensitive": false, "value": "plain"'],
  },
  {
    id: 'azure-account-keys',
    keywords: [
      'primarykey',
      'secondarykey',
      'primarymasterkey',
      'secondarymasterkey',
      'primaryreadonlymasterkey',
      'secondaryreadonlymasterkey',
      'value\\',
      'value"',
    ],
    pattern:
      /((?:(?:primary|secondary)(?:readonly)?(?:master)?key|value)\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?)(?:[A-Za-z0-9+/]{86}==|(?<=key\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?)[A-Za-z0-9+/]{43}=)/iy,
    examples: [
      '"primaryKey": "<b64:43>="',
      '"value": "<b64:86>=="',
      '"primaryReadonlyMasterKey": "<b64:86>=="',
    ],
    counterExamples: ['primaryKey: true', '"value": "c2hvcnQ="'],
  },
  {
    id: 'url-token',
    keywords: ['://', ':\\/', '%3a%2f%2f'],
    pattern:
      /((?::(?:\\{0,4}\/){2}|%3A%2F%2F))(?:[A-Za-z0-9_.~-]{20,200}(?::(?:x-oauth-basic|\[redacted:[a-z-]{1,60}:\d{1,6}\])?)?)(?=@|%40)/iy,
    accepts: (secret) =>
      (/^[0-9a-f]{32}(?::|$)/.test(secret) || looksRandom(secret.replace(/:.*$/, ''))) &&
      !isMadeOfWords(secret),
    examples: ['https://<hex:40>@git.example.com/a.git', 'https://<hex:32>@o1.ingest.sentry.io/2'],
    counterExamples: ['https://first.last-name.of.somebody@example.com', 'https://example.com/a@b'],
  },
  {
    id: 'jdbc-oracle-password',
    keywords: ['jdbc:oracle'],
    pattern: /(jdbc:oracle:\w{1,10}:[\w.-]{1,60}\/)[^\s@"'\\]{3,200}(?=@)/iy,
    accepts: isValue,
    examples: ['jdbc:oracle:thin:app/<14>@db.example.com:1521:orcl'],
    counterExamples: ['jdbc:oracle:thin:@db.example.com:1521:orcl'],
  },
  {
    id: 'password-hash',
    keywords: [
      '$2a$',
      '$2b$',
      '$2y$',
      '$1$',
      '$5$',
      '$6$',
      '$y$',
      '$apr1$',
      '$$apr1$$',
      '$$2y$$',
      '$argon2',
      '$7$',
      'pbkdf2_sha',
      '{ssha',
    ],
    pattern:
      /(?:\$\$apr1\$\$[A-Za-z0-9./]{1,16}\$\$[A-Za-z0-9./]{20,40}|\$\$2[aby]\$\$\d\d\$\$[A-Za-z0-9./]{53}|\$2[aby]\$\d\d\$[A-Za-z0-9./_-]{53}|\$(?:1|5|6|7|y|apr1)\$(?:rounds=\d{1,9}\$|j[\w./]{1,6}\$)?[A-Za-z0-9./]{1,64}\$[A-Za-z0-9./]{20,128}|\$argon2(?:id|i|d)\$v=\d{1,3}\$[\w=,]{5,40}\$[A-Za-z0-9+/]{8,64}\$[A-Za-z0-9+/]{20,128}|pbkdf2_sha\d{1,3}\$\d{1,8}\$[A-Za-z0-9]{4,64}\$[A-Za-z0-9+/]{20,128}={0,2}|\{SSHA\d{0,3}\}[A-Za-z0-9+/]{24,200}={0,2})/y,
    examples: ['$2b$12$<53>', '$6$<16>$<86>', '$apr1$<8>$<22>', 'pbkdf2_sha256$600000$<22>$<b64:43>='],
    counterExamples: ['$1$', 'costs $6$ or $7$', '$2b$12$'],
  },
  {
    id: 'digest-response',
    keywords: ['response='],
    pattern: /(response=\\{0,3}")[0-9a-f]{32}(?![0-9a-f])/y,
    examples: ['Authorization: Digest username="me", response="<hex:32>"'],
    counterExamples: ['response="ok"'],
  },
  {
    id: 'seed-phrase',
    keywords: ['mnemonic', 'seed phrase', 'seed_phrase', 'seedphrase', 'recovery phrase', 'seed words'],
    pattern:
      /((?:mnemonic|(?:seed|recovery)[ _-]?(?:phrase|words))[\w ]{0,12}[\\"'`]{0,4}[ \t]{0,3}(?:[:=]|is)[\\"'`\s]{1,6})[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23}/iy,
    accepts: (secret) => !/\b(?:the|and|you|your|with|that|this|for|from|are|can|not)\b/.test(secret),
    examples: [
      'mnemonic: "<alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7> <alphalower:7>"',
    ],
    counterExamples: ['mnemonic: the words that you wrote down when the wallet was created for you'],
  },
  {
    id: 'private-key-body',
    keywords: [
      'miievg',
      'miievq',
      'miieog',
      'miieow',
      'miieoq',
      'miieoa',
      'miijq',
      'miijk',
      'miig',
      'mhccaqeei',
      'mc4caqawbqydk2vwbcie',
      'mighageambmgbyqgsm49',
      'b3blbnnzac1rzxktdje',
      'miicxa',
      'miicxq',
      'miicdq',
      'miicdg',
    ],
    pattern:
      /(?:MII[CEGJ][A-Za-z0-9]{2}IBA[AD][A-Za-z0-9+/]{8}|MHcCAQEEI|MC4CAQAwBQYDK2VwBCIE|MIGHAgEAMBMGByqGSM49|b3BlbnNzaC1rZXktdjE)[A-Za-z0-9+/]{16,4000}={0,2}(?:(?:\\{1,4}n|\r?\n)[ \t]{0,40}[A-Za-z0-9+/]{16,128}={0,2}){0,100}/y,
    examples: [
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC<b64:200>',
      'MC4CAQAwBQYDK2VwBCIE<b64:44>',
      'MHcCAQEEI<b64:100>==',
    ],
    counterExamples: ['MIIEvg', 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'],
  },
]
