import type { Rule } from '../rule.ts'

export const vaults: readonly Rule[] = [
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
