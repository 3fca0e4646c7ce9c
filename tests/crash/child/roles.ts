import { AGENT_NAMES } from '../../../src/agent/adapter.ts'
import { main } from '../../../src/hook/main.ts'
import { installAgent } from '../../../src/install/install.ts'
import { PLANS } from '../../../src/install/plans.ts'
import { writeScripts } from '../../../src/install/scripts.ts'
import { uninstallAgent } from '../../../src/install/uninstall.ts'
import { connect } from '../../../src/log/sqlite/driver.ts'
import { logPath, openLog } from '../kit/open-log.ts'
import { testMachine } from '../kit/test-machine.ts'
import { damager } from './damager.ts'
import { diskFiller } from './disk-filler.ts'
import { fuzzer } from './fuzzer.ts'
import { operator } from './operator.ts'
import { prober } from './prober.ts'
import { redeliverer } from './redeliverer.ts'
import { stampeder } from './stampeder.ts'
import { printLine, readInputLine } from './stdio.ts'
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

/** Runs `leftoff hook AGENT` from this source, including the mutants. The payload comes from standard input. */
async function hookProcess({ agent }: { readonly agent: string }): Promise<void> {
  await main(['hook', agent])
}

/** Begins a write transaction and keeps it open. */
async function logHolder({ home }: { readonly home: string }): Promise<void> {
  const db = connect(logPath(home), { readOnly: false, busyMs: 5000 })
  db.exec('BEGIN IMMEDIATE')
  printLine('held')
  await readInputLine()
  db.close()
}

interface InstallerOrders {
  readonly home: string
  readonly work: 'install' | 'uninstall'
}

/** Installs leftoff in every agent, or uninstalls it. */
async function installer({ home, work }: InstallerOrders): Promise<void> {
  const machine = testMachine(home)
  const options = { scope: 'user', dryRun: false } as const
  if (work === 'install') writeScripts(machine, options)
  for (const agent of AGENT_NAMES)
    (work === 'install' ? installAgent : uninstallAgent)(machine, PLANS[agent], options)
  printLine('finished')
}

/** Reads in a loop. Each read must continue after the previous one without a gap. */
async function reader(orders: { readonly home: string }): Promise<void> {
  const log = openLog(orders.home)
  const seen = new Map<string, { seq: number; hash: string }>()
  let position = 0
  printLine('ready')
  for (;;) {
    for await (const event of log.read({ after: position })) {
      const before = seen.get(event.session)
      if (event.seq !== (before?.seq ?? 0) + 1) throw new Error(`read ${event.seq} after ${before?.seq ?? 0}`)
      if (before && event.previousHash !== before.hash) throw new Error(`event ${event.seq} breaks the chain`)
      seen.set(event.session, event)
      position = event.position
    }
    for (const [session, { seq }] of seen) {
      const viewed = await log.view(session as never)
      if (!viewed || viewed.seq < seq) throw new Error(`the view is at ${viewed?.seq}, but ${seq} was read`)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
