import type { EndTrigger } from '../event/session.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type End = (trigger: EndTrigger) => Promise<unknown>

/** Together, so that a process of many sessions listens once, and no end is cut off by the signal that another raises. */
const caredFor = new Set<End>()

/**
 * Ends a session when its process ends in an orderly way: by itself, or by a signal that can be heard. Only a process
 * that is killed outright leaves a crashed session. Answers the function that stops caring.
 */
export function endWithProcess(end: End): () => void {
  if (caredFor.size === 0) listen()
  caredFor.add(end)
  return () => {
    caredFor.delete(end)
    if (caredFor.size === 0) stopListening()
  }
}

function listen(): void {
  process.on('beforeExit', onExit)
  for (const signal of SIGNALS) process.on(signal, onSignal)
}

function stopListening(): void {
  process.off('beforeExit', onExit)
  for (const signal of SIGNALS) process.off(signal, onSignal)
}

const onExit = (): void => void allEnded('exit')

const onSignal = (signal: NodeJS.Signals): void => {
  // Raised again when the ends are stored, so that the process dies of it as it would have.
  void allEnded('signal').then(() => process.kill(process.pid, signal))
}

function allEnded(trigger: EndTrigger): Promise<unknown> {
  const ends = [...caredFor]
  caredFor.clear()
  stopListening()
  // A session that cannot be ended counts as crashed, and nothing it recorded is lost. A dying process has nobody to tell.
  return Promise.allSettled(ends.map((end) => end(trigger)))
}
