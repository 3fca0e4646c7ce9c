import type { World } from '../app/world.ts'
import { readDotenvFiles } from '../host/dotenv.ts'
import type { Environment } from '../host/paths.ts'
import { collectSecretLiterals } from '../redact/literals.ts'
import { createRedactor } from '../redact/redact.ts'
import { remembered } from './ground.ts'

/** Secrets of the environment count everywhere, those of a project's .env files in its own folder. */
export function redactorsFor(env: Environment): World['redactIn'] {
  return remembered((folder) => createRedactor(collectSecretLiterals(env, readDotenvFiles(folder))))
}
