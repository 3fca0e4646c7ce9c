import { readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { record } from '../src/app/ingest/record.ts'
import type { SessionId } from '../src/event/identity.ts'
import { toolResult } from './letter.ts'
import { plainWorld } from './plain-world.ts'

/** A process that records one event: ready, then all at once when the starting shot falls. */
const [home = '', session = '', name = ''] = process.argv.slice(2)
const world = plainWorld(home)
const fact = toolResult(name, 2048)
writeFileSync(join(home, `ready-${name}`), '')
readSync(0, Buffer.alloc(1)) // blocks without using the processor that the others need
const appended = await record(world, session as SessionId, [fact])
await world.log.close()
process.exitCode = appended.kind === 'appended' ? 0 : 1
