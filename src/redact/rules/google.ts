import type { Rule } from '../rule.ts'

export const google: readonly Rule[] = [
  {
    id: 'gcp-api-key',
    keywords: ['aiza'],
    pattern: /AIza[A-Za-z0-9_-]{35}/y,
    examples: ['AIza<url:35>'],
    counterExamples: ['AIzawa', 'AIzaShort_key'],
  },
  {
    id: 'google-oauth-client-secret',
    keywords: ['gocspx-'],
    pattern: /GOCSPX-[A-Za-z0-9_-]{20,64}/y,
    examples: ['GOCSPX-<url:28>'],
    counterExamples: ['GOCSPX-...'],
  },
  {
    id: 'google-oauth-token',
    keywords: ['ya29.'],
    pattern: /ya29\.[A-Za-z0-9_.-]{20,2048}/y,
    examples: ['ya29.<url:120>', 'ya29.a0<url:60>.<url:40>'],
    counterExamples: ['ya29.', 'maya29.txt'],
  },
  {
    id: 'google-oauth-refresh-token',
    keywords: ['1//0'],
    pattern: /1\/\/0[A-Za-z0-9_-]{35,200}/y,
    examples: ['1//0<url:60>'],
    counterExamples: ['1//0 is a comment', 'x = 1//010'],
  },
]
