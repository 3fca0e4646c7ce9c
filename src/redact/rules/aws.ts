import type { Rule } from '../rule.ts'
import { isVaried } from '../secret-value.ts'

export const aws: readonly Rule[] = [
  {
    id: 'aws-access-key-id',
    keywords: ['akia', 'asia', 'abia', 'acca'],
    pattern: /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![A-Za-z0-9])/y,
    examples: ['AKIA<base32:16>', 'ASIA<base32:16>'],
    counterExamples: ['East Asia and Eurasia', 'AKIASHORT', 'ASIAPACIFICREGIONALHEADQUARTERS'],
  },
  {
    id: 'aws-secret-access-key',
    keywords: [
      'secret_access_key',
      'secretaccesskey',
      'secret access key',
      'aws_secret',
      'secret-access-key',
    ],
    pattern:
      /((?:aws_secret|secret[_ -]?access[_ -]?key)\w{0,20}[\\"'`\]]{0,6}[ \t]{0,5}(?:=>|:=|=|:|%3D|,|\n|\\n|>)[\\"'`\s]{0,8})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/iy,
    accepts: isVaried,
    examples: [
      'aws_secret_access_key = <b64:40>',
      '"SecretAccessKey": "<b64:40>"',
      'AWS_SECRET_ACCESS_KEY=<b64:40>',
    ],
    counterExamples: ['aws_secret_access_key = os.environ["KEY"]', 'the secret access key of the account'],
  },
  {
    id: 'aws-session-token',
    keywords: ['session_token', 'sessiontoken', 'security_token', 'security-token'],
    pattern:
      /((?:session|security)[_-]?token[\\"'`\]]{0,6}[ \t]{0,5}(?:=>|:=|=|:|%3D|>)[\\"'`\s]{0,8})[A-Za-z0-9/+=%]{100,4000}/iy,
    accepts: isVaried,
    examples: ['aws_session_token = <b64:300>', '"SessionToken": "<b64:360>"'],
    counterExamples: ['aws_session_token = None', 'x-amz-security-token: short'],
  },
  {
    id: 'aws-bedrock-key',
    keywords: ['absk'],
    pattern: /ABSK[A-Za-z0-9+/]{100,300}={0,2}/y,
    examples: ['ABSK<b64:128>'],
    counterExamples: ['ABSKIPPED'],
  },
  {
    id: 'alibaba-access-key-id',
    keywords: ['ltai'],
    pattern: /LTAI[A-Za-z0-9]{20}(?![A-Za-z0-9])/y,
    examples: ['LTAI<20>'],
    counterExamples: ['LTAIR', 'Altai mountains'],
  },
]
