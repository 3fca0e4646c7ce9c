import { describe, expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

const redact = createRedactor([])
const VALUE = ['q7Rt', '2mXw', '9Lkd'].join('')

describe('commands with a password', () => {
  test.each([
    `curl -u me:${VALUE} https://example.com`,
    `curl -s --user 'me:${VALUE}' https://example.com`,
    `mysql -u root -p${VALUE} app`,
    `docker exec -it db mysql -uroot -p'${VALUE}' app`,
    `sshpass -p ${VALUE} ssh root@host`,
    `redis-cli -a ${VALUE} ping`,
    `openssl enc -aes-256-cbc -in a -out b -pass pass:${VALUE}`,
    `htpasswd -bc .htpasswd admin ${VALUE}`,
    `docker login -u me -p ${VALUE} registry.example.com`,
    `aws configure set aws_secret_access_key ${VALUE}${VALUE}`,
    `http -a me:${VALUE} GET https://example.com`,
    `sh -c "mongosh -u me -p ${VALUE}"`,
    `{"command":"mysql -uroot -p${VALUE}","description":"Connect"}`,
    `curl \\\n  -u me:${VALUE} \\\n  https://example.com`,
    `echo '${VALUE}' | docker login -u me --password-stdin`,
    `CREATE USER 'a'@'%' IDENTIFIED BY '${VALUE}';`,
    `ALTER ROLE a WITH PASSWORD '${VALUE}'`,
    `PGPASSWORD=${VALUE} psql -h db`,
  ])('the password is redacted: %s', (text) => {
    const { text: out } = redact(text)
    expect(out).not.toContain(VALUE)
    expect(out.replace(/\[redacted:[a-z-]+:\d+\]/g, '')).toBe(
      text.replaceAll(VALUE, '').replace(' pass:', ' '),
    )
  })
})

describe('commands without a password', () => {
  test.each([
    'curl -u "$USER:$PASSWORD" https://example.com',
    'curl -u user:password https://example.com',
    'mysql -u root -p app',
    'mysql -P 3306 -h db.example.com',
    'docker run -p 8080:80 nginx1234abcd',
    'openssl req -newkey rsa:2048 -keyout key1234.pem -out cert.pem',
    'unzip -p archive1234.zip',
    'ssh -p 2222 me@host',
    'the user is identified by strategy in metadata',
    'pass `folderKeyBytes` to the function',
    'Join-Path $PWD "gomodcache"',
    'docker login -u me --password-stdin registry.example.com',
  ])('the command is kept: %s', (text) => {
    expect(redact(text)).toEqual({ text, findings: [] })
  })
})
