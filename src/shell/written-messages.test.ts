import { expect, test } from 'vitest'
import { writtenMessage } from './written-messages.ts'

test.each([
  ['git commit -m "fix: the door shuts"', 'fix: the door shuts'],
  ["git add . && git commit -qam 'wip'", undefined],
  ["git add . && git commit -m 'fix: it\nBecause it hung.'", 'fix: it\nBecause it hung.'],
  [
    'git commit -m "$(cat <<\'EOF\'\nfix: retries\n\nThree at most.\n\nCo-Authored-By: Somebody <a@b.c>\nEOF\n)"',
    'fix: retries\n\nThree at most.',
  ],
  ['gh pr create --title "Retries" --body "Three at most."', 'Retries\nThree at most.'],
  ["gh api repos/a/b/pulls/1/comments/2/replies -f body='Fixed in 1a2b.'", 'Fixed in 1a2b.'],
  ['npm test -- -t "it commits"', undefined],
  ['git status', undefined],
])('the message in %j is %j', (line, words) => {
  expect(writtenMessage(line)).toBe(words)
})

test('stays fast on very long unterminated lines', () => {
  const begun = performance.now()
  for (const part of ['"', "'", ' -m "', '<<EOF\n', '\\', 'Co-Authored-By:', '\n'])
    writtenMessage(`git commit -m "${part.repeat(100_000)}`)
  expect(performance.now() - begun).toBeLessThan(1000)
})
