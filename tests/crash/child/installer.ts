import { AGENT_NAMES } from '../../../src/agent/adapter.ts'
import { installAgent } from '../../../src/install/install.ts'
import { PLANS } from '../../../src/install/plans.ts'
import { writeScripts } from '../../../src/install/scripts.ts'
import { uninstallAgent } from '../../../src/install/uninstall.ts'
import { testMachine } from '../kit/test-machine.ts'
import { printLine } from './stdio.ts'

export interface InstallerOrders {
  readonly home: string
  readonly work: 'install' | 'uninstall'
}

/** Installs leftoff in every agent, or uninstalls it. */
export async function installer({ home, work }: InstallerOrders): Promise<void> {
  const machine = testMachine(home)
  const options = { scope: 'user', dryRun: false } as const
  if (work === 'install') writeScripts(machine, options)
  for (const agent of AGENT_NAMES)
    (work === 'install' ? installAgent : uninstallAgent)(machine, PLANS[agent], options)
  printLine('finished')
}
