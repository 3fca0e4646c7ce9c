import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names that sort as they were made: what came within one tick of the file system's clock stays in order. */
let count = 0
function nextName(at: number): string {
  count += 1
  const [time, place] = [at.toString(36).padStart(9, '0'), count.toString(36).padStart(6, '0')]
  return `opencode.${time}-${place}-${randomBytes(8).toString('hex')}`
}

/** Leaves a delivery in the spool. Where the home of leftoff is gone, nothing is made again. */
export function deliver(spool: string, at: number, payload: string): void {
  if (!existsSync(join(spool, 'new'))) prepare(spool)
  const name = nextName(at)
  writeFileSync(join(spool, 'tmp', name), payload, { mode: 0o600, flag: 'wx' })
  renameSync(join(spool, 'tmp', name), join(spool, 'new', name))
}

function prepare(spool: string): void {
  for (const folder of [spool, join(spool, 'tmp'), join(spool, 'new')])
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
}
