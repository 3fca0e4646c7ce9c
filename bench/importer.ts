import { importTranscripts } from '../src/app/transcript/import.ts'
import { filesAt } from '../src/host/transcripts.ts'
import { plainWorld } from './plain-world.ts'

/** A process that imports a folder into a home, and says what it took. */
const [home = '', folder = ''] = process.argv.slice(2)
const world = plainWorld(home)
const { files } = filesAt(folder)
const began = performance.now()
const done = await world.log.inBulk(() => importTranscripts(world, { files }))
const ms = performance.now() - began
await world.log.close()
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
const cpuMs = (userCPUTime + systemCPUTime) / 1000
console.log(JSON.stringify({ ms, cpuMs, memoryMb: maxRSS / 1024, bytes: done.bytes, events: done.events }))
