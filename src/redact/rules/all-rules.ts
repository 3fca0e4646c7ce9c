import type { RedactionRule } from '../rule.ts'
import { aws, azure, google, hosting } from './cloud.ts'
import { transport, vaults } from './credentials.ts'
import { codeHosts, models, packages } from './development.ts'
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
  ...transport,
]
