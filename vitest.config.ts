import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutants } from './tests/crash/mutants.mjs'

/** With LEFTOFF_MUTANT, the source has the named bug, which a property must find. */
const mutant = mutants.find(({ name }) => name === process.env.LEFTOFF_MUTANT)
const mutating = {
  name: 'mutant',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const mine = mutant?.patches.filter(({ file }) => join(import.meta.dirname, file) === id) ?? []
    return mine.reduce((text, { from, to }) => text.replaceAll(from, () => to), code)
  },
}

export default defineConfig({
  plugins: mutant ? [mutating] : [],
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['tests/crash/**', 'node_modules/**'],
    setupFiles: ['tests/support/seed.ts'],
    // Long, because machines may be busy. For code that must be fast, tests measure the amount of work instead.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
})
