import { describe, expect, test } from 'vitest'
import { factOf } from './saying.ts'
import { testSayings } from './test-run.ts'

const told = (command: string, outcome: 'ok' | 'failed' | 'interrupted', output = '') =>
  testSayings({ source: ['c'], command, outcome, output }).map(
    (said) => factOf({ agent: 'a', session: 's', heardAt: 1 }, said).data,
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
  })
})
