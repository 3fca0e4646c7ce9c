import type { EndTrigger } from '../event/session.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Ends a session when its process ends in an orderly way: by itself, or by a signal that can be heard. Only a process
 * that is killed outright leaves a crashed session. Answers the function that stops caring.
 */
export function endWithProcess(end: (trigger: EndTrigger) => Promise<unknown>): () => void {
  const onExit = (): void => {
    stop()
    void end('exit').catch(tolerate)
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    stop()
    // Raised again when the end is stored, so that the process dies of it as it would have.
    void end('signal')
      .catch(tolerate)
      .then(() => process.kill(process.pid, signal))
  }
  const stop = (): void => {
    process.off('beforeExit', onExit)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  process.on('beforeExit', onExit)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return stop
}

/** The session then counts as crashed, and nothing it recorded is lost. A dying process has nobody to tell. */
const tolerate = (): void => {}
