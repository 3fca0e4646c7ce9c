/** The part of a word that contains the secret. */
export type SecretPart = 'all' | 'after colon' | 'after percent' | 'after comma' | 'after slash'

/** A program that takes a secret as an argument. */
export interface Program {
  /** Names in lower case, with the subcommand if there is one. ` -` at the end means that an option must follow. */
  readonly names: readonly string[]
  /** A pattern that a word of the command must match. */
  readonly needs?: RegExp
  /** The secret part by option. The value is the next word, or the rest of the same word. */
  readonly options?: Readonly<Record<string, SecretPart>>
  /**
   * Whether the value of an option is never in the same word, so that `-k` is not read as the start of
   * `-keyout`.
   */
  readonly isExact?: true
  /** Options whose value is in the same word. The next word is not part of the value. */
  readonly attached?: readonly string[]
  /** The secret follows this prefix in any word. */
  readonly prefixes?: readonly string[]
  /** In a word that matches, the text after the match is a secret. */
  readonly pairs?: RegExp
  /** The number of words after an option that are secrets. */
  readonly after?: Readonly<Record<string, number>>
  /** Arguments that are not options, by index from 0, or from the end if negative. */
  readonly positions?: readonly { readonly at: number; readonly part?: SecretPart }[]
}

const all = (...options: readonly string[]): Readonly<Record<string, SecretPart>> =>
  Object.fromEntries(options.map((option) => [option, 'all']))
const split = (part: SecretPart, ...options: readonly string[]): Readonly<Record<string, SecretPart>> =>
  Object.fromEntries(options.map((option) => [option, part]))

/**
 * Programs whose arguments include a password. Options such as `--password` need no entry, because they are
 * detected by their name.
 */
