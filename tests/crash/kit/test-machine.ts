import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '../../../src/install/agent-locations.ts'

/** A user's machine in one folder, for code that edits agent settings. */
export function testMachine(folder: string): Machine {
  const built = join(folder, 'built')
  for (const name of ['built', 'user', 'checkout']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(
    join(built, 'opencode-plugin.js'),
    'export const places = [__LEFTOFF_SPOOL__, __LEFTOFF_HOOK__]\n',
  )
  return {
    env: { PATH: '' },
    user: join(folder, 'user'),
    checkout: join(folder, 'checkout'),
    home: join(folder, 'leftoff'),
    spool: join(folder, 'leftoff', 'spool'),
    node: '/usr/bin/node',
    command: join(built, 'leftoff.cjs'),
    now: Date.now,
  }
}
