// `npm run test:clients`: runs the real clients against scripted models (docs/lab/clients.md).
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { installClients, packages } from '../tests/clients/installed.mjs'
import { prepareProject, runVitest } from './project.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, 'install-only': { type: 'boolean', default: false } },
})
const clients = [...new Set(packages.map(({ client }) => client))]
const only = values.only?.split(',').map((name) => name.trim())
const unknown = only?.find((name) => !clients.includes(name))
if (unknown !== undefined) {
  console.error(`unknown client "${unknown}"; known clients: ${clients.join(', ')}`)
  process.exit(2)
}

if (!process.env.LEFTOFF_COMMAND) prepareProject()
await installClients(({ client }) => only?.includes(client) ?? true)
if (values['install-only']) process.exit(0)

process.exitCode = runVitest(['--config=tests/clients/vitest.config.ts', ...positionals], {
  before: isolation(),
  reporter: 'verbose',
  env: only ? { LEFTOFF_ONLY: only.join(',') } : {},
})

/** Runs the clients in a network namespace with only loopback, if the machine allows it. */
function isolation() {
  const up = 'ip link set lo up && exec "$@"'
  for (const flags of [['-n'], ['-rn']]) {
    const words = [...flags, '--', 'sh', '-c', up, 'sh']
    if (spawnSync('unshare', [...words, 'true'], { stdio: 'ignore' }).status === 0)
      return ['unshare', ...words]
  }
  console.error('Network isolation is not available: the clients use the network of this machine.')
  return []
}
