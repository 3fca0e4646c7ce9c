import type { Rule } from '../rule.ts'
import { isMade } from '../secret-value.ts'

export const workspaces: readonly Rule[] = [
  {
    id: 'linear-key',
    keywords: ['lin_api_', 'lin_oauth_', 'lin_wh_'],
    pattern: /lin_(?:api|oauth|wh)_[A-Za-z0-9_]{32,128}/y,
    examples: ['lin_api_<40>'],
    counterExamples: ['lin_api_key', 'lin_api_'],
  },
  {
    id: 'notion-token',
    keywords: ['secret_', 'ntn_'],
    pattern: /(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9_]))/y,
    accepts: isMade,
    examples: ['ntn_<digit:11><35>', 'secret_<43>'],
    counterExamples: ['secret_access_key', 'ntn_', 'client_secret_basic'],
  },
  {
    id: 'figma-token',
    keywords: ['figd_', 'figo_', 'figu_', 'figoh_', 'figor_'],
    pattern: /fig(?:d|o|u|oh|or)_[A-Za-z0-9_-]{38,200}/y,
    examples: ['figd_<url:40>'],
    counterExamples: ['figd_', 'config_figo_'],
  },
  {
    id: 'airtable-token',
    keywords: ['pat'],
    pattern: /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/y,
    examples: ['pat<14>.<hex:64>'],
    counterExamples: ['path.join', 'pattern', 'patternMatching01.abc'],
  },
  {
    id: 'postman-key',
    keywords: ['pmak-', 'pmat-'],
    pattern: /PMA(?:K-[0-9a-f]{24}-[0-9a-f]{34}|T-[A-Z0-9]{26})/y,
    examples: ['PMAK-<hex:24>-<hex:34>', 'PMAT-<base32:26>'],
    counterExamples: ['PMAK-'],
  },
  {
    id: 'asana-token',
    keywords: ['0/1', '1/1', '2/1'],
    pattern: /[012]\/1\d{14,16}(?:\/\d{15,17})?:[0-9a-f]{32}(?![0-9a-z])/y,
    examples: ['1/1<digit:15>:<hex:32>', '2/1<digit:15>/1<digit:15>:<hex:32>'],
    counterExamples: ['1/12 of the tests', '2/100'],
  },
  {
    id: 'readme-key',
    keywords: ['rdme_'],
    pattern: /rdme_[a-z0-9]{70}/y,
    examples: ['rdme_<lower:70>'],
    counterExamples: ['rdme_'],
  },
  {
    id: 'intra42-secret',
    keywords: ['s-s4t2ud-', 's-s4t2af-'],
    pattern: /s-s4t2(?:ud|af)-[0-9a-f]{64}/y,
    examples: ['s-s4t2ud-<hex:64>'],
    counterExamples: ['s-s4t2ud-'],
  },
  {
    id: 'adobe-secret',
    keywords: ['p8e-'],
    pattern: /p8e-[A-Za-z0-9]{32}/y,
    examples: ['p8e-<32>'],
    counterExamples: ['p8e-'],
  },
  {
    id: 'contentful-token',
    keywords: ['cfpat-'],
    pattern: /CFPAT-[A-Za-z0-9_-]{43,64}/y,
    examples: ['CFPAT-<url:43>'],
    counterExamples: ['CFPAT-'],
  },
]
