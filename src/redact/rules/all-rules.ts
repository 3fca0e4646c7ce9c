import type { RedactionRule } from '../rule-match.ts'
import { catalogue } from './catalogue.ts'
import { aws, azure, google, hosting } from './cloud.ts'
import { transport, vaults } from './credentials.ts'
import { codeHosts, models, packages } from './development.ts'
import { passwords } from './passwords.ts'
import { places } from './places.ts'
import { programOutput } from './programs.ts'
import { chat, commerce, mail, observability, workspaces } from './services.ts'

/** Order matters: when two rules match the same text, the first one names it. */
export const allRules: readonly RedactionRule[] = [
  ...aws,
  ...google,
  ...azure,
  ...codeHosts,
  ...chat,
  ...commerce,
  ...mail,
  ...packages,
  ...models,
  ...hosting,
  ...observability,
  ...workspaces,
  ...vaults,
  ...catalogue,
  ...programOutput,
  ...places,
  ...passwords,
  ...transport,
]
