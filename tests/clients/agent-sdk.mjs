// The Claude Agent SDK is too large to be a development dependency. It is installed together with the clients
// and linked into a scratch folder.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/project.mjs'
import { folderOf, packages, programOf } from './installed.mjs'

const NAME = '@anthropic-ai/claude-agent-sdk'
const sdk = packages.find(({ name }) => name === NAME)

export const hasAgentSdk = () => existsSync(programOf(NAME, sdk.version))

/** A scratch folder with the examples, the built leftoff and the SDK, as installed by a user. */
export function agentSdkFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-agent-sdk-'))
  mkdirSync(join(folder, 'node_modules', '@anthropic-ai'), { recursive: true })
  symlinkSync(join(folderOf(sdk), 'node_modules', NAME), join(folder, 'node_modules', NAME))
  symlinkSync(root, join(folder, 'node_modules', 'leftoff'))
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) }
}
