// The Claude Agent SDK is far too large for a package of this project: it lies with the clients, and who needs it works
// in a folder where it is found.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderOf, packages, programOf } from '../tests/clients/installed.mjs'
import { root } from './prepared.mjs'

const NAME = '@anthropic-ai/claude-agent-sdk'
const sdk = packages.find(({ name }) => name === NAME)

export const hasAgentSdk = () => existsSync(programOf(NAME, sdk.version))

/** The examples beside a leftoff as it is built and the SDK, as a user has them installed. */
export function agentSdkFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-agent-sdk-'))
  mkdirSync(join(folder, 'node_modules', '@anthropic-ai'), { recursive: true })
  symlinkSync(join(folderOf(sdk), 'node_modules', NAME), join(folder, 'node_modules', NAME))
  symlinkSync(root, join(folder, 'node_modules', 'leftoff'))
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) }
}
