import { describe, expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

const redact = createRedactor([])

const MIXED = 'q7Rt2mXw9Lkd4ZpbV3nHsY8c'
const PADDED = 'q7Rt2mXw9Lkd4ZpbV3nHsY8cq7Rt2mXw9Lkd4ZpbV3k='

describe('a random value that nothing marks as public is redacted', () => {
  test.each([
    `use ${MIXED} for staging`,
    `ACME_LIVE=${MIXED}`,
    `{"live": "${MIXED}"}`,
    `  live: ${PADDED}`,
    `X-Acme-Client: ${MIXED}`,
    `const value = '${MIXED}'`,
    `deploytool --with ${MIXED} --quiet`,
    `https://api.example.com/items?u=${MIXED}&page=2`,
    'result -> k7q2mw9lkd4zpbv3nhsy8crt5x1',
    'result -> K7Q2MW9LKD4ZPBV3NHSY8CRT5X1',
    'and 8qKmXwLkdRtZpbVnHsYc7u',
    'ACME_LIVE=5c5c2876febd4c87b80cd0655f1cd3fd',
    'export ACME_LIVE="5c5c2876-febd-4c87-b80c-d0655f1cd3fd"',
  ])('the value is redacted: %s', (text) => {
    const { text: out, findings } = redact(text)
    expect(out).not.toMatch(/q7Rt2mXw|k7q2mw9l|K7Q2MW9L|8qKmXw|5c5c2876/)
    expect(findings).toHaveLength(1)
  })
})

describe('a value whose name or shape marks it as public is kept', () => {
  test.each([
    `"integrity": "sha512-${PADDED}"`,
    `golang.org/x/text v0.34.0 h1:${PADDED}`,
    'commit 0175f4ba9c0c334b35818fa33cc1b1c548057032',
    'GIT_COMMIT=0175f4ba9c0c334b35818fa33cc1b1c548057032',
    'SESSION_ID=5c5c2876-febd-4c87-b80c-d0655f1cd3fd',
    'acme.live=5c5c2876febd4c87b80cd0655f1cd3fd',
    'id 5c5c2876-febd-4c87-b80c-d0655f1cd3fd',
    `"node_id": "${MIXED}"`,
    `etag: W/"${MIXED}"`,
    `publicKey: '${MIXED}'`,
    `toolu_01${MIXED}`,
    `dist/assets/index-${MIXED}.js`,
    `https://example.com/files/${MIXED}`,
    `/tmp/${MIXED}/main.ts`,
    'generateEd25519Keypair(TestMsEpochToRFC3339)',
    'TestFindSessionsParsesLogsAndTrimsWarmup1877796230',
    'history/2026-01-25_23-00-06Z-command-message-pr-review.md',
    'quotePwshOrElvishStr and coreKitEd25519PrivKey',
    'ADVISORY GHSA-f3c9-xqww-j6mf',
    `34216444: 89b1 2274 10d3 f559 91f4 3037 9d46 889a  ${MIXED}`,
    'MDQ6VXNlcjM1MTkzNA==',
  ])('the value is kept: %s', (text) => {
    expect(redact(text).findings).toEqual([])
  })
})
