import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['tests/crash/**', 'node_modules/**'],
    testTimeout: 20_000,
    reporters: ['default'],
  },
})
