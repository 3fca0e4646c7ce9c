import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyByPattern, remoteKey } from './git.ts'

test('a remote has one key, found with patterns or without', () => {
  const piece = fc.constantFrom(
    'me',
    'app.git',
    'App.GIT',
    '.git',
    '',
    'a.b',
    'x:1',
    'u@h',
    '..',
    '?q',
    '#f',
    '[::1]',
  )
  const start = fc.constantFrom(
    'https://',
    'https://Host.example/',
    'git@',
    'git@host:',
    'git@h:',
    'git@host/',
    'ssh://',
  )
  fc.assert(
    fc.property(start, fc.array(piece, { maxLength: 4 }), (begins, pieces) => {
      const url = `${begins}${pieces.join('/')}`
      expect(remoteKey(url)).toBe(keyByPattern(url))
    }),
    { numRuns: 2000 },
  )
})