export const programs: readonly Program[] = [
  {
    names: ['curl'],
    options: {
      ...split('after colon', '-u', '--user', '-U', '--proxy-user'),
      ...all('--oauth2-bearer', '--pass', '--proxy-pass', '--tlspassword'),
    },
  },
  {
    names: ['http -', 'https -', ...httpieRequests()],
    options: split('after colon', '-a', '--auth'),
  },
  { names: ['httpie'], options: split('after colon', '-a', '--auth') },
  {
    names: ['wget', 'aria2c'],
    options: all('--password', '--http-password', '--http-passwd', '--ftp-password', '--proxy-password'),
  },
  {
    names: [
      'mysql',
      'mysqldump',
      'mysqladmin',
      'mysqlimport',
      'mysqlsh',
      'mariadb',
      'mariadb-dump',
      'mycli',
      'mydumper',
    ],
    attached: ['-p'],
    options: all('--password'),
  },
  { names: ['mysqladmin'], needs: /^password$/, positions: [{ at: -1 }] },
  {
    names: [
      'mongo',
      'mongosh',
      'mongodump',
      'mongorestore',
      'mongoexport',
      'mongoimport',
      'mongostat',
      'mongotop',
    ],
    options: all('-p', '--password'),
  },
  { names: ['sshpass'], options: all('-p') },
  {
    names: ['redis-cli', 'valkey-cli', 'keydb-cli'],
    options: all('-a', '--pass', 'AUTH', 'auth', 'requirepass'),
  },
  {
    names: ['openssl'],
    isExact: true,
    prefixes: ['pass:'],
    options: all('-k', '-K', '-passwd', '-pskkey', '-psk'),
  },
  { names: ['htpasswd -'], needs: /^-[a-zA-Z]{0,6}b/, positions: [{ at: -1 }] },
  {
    names: ['docker', 'podman', 'nerdctl', 'buildah', 'helm', 'oras', 'crane', 'skopeo', 'regctl'],
    needs: /^login$/,
    options: all('-p', '--password', '--creds'),
  },
  {
    names: ['skopeo', 'podman', 'buildah'],
    options: split('after colon', '--creds', '--src-creds', '--dest-creds'),
  },
  {
    names: [
      'twine',
      'snowsql',
      'cqlsh',
      'beeline',
      'couchbase-cli',
      'rdesktop',
      'vsql',
      'nzsql',
      'evil-winrm',
      'crackmapexec',
      'netexec',
      'ncftp',
      'usql',
      'cypher-shell',
      'rpk',
      'altool',
      'notarytool',
      'unlock-keychain',
      'create-keychain',
      'psexec',
      'expo login',
      'airflow users create',
      'kopia',
      'yt-dlp',
      'youtube-dl',
      'gallery-dl',
      'rabbitmqadmin',
      'elasticsearch-users',
      'arangosh',
      'poetry publish',
      'anaconda login',
      'az sql server create',
      'ykman',
      'hydra',
      'useradd',
      'usermod',
      'sshfs',
      'turbo login',
      'kafkactl',
      'stripe login',
      'meteor login',
    ],
    options: all('-p', '--password'),
  },
  { names: ['dotnet nuget', 'nuget'], options: all('-p', '-Password', '-ApiKey', '-k', '--api-key') },
  {
    names: [
      'az login',
      'az acr login',
      'argocd login',
      'oc login',
      'cf login',
      'ibmcloud login',
      'rancher login',
      'jf rt',
      'lpass login',
    ],
    options: all('-p', '--password', '--client-secret', '-t'),
  },
  { names: ['keyvault secret set', 'put-parameter', 'ssm put-parameter'], options: all('--value') },
  { names: ['secretsmanager'], options: all('--secret-string') },
  { names: ['gh secret set', 'gh variable set'], options: all('--body', '-b') },
  {
    names: [
      'sqlcmd',
      'bcp',
      'osql',
      'tsql',
      'isql',
      'ipmitool',
      'mosquitto_pub',
      'mosquitto_sub',
      'unzip',
      'zip',
      'zipcloak',
      'mqttx',
      'security import',
      'smbpasswd',
      'gpg-preset-passphrase',
      'xmlsec1',
      'smtp-cli',
    ],
    options: all('-P'),
  },
  {
    names: ['7z a', '7z x', '7z e', '7z l', '7z t', '7za', '7zr', '7zz', 'rar a', 'rar x', 'unrar'],
    attached: ['-p', '-hp'],
  },
  {
    names: ['sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman target', 'sqlcl'],
    positions: [{ at: 0, part: 'after slash' }],
  },
  {
    names: [
      'ldapsearch',
      'ldapadd',
      'ldapmodify',
      'ldapdelete',
      'ldappasswd',
      'ldapwhoami',
      'ldapmodrdn',
      'ldapcompare',
    ],
    options: all('-w'),
  },
  { names: ['ldappasswd'], options: all('-s', '-a') },
  {
    names: ['smbclient', 'rpcclient', 'smbget', 'smbmap', 'smbcacls', 'winexe', 'wmic'],
    options: split('after percent', '-U', '--user'),
  },
  { names: ['lftp', 'sitecopy'], options: split('after comma', '-u', '--user') },
  { names: ['xfreerdp', 'wfreerdp', 'mstsc', 'cmdkey'], prefixes: ['/p:', '/pass:'] },
  {
    names: [
      'rabbitmqctl add_user',
      'rabbitmqctl change_password',
      'rabbitmqctl authenticate_user',
      'wpa_passphrase',
      'net user',
      'cf auth',
      'bw login',
      'netlify env:set',
      'glab variable set',
      'doppler secrets set',
      'dotnet user-secrets set',
      'wp user update',
      'set_user_password',
      'smtp-auth',
      'api-key store',
      'superuser upsert',
      'superuser create',
    ],
    positions: [{ at: 1 }],
  },
  {
    names: [
      'convertto-securestring',
      'vault login',
      'vault unseal',
      'vault operator unseal',
      'infisical login',
      'snyk auth',
      'cargo login',
      'wandb login',
      'rclone obscure',
      'rclone reveal',
      'ngrok authtoken',
      'add-authtoken',
      'cloudflared service install',
      'bw unlock',
      'encrypt_string',
      'mkpasswd',
      'walletpassphrase',
      'encryptwallet',
      'shodan init',
      'mullvad account login',
      'registration license',
      'auth-token set',
      'set-initial-password',
      'reset-admin-password',
      'npm-cli-login',
      'flyctl auth token',
      'neptune sync',
      'comet login',
      'deta auth',
      'op signin',
    ],
    positions: [{ at: 0 }],
    options: all('-String'),
  },
  { names: ['nmcli'], options: all('password', 'wifi-sec.psk', '802-11-wireless-security.psk') },
  { names: ['mc alias set', 'mc config host add'], positions: [{ at: 2 }, { at: 3 }] },
  {
    names: [
      'poetry config',
      'composer config',
      'mosquitto_passwd -',
      'htdigest',
      'chamber write',
      'credstash put',
      'rabbitmqctl set_user_password',
    ],
    positions: [{ at: -1 }],
  },
  { names: ['pulumi config set'], needs: /^--secret$/, positions: [{ at: -1 }] },
  { names: ['ejabberdctl register'], positions: [{ at: 2 }] },
  { names: ['bundle config'], positions: [{ at: -1, part: 'after colon' }] },
  {
    names: ['npm config set', 'yarn config set', 'pnpm config set'],
    needs: /_auth|token|password/i,
    positions: [{ at: -1 }],
  },
  // All values that these commands set are secrets, regardless of their names.
  {
    names: [
      'create secret generic',
      'fly secrets set',
      'flyctl secrets set',
      'fly secrets import',
      'supabase secrets set',
      'doppler secrets set',
      'vault kv put',
      'vault kv patch',
      'vault write',
    ],
    pairs: /^(?:--from-literal=)?[A-Za-z_][\w.-]{0,60}=/,
  },
  { names: ['qpdf'], isExact: true, pairs: /^--password=/, after: { '--encrypt': 2 } },
  { names: ['pdftk'], options: all('user_pw', 'owner_pw', 'input_pw') },
  { names: ['plink', 'pscp', 'psftp', 'putty'], isExact: true, options: all('-pw') },
  { names: ['signtool', 'ktpass', 'winscp', 'vpncmd'], options: all('/p', '/pass', '-pass') },
  { names: ['net use'], needs: /^\/user:/i, positions: [{ at: -1 }] },
  {
    names: ['set-key-partition-list', 'airport'],
    options: all('-k'),
  },
  { names: ['add-generic-password', 'add-internet-password'], isExact: true, options: all('-w') },
  { names: ['ssh-keygen'], isExact: true, options: all('-N', '-P') },
  { names: ['steamcmd'], after: { '+login': 2 } },
  { names: ['snmp-server community'], positions: [{ at: 0 }] },
  { names: ['insecure-password', 'enable secret', 'enable password'], positions: [{ at: -1 }] },
  { names: ['jenkins-cli', 'jenkins-cli.jar'], options: split('after colon', '-auth') },
  {
    names: ['etcdctl', 'curlftpfs', 'nats', 'govc', 'couchdb'],
    options: split('after colon', '--user', '-u'),
  },
  {
    names: ['pkcs11-tool', 'softhsm2-util', 'ykpiv', 'solo'],
    options: all('--pin', '--so-pin', '--new-pin', '-P'),
  },
  { names: ['codecov', 'influx', 'surge', 'gitleaks'], isExact: true, options: all('-t', '--token') },
  { names: ['cypress run'], options: all('--key') },
  { names: ['swift', 'radosgw-admin'], isExact: true, options: all('-K', '--secret') },
  { names: ['b2'], needs: /^authorize/, positions: [{ at: -1 }] },
  { names: ['bitcoin-cli', 'litecoin-cli', 'dogecoin-cli'], options: all('-rpcpassword') },
  { names: ['sqlmap', 'nikto'], options: split('after colon', '--auth-cred', '-id') },
  { names: ['prefect cloud login'], options: all('-k', '--key') },
  { names: ['snmpget', 'snmpwalk', 'snmpset', 'snmpbulkwalk'], options: all('-A', '-X') },
  { names: ['vncdo', 'x11vnc'], isExact: true, options: all('-passwd', '-p', '-storepasswd') },
  { names: ['pg_dump', 'psql', 'pg_restore', 'pgcli'], options: all('--password') },
  { names: ['db2 connect'], options: all('using') },
  { names: ['imapsync'], options: all('--password1', '--password2') },
  { names: ['sendemail', 'swaks'], options: all('-xp', '-ap', '--auth-password') },
  { names: ['gpg', 'gpg2'], options: all('--passphrase') },
]

function httpieRequests(): readonly string[] {
  return ['http', 'https'].flatMap((program) =>
    ['get', 'post', 'put', 'patch', 'delete', 'head'].map((method) => `${program} ${method}`),
  )
}
