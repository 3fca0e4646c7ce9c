import type { Trial } from './campaign.ts'
import { start } from './crew.ts'

/** Another process that writes to the log and does not come to an end, for as long as the work lasts. */
export async function whileLocked<T>(trial: Trial, home: string, work: () => Promise<T>): Promise<T> {
  const holder = start(trial, 'logHolder', { home })
  if (!(await holder.saying('held'))) throw new Error(`the log could not be held: ${holder.stderr}`)
  try {
    return await work()
  } finally {
    holder.kill()
    await holder.ended
  }
}
