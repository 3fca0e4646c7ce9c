import type { RedactionRule } from '../rule-match.ts'
import {
  hasSymbols,
  isChosenValue,
  isMadeOfWords,
  isPaddedBase64,
  isPlaceholder,
  isRandomLetters,
  isWordWithNumber,
  looksRandom,
} from '../secret-value.ts'

const isValue = (secret: string): boolean => !isPlaceholder(secret) && !secret.includes('[redacted:')
const isChosen = (secret: string): boolean =>
  isValue(secret) &&
  (isChosenValue(secret) || hasSymbols(secret) || isRandomLetters(secret) || isPaddedBase64(secret))

const isPassword = (secret: string): boolean =>
  isChosen(secret) || (isValue(secret) && isWordWithNumber(secret))
/** Keys in calls are long, whereas a short argument may be a name. */
const isKey = (secret: string): boolean =>
  isValue(secret) &&
  secret.length >= 12 &&
  (isChosenValue(secret) ||
    /^(?:0x)?[0-9a-f]{32,64}$/.test(secret) ||
    (secret.length >= 14 && isRandomLetters(secret)))

/**
 * Passwords of programs, tests and devices that have no rule of their own. These rules accept only values that are
 * clearly not ordinary words.
 */
export const passwords: readonly RedactionRule[] = [
  {
    id: 'option-value',
    keywords: [' -p ', ' -p:', ' -p=', ' /rp ', '-passwd ', '--plaintext ', ' /p:'],
    pattern:
      /((?: (?:-p|\/rp|-pw)[ :=]|--?passwd |--plaintext | \/p:)(?:\/Users\/\w{1,40} )?[\\"']{0,4})[^\s"'\\;|]{8,200}/iy,
    accepts: (secret) => isChosen(secret) && !/[/~:]/.test(secret),
    examples: ['tool login -u me -p <16>', 'hash --plaintext <20>', 'winrs -u:me -p:<14> dir'],
    counterExamples: ['ssh -p 2222 host', 'mkdir -p src/components/Button2', 'docker run -p 8080:80'],
  },
  {
    id: 'option-key',
    keywords: [' -a ', ' -k ', ' -t ', ' -w '],
    pattern: /( -[aktw] [\\"']{0,4})[^\s"'\\;|]{10,200}/y,
    accepts: (secret) => isValue(secret) && isChosenValue(secret) && !/[/~:]/.test(secret),
    examples: ['tool login -k a7Qx<20>', 'upload -t <hex:32>'],
    counterExamples: ['docker run -t Example2', 'sort -k 2', 'add -w to the command'],
  },
  {
    id: 'nested-value',
    keywords: ['{ "value', '{"value', '{\\"value', '{ \\\\\\"value', '{ \\"value', '><value>'],
    pattern:
      /(?<=(?:password|secret|token)[\\"']{0,4}[ \t]{0,3}[:=]?[ \t]{0,3})([{>][ <]{0,2}[\\"']{0,4}value[\\"']{0,4}[ \t]{0,3}[:>=][ \t]{0,3}[\\"']{0,4})[^\s"'<>\\]{6,200}/iy,
    accepts: isValue,
    examples: ['"adminPassword": { "value": "<14>" }', '<Password><Value><14></Value></Password>'],
    counterExamples: ['"password": { "value": "" }', 'password: { type: string }'],
  },
  {
    id: 'network-password',
    keywords: ['wifi:', ' psk ', 'rootpw ', 'password password '],
    pattern:
      /((?:WIFI:(?:[A-OQ-Z]:[^;\s]{0,60};){0,4}P:| PSK |rootpw (?:--plaintext )?|password password )[\\"']{0,4})[^\s"'\\;]{8,100}/iy,
    accepts: isChosen,
    examples: ['WIFI:T:WPA;S:Home;P:<14>;;', '%any %any : PSK "<16>"'],
    counterExamples: ['WIFI:T:nopass;S:Home;;', 'a PSK is needed'],
  },
  {
    id: 'typed-password',
    keywords: ['password', 'passwd', 'passphrase'],
    pattern:
      /((?:password|passwd|passphrase)[\\"'\]:*) ]{0,8}(?:\\{1,4}n|\r?\n|\)|,)?[ \t]{0,8}\.?(?:type|fill|send|send_keys|sendkeys|setvalue|input)[( ][\\"']{1,4})[^\s"'\\]{8,200}/iy,
    accepts: isChosen,
    examples: ["get('input[name=password]').type('<16>')", 'expect "password:"\nsend "<16>\\r"'],
    counterExamples: ["get('#password').type(password)"],
  },
  {
    id: 'login-pair',
    keywords: ['credentials', 'creds', 'login', '_auth=', 'chpasswd', '--user '],
    pattern:
      /((?:(?:credentials|creds)(?: are| is|:)? \w{1,40}:|login[:=]? \w[\w.@-]{0,40} \/ (?:password |pw )?|_AUTH=\w{1,40}\/|--user[= ][\\"']{0,4}\w{1,60}:|chpasswd:(?:\s|\\{1,4}n){1,12}(?:list: \|(?:\s|\\{1,4}n){1,12})?\w{1,40}:))[^\s"'\\;,)/]{8,200}/iy,
    accepts: isPassword,
    examples: ['credentials are me:<16>', 'login: admin / <16>', 'NEO4J_AUTH=neo4j/a7Qx<14>'],
    counterExamples: ['login: admin / password', 'user: me / you'],
  },
  {
    id: 'literal-secret',
    keywords: ['unsafeplaintext(', 'app.keys', '.keys = [', 'crypt', 'securestring ', '_basic'],
    pattern:
      /((?:unsafePlainText\(|\.keys = \[|crypt[\\"']{1,4}: ?\{\s{0,20}[\\"']{1,4}key[\\"']{1,4}: ?|_BASIC=)[\\"']{0,4})[^\s"'\\,;<>()]{8,200}/iy,
    accepts: isChosen,
    examples: ["unsafePlainText('<16>')", "app.keys = ['<28>']", 'JIRA_BASIC=<b64:43>='],
    counterExamples: ['crypt: see below', 'app.keys = [a]'],
  },
  {
    id: 'defined-password',
    keywords: ['defaultpassword', 'secure_link_md5', 'recovery password', 'numerical password'],
    pattern:
      /((?:DefaultPassword[^\n]{0,40}?\/d |secure_link_md5 [\\"']{1,4}[$\w]{0,60} |(?:recovery|numerical) password:(?:[^\n\\]{0,80}(?:\r?\n|\\{1,4}n)){0,2}?(?:[ \t]{0,8}password:\s{0,12})?[ \t]{0,8}))(?:(?:\d{6}-){7}\d{6}|[^\s"'\\,;<>()]{8,100})/iy,
    accepts: (secret) => isChosen(secret) || /^[\d-]{55}$/.test(secret),
    examples: [
      '/v DefaultPassword /t REG_SZ /d <16>',
      'Recovery Password:\n  <digit:6>-<digit:6>-<digit:6>-<digit:6>-<digit:6>-<digit:6>-<digit:6>-<digit:6>',
    ],
    counterExamples: ['the recovery password: see below'],
  },
  {
    id: 'client-argument',
    isInsideWords: true,
    keywords: [
      'client(',
      'api(',
      'sdk(',
      'auth(',
      'login(',
      'connect(',
      'wallet(',
      'begin(',
      'init(',
      'configure(',
      'connection(',
      'service(',
      'bot(',
      'search(',
      'signer(',
      'authenticate(',
      'cookieparser(',
      'signwith(',
      'getbytes(',
      'fernet(',
      'cipheriv(',
      'encrypt(',
      'decrypt(',
      'bugsnag.start(',
      'key::new(',
      'token::new(',
      'client::new(',
      'key(',
      'token(',
      'secret(',
      'auth=(',
      'auth = (',
      'auth: [',
      'credentials=(',
      'credentials = (',
    ],
    pattern:
      /([a-z.:]{3,14}(?: ?[=:] ?)?[([]\s{0,12}(?:(?:(?:\w{1,20} ?[=:] ?)?\\{0,3}["'`][^"'`\\\n]{0,100}\\{0,3}["'`]|[\w.]{1,40}),\s{0,12}){0,3}\\{0,3}["'`])[A-Za-z0-9_.+/!@#$%^*-]{12,200}={0,2}(?=\\{0,3}["'`])/iy,
    accepts: isKey,
    examples: ["SearchClient('APP', '<hex:32>')", 'auth=("admin", "a7Q<14>")', 'Wallet("0x<hex:64>")'],
    counterExamples: ["connect('localhost', 'application')", "init('main-window', 'v12')"],
  },
  {
    id: 'constructor-argument',
    keywords: ['new '],
    pattern:
      /(new [\w.]{1,60}\(\s{0,12}(?:\\{0,3}["'`][^"'`\\\n]{0,100}\\{0,3}["'`],\s{0,12}){0,3}\\{0,3}["'`])[A-Za-z0-9_.:+/!@#$%^*-]{16,200}={0,2}(?=\\{0,3}["'`])/iy,
    accepts: (secret) => isKey(secret) && !/\/.{0,200}\/|:\/\//.test(secret),
    examples: ["const client = new Logs('a7Qx<20>')"],
    counterExamples: ["new Worker('./worker-of-the-app.js')", "new URL('https://example.com/a/B2c3')"],
  },
  {
    id: 'declared-default',
    keywords: ['" {'],
    pattern:
      /(?<=(?:passw(?:or)?d|secret|token|(?:api|secret|access)_key)\\{0,3})(" \{(?:(?:\s|\\{1,4}n){1,12}(?:type|description|sensitive|nullable)[ \t]{0,12}=(?:[^\n\\]|\\{1,3}"){0,200}){0,4}(?:\s|\\{1,4}n){1,12}default[ \t]{0,12}=[ \t]{0,4}\\{0,3}")[^"\n\\]{6,200}/iy,
    accepts: (secret) => isValue(secret) && !/\s/.test(secret),
    examples: ['variable "db_password" {\n  type    = string\n  default = "<14>"\n}'],
    counterExamples: ['variable "db_password" {\n  default = ""\n}'],
  },
  {
    id: 'session-cookie',
    isInsideWords: true,
    keywords: [
      'phpsessid=',
      'jsessionid=',
      'asp.net_sessionid=',
      'connect.sid=',
      '_session=',
      'sessionid=',
      'aspxauth=',
      '.cookies=',
      'cookies={',
    ],
    pattern: /([a-z._]{5,20}=(?:\{["'][\w.-]{1,40}["']: ?["'])?)[A-Za-z0-9_.%:~+/-]{16,2000}={0,2}/iy,
    accepts: (secret) => isValue(secret) && looksRandom(secret) && !isMadeOfWords(secret),
    examples: ['-b "PHPSESSID=<hex:32>"', '/app;jsessionid=<hex:32>'],
    counterExamples: ['JSESSIONID=', 'sessionid=the-session-of-the-user'],
  },
  {
    id: 'encoded-password',
    keywords: ['echo ', 'printf ', 'password is generated for '],
    pattern:
      /((?:echo|printf)(?: -[neE]{1,3})? \\{0,3}["']?(?=[^\s"'|\\]{8,100}\\{0,3}["']? ?\| ?(?:base64|sha\d{1,3}sum|md5sum|openssl|docker secret))|password is generated for [^\s:]{1,60}: )[^\s"'|\\]{8,100}/iy,
    accepts: isPassword,
    examples: [
      "printf 'falcon<digit:6>' | base64",
      'A temporary password is generated for root@localhost: a7Qx<8>',
    ],
    counterExamples: ['echo application | base64', 'echo $TOKEN | base64'],
  },
  {
    id: 'spoken-login',
    keywords: [
      ' / ',
      'login as ',
      'log in as ',
      'sign in as ',
      'log in with ',
      'authentication: ',
      'stats auth ',
      'auth: ',
      'account: ',
    ],
    pattern:
      /((?:(?<=@[\w-]{1,40}\.[\w.-]{2,40}|\b(?:admin|root|demo|test|user\w{0,20})|(?:credentials|creds|login)[^\n]{0,20}:[ \n][ \n]{0,4}[\w.-]{1,40}) \/ |(?:log ?in|sign in) (?:as|with) [^\s:]{2,60} (?:and |with |using )(?:the )?(?:password )?|(?:authentication:|auth:|account:|stats auth) [\w.@-]{1,60}:)[\\"'`]{0,4})[^\s"'`\\;,)/]{8,100}/iy,
    accepts: isPassword,
    examples: ['use admin / falcon<digit:6> for the test server', 'login as me@example.com with a7Qx<12>'],
    counterExamples: ['yes / no', 'log in as somebody and continue', 'admin / settings'],
  },
  {
    id: 'mail-login-pair',
    keywords: ['.com:', '.org:', '.net:', '.io:', '.ch:', '.de:', '.dev:', '.local:'],
    pattern: /(?<=[\w.+-]{1,40}@[\w.-]{1,60})(\.[a-z]{2,5}:)[^\s"'`\\;,)/:]{8,100}/iy,
    accepts: isPassword,
    examples: ['[smtp.example.com]:587 me@example.com:a7Qx<14>'],
    counterExamples: ['git@example.com:leftoff.git', 'me@example.com: see below'],
  },
  {
    id: 'login-argument-word',
    isInsideWords: true,
    keywords: [
      'connect(',
      'createuser(',
      'create_user(',
      'login(',
      'authenticationtoken(',
      '.auth(',
      'signin(',
      'sign_in(',
      'signup(',
      'hashsync(',
      'hashpw(',
      'bcrypt.hash(',
      'bcrypt.compare(',
      'comparesync(',
      'authenticate(',
      'credentials(',
      'pw_set(',
      'request(',
      'auth=(',
      'auth = (',
    ],
    pattern:
      /([a-z._ =]{4,24}\(\s{0,12}(?:b?\\{0,3}["'`][^"'`\\\n]{0,100}\\{0,3}["'`],\s{0,12}){0,3}b?\\{0,3}["'`])[^\s"'`\\/:]{8,100}(?=\\{0,3}["'`])/iy,
    accepts: (secret) =>
      isValue(secret) &&
      !/@[\w-]+\.\w/.test(secret) &&
      (isWordWithNumber(secret) || (hasSymbols(secret) && /\d/.test(secret))),
    examples: ["connect('localhost', 'root', 'falcon<digit:6>')", 'bcrypt.hashSync("Garden<digit:6>!", 10)'],
    counterExamples: ["connect('localhost', 'application')", "login('me@example.com', password)"],
  },
  {
    id: 'spoken-password',
    keywords: [
      'contraseñ',
      'пароль',
      'hasło',
      'lösenord',
      'losenord',
      '密码：',
      '密码:',
      '密码是',
      'パスワード',
    ],
    pattern:
      /((?:contraseña|пароль|hasło|l[öo]senord|密码|パスワード)(?:[ ]?[:=：是は]|[ ](?:es|to|är|-|—)(?=[ ]))[ ]{0,3}["'`]{0,2})[^\s"'`\\;,)/]{6,100}/iy,
    accepts: isPassword,
    examples: ['losenord: a7Qx<12>'],
    counterExamples: ['la contraseña es obligatoria', 'пароль: обязателен'],
  },
  {
    id: 'secret-list',
    keywords: ['passwords', 'tokens', 'secrets', 'api_keys', 'apikeys', 'api-keys'],
    pattern:
      /((?:passwords|tokens|secrets|api[_-]?keys)[\\"']{0,4}[ \t]{0,3}[:=][ \t]{0,3}(?:\[(?:\s|\\{1,4}n){0,24}|(?:\r?\n|\\{1,4}n)[ \t]{0,20}-[ \t]{1,4})[\\"']{0,4}(?:\[redacted:[a-z0-9-]{1,60}:\d{1,6}\][\\"']{0,4}(?:,?(?:\s|\\{1,4}n){0,24}(?:-[ \t]{1,4})?)[\\"']{0,4}){0,8})[^\s"'\\;,\]#]{8,200}/iy,
    accepts: (secret) => isPassword(secret) && !/[()[\]{}$]/.test(secret),
    examples: ['passwords:\n  - a7Qx<14>\n  - b8Ry<14>', 'API_KEYS = ["a7Qx<14>", "b8Ry<14>"]'],
    counterExamples: ['tokens: [first, second]', 'secrets:\n  - database-password', 'tokens = [a, b]'],
  },
  {
    id: 'value-before-name',
    keywords: ['value": "', 'value":"', 'value\\": \\"', 'value\\":\\"', '- value: '],
    pattern:
      /((?:value\\{0,3}":[ ]?\\{0,3}"|- value: ["']?))[^\s"'\\]{6,300}(?=(?:\\{0,3}",(?:\s|\\{1,4}n){0,24}\\{0,3}"(?:name|key)\\{0,3}":[ ]?\\{0,3}"|["']?(?:\r?\n|\\{1,4}n)[ \t]{1,20}(?:name|key): )\w{0,60}(?:passw|secret|token|api_?key)\w{0,20}(?:[\\"'\r\n]|$))/iy,
    accepts: (secret) => isPassword(secret) || (isValue(secret) && looksRandom(secret)),
    examples: ['{"value": "<16>", "name": "API_TOKEN"}', '- value: <16>\n  name: DB_PASSWORD'],
    counterExamples: ['{"value": "plain", "name": "API_TOKEN"}', '- value: <none>\n  name: token_count'],
  },
  {
    id: 'stream-key',
    keywords: ['/live2/', '/app/live_', 'victorops.com/integrations', '_|warning:-'],
    pattern:
      /(\/live2\/(?=[a-z0-9]{4}-)|\/app\/(?=live_)|victorops\.com\/integrations\/generic\/\d{1,10}\/alert\/|_\|WARNING:-[\w.,-]{0,160}\|_)[A-Za-z0-9_-]{16,2000}/iy,
    examples: ['https://alert.victorops.com/integrations/generic/2013/alert/<uuid>'],
    counterExamples: ['/live2/index.html'],
  },
  {
    id: 'cloud-tool-token',
    keywords: ['pina_', 'rpa_', 'e2b_', 'live_', 'pdl_', 'shippo_', 'secret.'],
    pattern:
      /(?:pina_[A-Z0-9]{60,140}|rpa_[A-Z0-9]{36,48}|e2b_[0-9a-f]{40}|live_[A-Za-z0-9]{30})(?![A-Za-z0-9_])/y,
    accepts: (secret) => looksRandom(secret) && !isMadeOfWords(secret),
    examples: ['pina_<upper:100>', 'rpa_<upper:40>', 'e2b_<hex:40>', 'live_<30>'],
    counterExamples: ['e2b_test', 'live_reload_of_the_page'],
  },
  {
    id: 'encrypted-secret',
    keywords: ['{aqaaab'],
    pattern: /\{AQAAAB[A-Za-z0-9+/]{20,2000}={0,2}\}?/y,
    examples: ['<Secret>{AQAAABAAAAAQ<b64:40>=}</Secret>'],
    counterExamples: ['{aqaaab'],
  },
]
