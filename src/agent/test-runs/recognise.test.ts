import { describe, expect, test } from 'vitest'
import { eventFromDraft } from '../event-draft.ts'
import { testRunDrafts } from './recognise.ts'

const testRun = (command: string, outcome: 'ok' | 'failed' | 'interrupted', output = '') =>
  testRunDrafts({ source: ['c'], command, outcome, output }).map(
    (draft) => eventFromDraft({ agent: 'a', session: 's', receivedAt: 1 }, draft).data,
  )[0]

describe('test runs', () => {
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
  ])('the command %s is recorded with its outcome', (command) => {
    expect(testRun(command, 'ok')).toMatchObject({ outcome: 'passed' })
    expect(testRun(command, 'failed')).toMatchObject({ outcome: 'failed' })
    expect(testRun(command, 'interrupted')).toBeUndefined()
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
  ])('the command %.40s is not a test run or has no known outcome', (command) => {
    expect(testRun(command, 'ok')).toBeUndefined()
  })

  test('a test command with piped output has the outcome that the runner printed', () => {
    expect(testRun('npm test 2>&1 | tail -5', 'ok', 'Tests  1 failed | 3 passed (4)')).toMatchObject({
      outcome: 'failed',
      passed: 3,
      failed: 1,
    })
    expect(testRun('pytest | tail -1', 'ok', '== 12 passed in 0.3s ==')).toMatchObject({
      outcome: 'passed',
      passed: 12,
    })
    expect(testRun('go test ./... | head', 'ok', 'building')).toBeUndefined()
    expect(testRun('pytest | tail -1', 'failed', 'no such file')).toBeUndefined()
  })

  test('tests are not reported as passed if a filter may have removed failures from the output', () => {
    expect(testRun('go test ./... | head -3', 'ok', 'ok  \tx/a\t0.1s')).toBeUndefined()
    expect(testRun('go test ./... | grep ok', 'ok', 'ok  \tx/a\t0.1s')).toBeUndefined()
    expect(testRun('go test ./... | grep -E "ok|FAIL"', 'ok', 'ok  \tx/a\t0.1s')).toMatchObject({
      outcome: 'passed',
    })
    expect(testRun('go test ./... | head -3', 'ok', '--- FAIL: TestA (0.1s)')).toMatchObject({
      failing: ['TestA'],
    })
    expect(testRun('npm test | grep Tests', 'ok', '      Tests  3 passed (3)')).toMatchObject({
      outcome: 'passed',
    })
  })

  test('the exit code of a command line counts only if the tests alone determine it', () => {
    expect(testRun('npm test && echo fine', 'ok')).toMatchObject({ outcome: 'passed' })
    expect(testRun('npm test && npm run build', 'failed', 'boom')).toBeUndefined()
    expect(testRun('npm test; git status', 'ok', 'Tests:       1 failed, 1 total')).toMatchObject({
      outcome: 'failed',
    })
  })

  test('without an exit code, the outcome is the one that the runner printed, or unknown if the runner printed none', () => {
    const guessed = (outcome: 'ok' | 'failed', output: string) =>
      testRunDrafts({ source: ['c'], command: 'pytest', outcome, output, isGuessed: true }).map(
        (draft) => eventFromDraft({ agent: 'a', session: 's', receivedAt: 1 }, draft).data.outcome,
      )[0]
    expect(guessed('ok', '1 failed, 2 passed in 0.1s')).toBe('failed')
    expect(guessed('ok', '2 passed in 0.1s')).toBe('passed')
    expect(guessed('ok', '')).toBeUndefined()
    expect(guessed('failed', 'sh: pytest: not found')).toBe('failed')
  })

  test('a test run in the background has no outcome', () => {
    expect(testRun('npm test', 'ok', 'Command running in background with ID: b1')).toBeUndefined()
  })

  test('a test run is named after its runner, without arguments', () => {
    expect(testRun('go test ./a', 'ok')?.name).toBe('go test')
    expect(testRun('cd x && go test -run A ./b 2>&1', 'ok')).toMatchObject({
      name: 'go test',
      command: 'go test -run A ./b',
    })
    expect(testRun('npm run test', 'ok')?.name).toBe('npm test')
    expect(testRun('npm t', 'ok')?.name).toBe('npm test')
    expect(testRun('./mvnw test', 'ok')?.name).toBe('mvn test')
    expect(testRun('npx jest a', 'ok')?.name).toBe('jest')
    expect(testRun('python3 -m pytest', 'ok')?.name).toBe('pytest')
  })

  test('failed tests are listed only if the run failed', () => {
    expect(testRun('go test ./...', 'failed', '--- FAIL: TestA (0.1s)\nFAIL')).toMatchObject({
      failing: ['TestA'],
    })
    expect(testRun('go test ./...', 'ok', '--- FAIL: TestA (0.1s)')).not.toHaveProperty('failing')
  })
})
