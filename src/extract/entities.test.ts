import { describe, expect, test } from 'vitest'
import { promptEntities } from './entities.ts'

describe('entities in a prompt (C2)', () => {
  test('files, symbols, packages, issues and products are found in the order of the text', () => {
    const prompt =
      'Move the session cache of src/auth/session.ts from Redis to Google Cloud Storage, see #42 and issue 17. The function parseToken must stay, npm install @acme/cache zod, and use the lodash library.'
    expect(promptEntities(prompt)).toEqual([
      'src/auth/session.ts',
      'Redis',
      'Google Cloud Storage',
      '#42',
      '#17',
      'parseToken',
      '@acme/cache',
      'zod',
      'lodash',
    ])
  })

  test('the first word of a sentence, weekdays and pasted code are not entities', () => {
    const prompt =
      'Please finish it by Monday. Otherwise the team waits.\n- Tests first\n```ts\nconst userName = Stripe.load("x.ts")\n```\nThanks'
    expect(promptEntities(prompt)).toEqual([])
  })

  test('a prompt that consists of plain words contains no entities', () => {
    expect(promptEntities('fix the failing test and commit it')).toEqual([])
    expect(promptEntities('use a new package for that')).toEqual([])
    expect(promptEntities('')).toEqual([])
  })

  test('a name that occurs twice is listed once', () => {
    expect(promptEntities('does main.go call main.go, or does Kafka call main.go?')).toEqual([
      'main.go',
      'Kafka',
    ])
  })
})
