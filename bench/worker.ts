import { readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { record } from '../src/app/ingest/record.ts'
import { importTranscripts } from '../src/app/transcript/import.ts'
import type { SessionId } from '../src/event/identity.ts'
import { findTranscripts } from '../src/host/transcripts.ts'
import { toolResult } from './session-events.ts'
import { createWorld } from './world.ts'

/** The child process of the groups `concurrency` and `import`. */
const [task, home = '', ...words] = process.argv.slice(2)
if (task === 'record') await recordOne(words)
else await importFolder(words)

/** Gets ready, then records one event when the parent writes to standard input. */
async function recordOne([session = '', name = '']: readonly string[]): Promise<void> {
  const world = createWorld(home)
  const event = toolResult(name, 2048)
  writeFileSync(join(home, `ready-${name}`), '')
  readSync(0, Buffer.alloc(1)) // blocks without using the processor, which the other workers need
  const appended = await record(world, session as SessionId, [event])
  await world.log.close()
  process.exitCode = appended.kind === 'appended' ? 0 : 1
}

/** Imports a folder into a home and prints time and memory. */
async function importFolder([folder = '']: readonly string[]): Promise<void> {
  const world = createWorld(home)
  const { files } = findTranscripts(folder)
  const began = performance.now()
  const { bytes, events } = await world.log.inBulk(() => importTranscripts(world, { files }))
  const ms = performance.now() - began
  await world.log.close()
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cpuMs = (userCPUTime + systemCPUTime) / 1000
  console.log(JSON.stringify({ ms, cpuMs, memoryMb: maxRSS / 1024, bytes, events }))
}
