// What others would find wrong with the packed package: publint for its files and fields, attw for its types.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { childEnvironment, root } from './prepared.mjs'

export async function checkExports(tarball) {
  const { messages, pkg } = await publint({ pkgDir: root, strict: true, level: 'suggestion' })
  if (messages.length > 0)
    throw new Error(`publint: ${messages.map((one) => formatMessage(one, pkg)).join('\n')}`)
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  // ES modules only (docs/reference/versions.md). The definitions of others are not asked for: that would need the network.
  const asked = [attw, tarball, '--profile', 'esm-only', '--no-definitely-typed', '--no-emoji', '--no-color']
  const { status, stdout, stderr } = spawnSync(process.execPath, asked, {
    encoding: 'utf8',
    env: childEnvironment(),
  })
  if (status !== 0) throw new Error(`attw: ${stdout}${stderr}`)
}
