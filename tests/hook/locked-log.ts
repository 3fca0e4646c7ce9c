import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const HOLD = `
const { DatabaseSync } = require('@photostructure/sqlite')
const db = new DatabaseSync(process.argv[1])
db.exec('BEGIN IMMEDIATE')
console.log('locked')
setInterval(() => {}, 1000)
`

interface LogLock {
  release(): Promise<void>
}

/** Locks the log with a write transaction in another process until `release` is called. */
export async function lockLog(home: string): Promise<LogLock> {
  const child = spawn(process.execPath, ['-e', HOLD, join(home, 'log.db')], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    async release() {
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}
