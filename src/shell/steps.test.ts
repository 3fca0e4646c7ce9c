import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainWords, programIn } from './plain-words.ts'
import { stepsIn } from './steps.ts'

const told = (line: string) => stepsIn(line).map(({ joint, words }) => `${joint} ${words.join(' ')}`.trim())

describe('the commands of a line', () => {
  test.each([
    ['cd app && npm test', ['cd app', '&& npm test']],
    ['npm test 2>&1 | tail -5', ['npm test', '| tail -5']],
    ['npm test > /tmp/out 2>/tmp/err; echo $?', ['npm test', '; echo $?']],
    ['a || true', ['a', '|| true']],
    ['a |& b', ['a', '| b']],
    ['a &> log && b', ['a', '&& b']],
    ['server & npm test', ['server', '& npm test']],
    ['(cd x && go test ./...)', ['cd x', '&& go test ./...']],
    ['for f in *; do go test $f; done', ['for f in *', '; go test $f', '; done']],
    ['a \\\n  --flag', ['a --flag']],
    ['a # && b', ['a']],
    ['a\nb', ['a', '; b']],
    ['echo $(npm test && x) && y', ['echo $(npm test && x)', '&& y']],
    ['X=1 a', ['X=1 a']],
    ['', []],
  ])('of %j are %j', (line, steps) => {
    expect(told(line)).toEqual(steps)
  })

  test('are not looked for in quotes and in documents', () => {
    expect(told('git commit -m "a && npm test; b"')).toEqual(['git commit -m a && npm test; b'])
    expect(told("echo 'x | y'")).toEqual(['echo x | y'])
    expect(told("cat > a.sh <<'EOF'\nnpm test\nEOF\nls")).toEqual(['cat', '; ls'])
    expect(told('cat <<EOF | grep x\nnpm test\nEOF')).toEqual(['cat', '| grep x'])
  })

  test('are found in any text, without throwing', () => {
    const piece = fc.constantFrom(...`a b"'\\\n&|;<>(){}$\`#1-EOF `.split(''), '<<EOF', '$(', '2>&1')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const { words } of stepsIn(pieces.join(''))) expect(words.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the command itself', () => {
  test.each([
    ['CI=1 FOO=bar npx --yes vitest run', 'vitest run'],
    ['sudo -E time go test', 'go test'],
    ['timeout 60 pytest -q', 'pytest -q'],
    ['timeout 5m uv run --with x pytest', 'pytest'],
    ['bash -lc "cd x && npm test"', 'npm test'],
    ['bash -lc npm test', 'npm test'],
    ['bundle exec rspec', 'rspec'],
    ['npm test', 'npm test'],
    ['npx', 'npx'],
    ['uv pip install', 'uv pip install'],
  ])('of %j is %j', (line, plain) => {
    expect(plainWords(stepsIn(line)[0]?.words ?? []).join(' ')).toBe(plain)
  })

  test('is named without folder and ending', () => {
    expect(programIn(['./node_modules/.bin/jest'])).toBe('jest')
    expect(programIn(['C:\\tools\\npm.cmd'])).toBe('npm')
    expect(programIn([])).toBe('')
  })
})
