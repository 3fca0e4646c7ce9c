import { describe, expect, test } from 'vitest'
import { eventFromDraft } from '../event-draft.ts'
import { testRunDrafts } from './recognise.ts'

const told = (command: string, outcome: 'ok' | 'failed' | 'interrupted', output = '') =>
  testRunDrafts({ source: ['c'], command, outcome, output }).map(
    (draft) => eventFromDraft({ agent: 'a', session: 's', heardAt: 1 }, draft).data,
  )[0]

describe('a command that runs tests', () => {
  test.each([
    'npm test',
    'npm run test:unit -- --bail',
    'cd app && CI=1 npx vitest run src',
    'python3 -m pytest -q tests/test_a.py',
    'go test ./...',
    'cargo test --workspace',
    './gradlew :app:test',
    'bundle exec rspec spec/a_spec.rb',
    'dotnet test',
    'make check',
    'node --test',
    'node --import tsx --test src/a.test.ts',
    'pnpm --filter app test',
    'yarn workspace app jest --ci',
    'npm --prefix app run test:unit',
    'npx playwright test a.spec.ts',
    'npx cypress run',
    'python -m unittest discover',
    'uv run pytest -x',
    'tox -e py311',
    'go test -run TestAdd ./pkg/...',
    'gotestsum -- ./...',
    'cargo nextest run',
    'mvn -q -pl app verify',
    './gradlew test --tests SumTest',
    'bundle exec rake test',
    'bin/rails test',
    'ruby -Itest test/sum_test.rb',
    './vendor/bin/phpunit',
    'vendor/bin/pest',
    'ctest --output-on-failure',
    'make -C build test',
    'mise run test:ci',
    'deno test -A',
    'swift test',
    'bun test',
    'timeout 120 npm test',
    'bash -lc "cd app && npm test"',
  ])('%s is told with how it went', (command) => {
    expect(told(command, 'ok')).toMatchObject({ outcome: 'passed' })
    expect(told(command, 'failed')).toMatchObject({ outcome: 'failed' })
    expect(told(command, 'interrupted')).toBeUndefined()
  })

  test.each([
    'echo npm test',
    'grep -r "go test" .',
    'cat jest.config.js',
    'npm install',
    'git commit -m "pytest"',
    'npm test; echo done',
    'vitestify',
    'git commit -m "fix && npm test"',
    "cat > run.sh <<'EOF'\nnpm test\nEOF",
    'vitest --version',
    'pytest --collect-only',
    'cargo test --no-run',
    'go test -c ./pkg',
    'npx playwright install',
    'npm test &',
    'npm test || true',
    'git checkout -- a.test.ts',
    'mise install',
    'make build',
    'x'.repeat(100_000),
  ])('%.40s is no test run, or says nothing about how it went', (command) => {
    expect(told(command, 'ok')).toBeUndefined()
  })

  test('what is piped on is judged by the words of the runner', () => {
    expect(told('npm test 2>&1 | tail -5', 'ok', 'Tests  1 failed | 3 passed (4)')).toMatchObject({
      outcome: 'failed',
      passed: 3,
      failed: 1,
    })
    expect(told('pytest | tail -1', 'ok', '== 12 passed in 0.3s ==')).toMatchObject({
      outcome: 'passed',
      passed: 12,
    })
    expect(told('go test ./... | head', 'ok', 'building')).toBeUndefined()
    expect(told('pytest | tail -1', 'failed', 'no such file')).toBeUndefined()
  })

  test('what a filter may have left out is not taken for passed', () => {
    expect(told('go test ./... | head -3', 'ok', 'ok  \tx/a\t0.1s')).toBeUndefined()
    expect(told('go test ./... | grep ok', 'ok', 'ok  \tx/a\t0.1s')).toBeUndefined()
    expect(told('go test ./... | grep -E "ok|FAIL"', 'ok', 'ok  \tx/a\t0.1s')).toMatchObject({
      outcome: 'passed',
    })
    expect(told('go test ./... | head -3', 'ok', '--- FAIL: TestA (0.1s)')).toMatchObject({
      failing: ['TestA'],
    })
    expect(told('npm test | grep Tests', 'ok', '      Tests  3 passed (3)')).toMatchObject({
      outcome: 'passed',
    })
  })

  test('the code of a line is that of its tests only where nothing else could have given it', () => {
    expect(told('npm test && echo fine', 'ok')).toMatchObject({ outcome: 'passed' })
    expect(told('npm test && npm run build', 'failed', 'boom')).toBeUndefined()
    expect(told('npm test; git status', 'ok', 'Tests:       1 failed, 1 total')).toMatchObject({
      outcome: 'failed',
    })
  })

  test('without a code the words of the runner decide, and silence is no success', () => {
    const guessed = (outcome: 'ok' | 'failed', output: string) =>
      testRunDrafts({ source: ['c'], command: 'pytest', outcome, output, isGuessed: true }).map(
        (draft) => eventFromDraft({ agent: 'a', session: 's', heardAt: 1 }, draft).data.outcome,
      )[0]
    expect(guessed('ok', '1 failed, 2 passed in 0.1s')).toBe('failed')
    expect(guessed('ok', '2 passed in 0.1s')).toBe('passed')
    expect(guessed('ok', '')).toBeUndefined()
    expect(guessed('failed', 'sh: pytest: not found')).toBe('failed')
  })

  test('what goes on in the background has no outcome yet', () => {
    expect(told('npm test', 'ok', 'Command running in background with ID: b1')).toBeUndefined()
  })

  test('one runner has one name, whatever it is told to run', () => {
    expect(told('go test ./a', 'ok')?.name).toBe('go test')
    expect(told('cd x && go test -run A ./b 2>&1', 'ok')).toMatchObject({
      name: 'go test',
      command: 'go test -run A ./b',
    })
    expect(told('npm run test', 'ok')?.name).toBe('npm test')
    expect(told('npm t', 'ok')?.name).toBe('npm test')
    expect(told('./mvnw test', 'ok')?.name).toBe('mvn test')
    expect(told('npx jest a', 'ok')?.name).toBe('jest')
    expect(told('python3 -m pytest', 'ok')?.name).toBe('pytest')
  })

  test('which tests failed is told with a run that failed', () => {
    expect(told('go test ./...', 'failed', '--- FAIL: TestA (0.1s)\nFAIL')).toMatchObject({
      failing: ['TestA'],
    })
    expect(told('go test ./...', 'ok', '--- FAIL: TestA (0.1s)')).not.toHaveProperty('failing')
  })
})
