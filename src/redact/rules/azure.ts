import type { Rule } from '../rule.ts'
import { isVaried } from '../secret-value.ts'

export const azure: readonly Rule[] = [
  {
    id: 'azure-storage-key',
    keywords: ['accountkey', 'sharedaccesskey'],
    pattern: /((?:AccountKey|SharedAccessKey)(?:=|%3D)["']?)[A-Za-z0-9+/%]{40,120}(?:={1,2}|(?:%3D){1,2})?/iy,
    examples: ['AccountName=store;AccountKey=<b64:86>==;', 'SharedAccessKey=<b64:43>='],
    counterExamples: ['AccountKey=<key>', `SharedAccessKey=\${KEY}`],
  },
  {
    id: 'azure-sas-signature',
    keywords: ['?sig=', '&sig=', ';sig=', '%26sig%3d', 'u0026sig='],
    pattern: /((?:[?&;]|%26|u0026)sig(?:=|%3D))[A-Za-z0-9+/%_-]{40,120}={0,2}/iy,
    examples: [
      'https://a.blob.core.windows.net/c?sv=2022&sig=<b64:43>%3D',
      'SharedAccessSignature=sv=2022&sig=<b64:43>=',
    ],
    counterExamples: ['https://example.com/?sig=1', '?sig={signature}'],
  },
  {
    id: 'azure-client-secret',
    keywords: Array.from('0123456789', (digit) => `${digit}q~`),
    back: 3,
    pattern: /[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/y,
    accepts: isVaried,
    examples: ['<3>8Q~<url:34>', '<3>7Q~<url:31>'],
    counterExamples: ['a8Q~', '~8q~tilde'],
  },
  {
    id: 'azure-devops-token',
    keywords: ['azdo'],
    back: 76,
    pattern: /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/y,
    examples: ['<76>AZDO<4>'],
    counterExamples: ['AZDO', 'AZDO_PERSONAL_ACCESS_TOKEN'],
  },
]
