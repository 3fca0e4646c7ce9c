import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commitSubject, isReadOnly, parseCommandLine, programName, unwrapCommand } from './command-line.ts'

const render = (line: string) =>
  parseCommandLine(line).map(({ operator, words }) => `${operator} ${words.join(' ')}`.trim())

describe('parseCommandLine', () => {
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
  ])('the command line %j is split into %j', (line, steps) => {
    expect(render(line)).toEqual(steps)
  })

  test('operators in quotes and here-documents are ignored', () => {
    expect(render('git commit -m "a && npm test; b"')).toEqual(['git commit -m a && npm test; b'])
    expect(render("echo 'x | y'")).toEqual(['echo x | y'])
    expect(render("cat > a.sh <<'EOF'\nnpm test\nEOF\nls")).toEqual(['cat', '; ls'])
    expect(render('cat <<EOF | grep x\nnpm test\nEOF')).toEqual(['cat', '| grep x'])
  })

  test('parseCommandLine never throws', () => {
    const piece = fc.constantFrom(...`a b"'\\\n&|;<>(){}$\`#1-EOF `.split(''), '<<EOF', '$(', '2>&1')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const { words } of parseCommandLine(pieces.join(''))) expect(words.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('unwrapCommand', () => {
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
  ])('unwrapCommand turns %j into %j', (line, plain) => {
    expect(unwrapCommand(parseCommandLine(line)[0]?.words ?? []).join(' ')).toBe(plain)
  })

  test('programName removes the folder and the extension', () => {
    expect(programName(['./node_modules/.bin/jest'])).toBe('jest')
    expect(programName(['C:\\tools\\npm.cmd'])).toBe('npm')
    expect(programName([])).toBe('')
  })
})

test.each([
  ['git commit -m "fix: the door shuts"', 'fix: the door shuts'],
  ["git add . && git -C /w commit -am 'fix: it\nBecause it hung.'", 'fix: it'],
  ['git commit -m "$(cat <<\'EOF\'\nfix: retries\n\nThree at most.\nEOF\n)"', 'fix: retries'],
  ['git commit', undefined],
  ['git log --grep "fix"', undefined],
])('the subject of %j is %j', (line, subject) => {
  expect(commitSubject(line)).toBe(subject)
})

test.each([
  ['ls -la src && git status --short', true],
  ['grep -rn "sed -i" src 2>/dev/null | head -20', true],
  ['git log --oneline -5', true],
  ['cat a.ts > b.ts', false],
  ['sed -i s/a/b/ a.ts', false],
  ['find . -name "*.orig" -delete', false],
  ['echo $(npm run build)', false],
  ['git checkout main', false],
  ['npm test', false],
  ['GIT_PAGER=x git diff', false],
])('%j certainly changes no files: %s', (line, expected) => {
  expect(isReadOnly(line)).toBe(expected)
})
