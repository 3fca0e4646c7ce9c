import type { Rule } from '../rule.ts'
import { isMade } from '../secret-value.ts'

export const mail: readonly Rule[] = [
  {
    id: 'sendgrid-key',
    keywords: ['sg.'],
    pattern: /SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/y,
    examples: ['SG.<url:22>.<url:43>'],
    counterExamples: ['SG.', 'msg.length', 'MSG.HEADERS.SIZE'],
  },
  {
    id: 'mailgun-key',
    keywords: ['key-', 'pubkey-'],
    pattern: /(?:pub)?key-[0-9a-f]{32}(?![0-9a-z])/y,
    examples: ['key-<hex:32>'],
    counterExamples: ['key-value', 'key-1234'],
  },
  {
    id: 'mailchimp-key',
    keywords: ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    back: 32,
    pattern: /[0-9a-f]{32}-us\d{1,2}(?![0-9a-zA-Z])/y,
    examples: ['<hex:32>-us12'],
    counterExamples: ['db-us1', 'cluster-us10-east'],
  },
  {
    id: 'twilio-key',
    keywords: Array.from('0123456789abcdef', (digit) => `sk${digit}`),
    pattern: /SK[0-9a-f]{32}(?![0-9a-zA-Z])/y,
    accepts: isMade,
    examples: ['SK<hex:32>'],
    counterExamples: ['task1', 'SKU', 'disk0'],
  },
  {
    id: 'brevo-key',
    keywords: ['xkeysib-', 'xsmtpsib-'],
    pattern: /x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}/y,
    examples: ['xkeysib-<hex:64>-<16>'],
    counterExamples: ['xkeysib-'],
  },
  {
    id: 'postmark-resend-key',
    keywords: ['re_'],
    pattern: /re_(?=[A-Za-z0-9_]{0,20}\d)[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])/y,
    accepts: isMade,
    examples: ['re_<8>_<24>'],
    counterExamples: ['re_compile', 'core_value', 're_123'],
  },
]
