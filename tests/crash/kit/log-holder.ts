import type { Trial } from './campaign.ts'
import { startChild } from './child.ts'

/** Runs `work` while another process holds a write transaction on the log. */
export async function whileLocked<T>(trial: Trial, home: string, work: () => Promise<T>): Promise<T> {
  const holder = startChild(trial, 'logHolder', { home })
  if (!(await holder.waitFor('held'))) throw new Error(`the log could not be locked: ${holder.stderr}`)
  try {
    return await work()
  } finally {
    holder.kill()
    await holder.ended
  }
}
