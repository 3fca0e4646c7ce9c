import { defineConfig } from 'vitest/config'

/** Real programs take seconds: two files at a time, the tests of a file in sequence. */
export default defineConfig({
  test: {
    include: ['tests/clients/**/*.scenario.ts'],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
})
