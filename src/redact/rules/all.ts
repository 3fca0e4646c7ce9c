import type { Rule } from '../rule.ts'
import { aws } from './aws.ts'
import { azure } from './azure.ts'
import { chat } from './chat.ts'
import { codeHosts } from './code-hosts.ts'
import { commerce } from './commerce.ts'
import { google } from './google.ts'
import { hosting } from './hosting.ts'
import { mail } from './mail.ts'
import { models } from './models.ts'
import { observability } from './observability.ts'
import { packages } from './packages.ts'
import { transport } from './transport.ts'
import { vaults } from './vaults.ts'
import { workspaces } from './workspaces.ts'

/** Where two rules find the same text, the first one names it. */
export const allRules: readonly Rule[] = [
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
