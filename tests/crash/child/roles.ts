import { damager } from './damager.ts'
import { diskFiller } from './disk-filler.ts'
import { fuzzer } from './fuzzer.ts'
import { hookProcess } from './hook-process.ts'
import { installer } from './installer.ts'
import { logHolder } from './log-holder.ts'
import { operator } from './operator.ts'
import { prober } from './prober.ts'
import { reader } from './reader.ts'
import { redeliverer } from './redeliverer.ts'
import { stampeder } from './stampeder.ts'
import { stubbornWriter } from './stubborn-writer.ts'
import { tornReader } from './torn-reader.ts'
import { writer } from './writer.ts'

/** What a child process can do. */
export const roles = {
  writer,
  reader,
  stampeder,
  operator,
  stubbornWriter,
  diskFiller,
  prober,
  damager,
  installer,
  tornReader,
  redeliverer,
  hookProcess,
  fuzzer,
  logHolder,
}
export type RoleName = keyof typeof roles
export type Orders<R extends RoleName> = Parameters<(typeof roles)[R]>[0]
