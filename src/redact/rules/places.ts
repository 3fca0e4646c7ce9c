import type { RedactionRule } from '../rule-match.ts'
import {
  hasSymbols,
  isChosenValue,
  isMadeOfWords,
  isOrdinaryValue,
  isPlaceholder,
  isWordWithNumber,
  looksRandom,
  looksSecret,
} from '../secret-value.ts'

const isValue = (secret: string): boolean => !isPlaceholder(secret) && !secret.includes('[redacted:')

/** Several words that do not form a sentence. */
const isWordPhrase = (secret: string): boolean =>
  !/\b(?:the|and|you|your|with|that|this|for|from|are|can|not|must|should|have|has|was|will|contain|contains|required|invalid|least|enter|when|only|does|set|new|use|used|using|via|please|characters|letters|password|is|key|user|but|file|may|per|all|any|than|then|there|where|were|into|also|its|one|two|reset|login|change|auth|token|account|email)\b/i.test(
    secret,
  )

/** Secrets that are recognized only by their position: in a URL, after a phrase, or as the argument of a call. */
export const places: readonly RedactionRule[] = [
  {
    id: 'url-query-key',
    keywords: [
      '?key=',
      '&key=',
      '?code=',
      '&code=',
      '?k=',
      '&k=',
      '?appid=',
      '&appid=',
      '?sig=',
      '&sig=',
      '?hash=',
      '&hash=',
      '?signature=',
      '&signature=',
      '?sid=',
      '&sid=',
      '?apikey=',
      '&apikey=',
      '?ticket=',
      '&ticket=',
      '?invite=',
      '&invite=',
    ],
    pattern:
      /([?&](?:key|code|k|appid|sig|hash|signature|sid|apikey|ticket|invite)=)[A-Za-z0-9_.~%+/-]{20,2000}={0,2}/iy,
    accepts: (secret) => looksRandom(secret) && !isMadeOfWords(secret),
    examples: [
      'https://api.example.com/1/me?key=<hex:32>',
      'https://example.com/callback?state=x&code=<url:40>',
    ],
    counterExamples: ['https://example.com/?key=name-of-a-translated-text', 'https://example.com/a?code=404'],
  },
  {
    id: 'address-key',
    keywords: [
      '.alchemy.com/',
      '.alchemyapi.io/',
      '.infura.io/',
      '.quiknode.pro/',
      '.getblock.io/',
      '.moralis.io/',
      'sumologic.com/receiver',
      'hooks.airtable.com',
      'hooks.nabu.casa',
      '/api/webhook/',
      'hc-ping.com/',
      'betteruptime.com/api',
      'uptime.betterstack.com',
      'discordapp.com/api/webhooks',
      'prod.apigee',
      '.logic.azure.com',
      'ntfy.sh/',
      'api.day.app/',
      'sctapi.ftqq.com/',
      'oapi.dingtalk.com',
      'rpc.ankr.com/',
      'chainstack.com/',
      '/services/collector/',
      '//hooks.',
      '//hook.',
      '/hooks/',
      '/webhook/',
      '/webhooks/',
      '/webhook-test/',
      '/invite/',
      '/reset/',
      '/verify/',
      '/confirm/',
      '/activate/',
    ],
    pattern: /([a-z./-]{6,40}(?:\/[\w.-]{1,16}){0,3}?\/)[A-Za-z0-9_-]{20,200}(?:={1,2})?/iy,
    accepts: (secret) => looksRandom(secret) && !isMadeOfWords(secret),
    examples: [
      'https://eth-mainnet.g.alchemy.com/v2/<url:32>',
      'https://mainnet.infura.io/v3/<hex:32>',
      'https://hc-ping.com/<uuid>',
    ],
    counterExamples: [
      'https://docs.alchemy.com/reference/api-overview-of-all-methods',
      'https://ntfy.sh/docs',
    ],
  },
  {
    id: 'word-phrase',
    keywords: ['passphrase', 'password', '_phrase', 'passwd'],
    pattern:
      /((?:passphrase|pass(?:word|wd)|_phrase)[\\"'`]{0,6}[ \t]{0,3}(?:[:=]|=>|is)?[ \t]{0,3}[\\"'`]{0,4})(?:(?:[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}|(?:[a-z0-9]{4} ){5}[a-z0-9]{4}|[a-z]{3,10}(?: [a-z]{3,10}){3,11})(?=[\\"'`\r\n]|$)|[a-z]{3,10}(?:-[a-z]{3,10}){3,11}(?![\w-]))/iy,
    accepts: isWordPhrase,
    examples: [
      'passphrase "<alphalower:6> <alphalower:7> <alphalower:6> <alphalower:7>"',
      'passphrase: <alphalower:6>-<alphalower:6>-<alphalower:6>-<alphalower:6>',
    ],
    counterExamples: ['password: must contain eight letters', 'passphrase is required for this key'],
  },
  {
    id: 'device-password',
    keywords: [
      'password 0 ',
      'password 7 ',
      'password 5 ',
      'secret 0 ',
      'secret 5 ',
      'secret 8 ',
      'secret 9 ',
      'key 0 ',
      'key 7 ',
      'key 6 ',
      'key-string ',
      'pre-shared-key ',
    ],
    pattern:
      /((?:(?:password|secret|key) [0-9] |key-string (?:[0-9] )?|pre-shared-key (?:local |remote |address [\d.]{7,15} key )?)[\\"']{0,4})[^\s"'\\]{8,200}/y,
    accepts: (secret) => isValue(secret) && looksSecret(secret),
    examples: ['username admin privilege 15 password 0 <20>', 'key-string 7 <hex:24>'],
    counterExamples: ['password 0 characters long', 'pre-shared-key rsa-sig authentication'],
  },
  {
    id: 'account-list',
    keywords: ['accounts', 'private_key', 'privatekey', 'private-key', 'pk='],
    pattern:
      /((?:accounts|private[_-]?keys?|pk)[\\"'`]{0,6}[ \t]{0,3}[:=, ][\s\\"'`[]{0,12}0x)[0-9a-f]{64}(?![0-9a-f])/iy,
    examples: ['accounts: ["0x<hex:64>"]', '--private-key 0x<hex:64>'],
    counterExamples: ['accounts: [0x1]', 'private key of the account 0x1'],
  },
  {
    id: 'vault-session',
    keywords: ['bw_session', 'op_session'],
    pattern:
      /((?:BW_SESSION|OP_SESSION_\w{1,40})[\\"'`]{0,4}[ \t]{0,3}[:=][ \t\\"'`]{0,4})[A-Za-z0-9+/_-]{40,120}={0,2}/y,
    examples: ['BW_SESSION="<b64:86>=="', 'OP_SESSION_acme=<url:43>'],
    counterExamples: ['BW_SESSION is not set'],
  },
  {
    id: 'terraform-password',
    keywords: ['bcrypt_hash', 'override_special'],
    pattern:
      /((?:bcrypt_hash|override_special)[\s\S]{0,700}?result\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}")[^"\\\s]{4,200}/y,
    accepts: isValue,
    examples: ['"bcrypt_hash": null, "length": 16, "result": "<16>"'],
    counterExamples: ['bcrypt_hash(password)', 'override_special = "_%@"'],
  },
  {
    id: 'masked-value',
    keywords: ['::add-mask::', 'new value: ', 'setsecret('],
    pattern: /((?:::add-mask::|new value: |setsecret\([\\"'`]{1,4}))[^\s"'`\\$<]{8,200}/iy,
    accepts: (secret) => isValue(secret) && looksRandom(secret) && !isMadeOfWords(secret),
    examples: ['echo "::add-mask::<24>"', 'New value: <20>'],
    counterExamples: ['echo "::add-mask::$TOKEN"', 'New value: unchanged'],
  },
  {
    id: 'bitcoin-key',
    keywords: ['wif', 'privkey', 'private key', 'private_key'],
    pattern:
      /((?:wif|priv(?:ate)?[ _]?key)[\s\\"'`:=(]{1,8})[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])/iy,
    examples: ['wif: K<alpha:51>'],
    counterExamples: ['wifi is off', 'private key of the server'],
  },
  {
    id: 'azure-key-table',
    keywords: ['full '],
    pattern: /(full[ \t]{1,20})[A-Za-z0-9+/]{86}==/iy,
    examples: ['key1     FULL         <b64:86>=='],
    counterExamples: ['full stop'],
  },
  {
    id: 'signing-argument',
    keywords: ['jwt.sign(', 'jwt.verify(', 'jwt.encode(', 'jwt.decode(', 'createhmac(', 'hmac.new('],
    pattern:
      /((?:jwt\.(?:sign|verify|encode|decode)|createHmac|hmac\.new)\((?:\\{0,3}["'][\w-]{1,16}\\{0,3}["']|[^"'`\\\n]{0,80}),[ ]?b?\\{0,3}["'`])[^"'`\\\s]{8,200}/iy,
    accepts: (secret) => isValue(secret) && !isMadeOfWords(secret),
    examples: ["jwt.sign(payload, '<28>', { expiresIn: 1 })", "createHmac('sha256', '<32>')"],
    counterExamples: ['jwt.verify(token, secret)', "createHmac('sha256', 'secret')"],
  },
  {
    id: 'login-argument',
    keywords: [
      'new pdo(',
      'new mysqli(',
      'mysqli_connect(',
      'oci_connect(',
      'getconnection(',
      'ldap_bind(',
      'ftp_login(',
      '.login(',
      'auth_password(',
      'basic_auth(',
      'httpbasicauth(',
      '.basicauth(',
      'setbasicauth(',
      'usernamepasswordcredentials(',
      'networkcredential(',
      'plain_auth(',
      'plainauth(',
    ],
    pattern:
      /([\w. ]{4,40}\((?:[$\w>.-]{1,40},[ ]?)?(?:\\{0,3}["'][^"'\\\n]{0,200}\\{0,3}["'][ ]?,[ ]?){1,2}\\{0,3}["'])[^"'\\\s]{6,200}(?=\\{0,3}["'][ ]?[,)])/y,
    accepts: (secret) => isValue(secret) && !isOrdinaryValue(secret) && !/^[a-z]{1,12}$/.test(secret),
    examples: ["new PDO('mysql:host=db', 'app', '<14>')", 'smtp.login("me@example.com", "<14>")'],
    counterExamples: ["page.login('user', 'password')", 'api.login("me", token)'],
  },
  {
    id: 'mail-login',
    keywords: ['auth plain ', 'auth login ', 'auth cram-md5 '],
    pattern: /(auth (?:plain|login|cram-md5) )[A-Za-z0-9+/]{8,400}={0,2}(?![A-Za-z0-9+/=])/iy,
    accepts: (secret) => secret.length % 4 === 0 && /[A-Z]/.test(secret) && /[\d=]/.test(secret),
    examples: ['AUTH PLAIN <b64:38>==', 'AUTH LOGIN <b64:23>='],
    counterExamples: ['AUTH LOGIN PLAIN CRAM', 'auth login required'],
  },
  {
    id: 'prompt-login',
    keywords: ['> auth ', 'socks5 ', 'socks4 '],
    pattern:
      /((?:> auth (?:\w{1,40} (?=\S{6}))?|socks[45][ \t]{1,8}[\d.]{7,15}[ \t]{1,8}\d{1,5}[ \t]{1,8}\S{1,60}[ \t]{1,8}))[^\s"'\\]{6,200}/iy,
    accepts: (secret) => isValue(secret) && !/^[a-z]{1,12}$/.test(secret),
    examples: ['socks5 10.0.0.1 1080 me <14>'],
    counterExamples: ['socks5 10.0.0.1 1080', '> auth is required'],
  },
  {
    id: 'next-line-secret',
    keywords: [
      'password',
      'passphrase',
      'passwort',
      'token',
      'secret',
      'api key',
      'access key',
      'license key',
    ],
    pattern:
      /((?:password|passphrase|passwort|token|secret|(?:api|access|license) key)(?: [a-z]{1,16}){0,4}:[ \t]{0,8}(?:\r?\n|\\{1,4}n)(?:[^\n\\]{0,70}[\]:] )?[ \t\d>|*#+-]{0,16})[^\s"'`\\(){}<>]{10,200}(?=[\s\\"'`(){}<>]|$)/iy,
    accepts: (secret) =>
      isValue(secret) &&
      !isOrdinaryValue(secret) &&
      !/[:;,=]/.test(secret) &&
      looksSecret(secret) &&
      /[A-Z]/.test(secret) &&
      !isMadeOfWords(secret),
    examples: ['Your new password:\n<20>', 'API key:\n  <32>'],
    counterExamples: ['the password:\nsee below', 'token\nsrc/a/B2c3.ts'],
  },
  {
    id: 'share-password',
    keywords: ['net use ', 'psexec'],
    pattern:
      /((?:net use [^\n]{0,100}?\/user:\S{1,60}[ \t]{1,4}|psexec(?:64)?(?:\.exe)? [^\n]{0,100}?-p[ \t]{1,4})[\\"']{0,4})[^\s"'\\]{6,200}/iy,
    accepts: (secret) => isValue(secret) && !/^[/-]/.test(secret),
    examples: ['net use Z: /user:me <14>', 'psexec host -u admin -p <14> cmd'],
    counterExamples: ['net use Z: /delete', 'psexec -i cmd'],
  },
  {
    id: 'here-string-value',
    keywords: ['<<<'],
    pattern: /(<<<[ \t]{0,4}[\\"']{0,4})[^\s"'\\$]{10,200}/y,
    accepts: (secret) =>
      isValue(secret) && (isChosenValue(secret) || hasSymbols(secret) || isWordWithNumber(secret)),
    examples: ["vpn --on-stdin <<< '<alpha:8>7<alpha:8>5'"],
    counterExamples: ['<<<<<<< HEAD', 'cat <<< "$VALUE"'],
  },
  {
    id: 'nkey-seed',
    keywords: ['nkey seed', 'seed:'],
    pattern: /((?:nkey seed-----|seed:)(?:\\[rn]|[\s"'>+]){1,12})S[A-Z2-7]{57}(?![A-Z2-7])/iy,
    examples: ['-----BEGIN USER NKEY SEED-----\nSU<base32:56>'],
    counterExamples: ['seed: 42'],
  },
  {
    id: 'unseal-key',
    keywords: ['unseal key', 'recovery key'],
    pattern: /((?:unseal|recovery) key \d{1,2}: )[A-Za-z0-9+/]{43,44}=?/iy,
    examples: ['Unseal Key 1: <b64:44>'],
    counterExamples: ['Unseal Key 1: redacted'],
  },
  {
    id: 'raw-key',
    keywords: ['key: ', 'key = ', 'key=', 'key":', 'key\\":', "key':"],
    pattern:
      /(?<!public[ _-]?)(key[\\"']{0,4}[ \t]{0,3}[:=][ \t\\"']{0,6})[A-Za-z0-9+/]{43}=(?![A-Za-z0-9+/=])/iy,
    accepts: looksRandom,
    examples: ['key: "<b64:43>="', 'key=<b64:43>='],
    counterExamples: ['key: value=', 'key="other="'],
  },
  {
    id: 'property-list',
    keywords: [
      'password</key>',
      'passphrase</key>',
      'token</key>',
      'secret</key>',
      'apikey</key>',
      'api_key</key>',
    ],
    pattern: /([a-z_]{5,12}<\/key>(?:\s|\\{1,4}[nrt]){0,40}<string>)[^<\s]{6,200}(?=<)/iy,
    accepts: (secret) => isValue(secret) && !isOrdinaryValue(secret),
    examples: ['<key>Password</key>\n<string><16></string>'],
    counterExamples: ['<key>Password</key>\n<string></string>'],
  },
  {
    id: 'login-file-key',
    keywords: ['username"', 'username\\'],
    pattern:
      /(username\\{0,3}":[ ]?\\{0,3}"[^"\\\n]{1,60}\\{0,3}",[ ]?\\{0,3}"key\\{0,3}":[ ]?\\{0,3}")[0-9a-f]{32}(?![0-9a-f])/y,
    examples: ['{"username":"me","key":"<hex:32>"}'],
    counterExamples: ['{"username":"me","key":"value"}'],
  },
  {
    id: 'named-login',
    keywords: ['sonar.login', 'bundle_'],
    pattern:
      /((?:sonar\.login|bundle_[a-z\d]{2,40}(?:__[a-z\d]{2,40}){1,4})[\\"']{0,3}[ \t]{0,2}[:=][ \t\\"']{0,5})(?:[0-9a-f]{40}|[\w.-]{1,60}:[\w.-]{6,100})/iy,
    examples: ['-Dsonar.login=<hex:40>', 'BUNDLE_GEMS__EXAMPLE__COM=<hex:8>:<hex:8>'],
    counterExamples: ['sonar.login=me', 'BUNDLE_PATH__SYSTEM=true'],
  },
  {
    id: 'exported-access-key',
    keywords: ['secret access key'],
    pattern:
      /(secret access key[^\n\\]{0,60}(?:\r?\n|\\{1,4}n)[^\n,\\]{0,120},)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/iy,
    examples: ['Access key ID,Secret access key\nmine,<b64:40>'],
    counterExamples: ['the secret access key, and\nmore, of it'],
  },
  {
    id: 'secret-id',
    keywords: ['secret id', 'secretid', 'secret_id', 'secret-id'],
    pattern:
      /(secret[ _-]?id[\\"'`]{0,6}[ \t]{0,12}[:= ][\s\\"'`]{0,24})[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy,
    examples: ['Secret ID    = <uuid>', 'secret_id=<uuid>', '"secret_id": "<uuid>"'],
    counterExamples: ['secret_id = data.id', 'the secret id of the role'],
  },
  {
    id: 'recovery-code',
    keywords: [
      'recovery code',
      'recovery_code',
      'recovery-code',
      'recoverycode',
      'backup code',
      'backup_code',
      'backupcode',
      'scratch code',
    ],
    pattern:
      /((?:recovery|backup|scratch)[ _-]?codes?[\w ]{0,20}[\s\\"'`:=[*-]{1,16})[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){1,5}(?:(?:\\n|[\s\\"'`,;*|]){1,12}(?:\d{1,2}[.)] )?[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){1,5}){0,19}/iy,
    accepts: (secret) => /\d/.test(secret) && !isMadeOfWords(secret.slice(0, 40)),
    examples: ['recovery_codes: <hex:5>-<hex:7>', 'Backup codes:\n<lower:8>-<lower:8>'],
    counterExamples: ['recovery codes: see the well-known page', 'backup code-path'],
  },
  {
    id: 'honeycomb-team',
    keywords: [
      'x-honeycomb-team',
      'x-amp-key',
      'x-sf-token',
      'x-mashape-key',
      'x-rapidapi-key',
      'x-hasura-admin-secret',
      'x-figma-token',
      'x-lc-key',
    ],
    pattern: /(x-[a-z-]{4,30}[\\"'`]{0,4}[ \t]{0,3}[:=,][ \t\\"'`]{0,6})[A-Za-z0-9_.-]{16,200}/iy,
    accepts: looksRandom,
    examples: ['x-honeycomb-team: <22>'],
    counterExamples: ['x-honeycomb-team: $KEY'],
  },
]
