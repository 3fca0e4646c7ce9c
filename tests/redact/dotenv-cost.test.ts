import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDotenvFiles } from '../../src/host/dotenv.ts'
import { collectSecretLiterals } from '../../src/redact/literals.ts'
import { createRedactor } from '../../src/redact/redact.ts'
import { cpuTimeMs } from '../support/cpu-time.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test.each([16, 40, 1000])('4 MB of secrets in %i .env files cost a hook less than 50 ms', (files) => {
  const folder = temporaryFolder()
  const bytes = (4 * 1024 * 1024) / files
  for (let file = 0; file < files; file += 1) {
    const lines = Array.from(
      { length: bytes / 40 },
      (_, line) => `KEY_${line}=value-${file}-${line}-secret-text`,
    )
    writeFileSync(join(folder, `.env.${file}`), lines.join('\n'))
  }
  const prepare = () =>
    createRedactor(collectSecretLiterals({}, readDotenvFiles(folder)))('an ordinary prompt')
  // Runs only once, because a hook's code has not been compiled yet either.
  const began = cpuTimeMs()
  prepare()
  expect(cpuTimeMs() - began).toBeLessThan(50)
})
