import { defineConfig } from 'vitest/config'

/** Real programs are slow, so two files run at a time, and the tests of a file run in sequence. */
export default defineConfig({
  test: {
    include: ['tests/clients/**/*.scenario.ts'],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
})
